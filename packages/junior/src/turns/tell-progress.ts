import type { Progress, Working } from "junior-plugin-api";

/** What it shows is lost by its next change anyway: whoever cannot show it now shows nothing. */
export function tellProgress(progress: readonly Progress[], working: Working): void {
  for (const tell of progress) {
    try {
      tell(working);
    } catch {
      // Showing that something goes on must never disturb it.
    }
  }
}
