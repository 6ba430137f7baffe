import type { CliDeps, CliHouse } from "./cli-deps.ts";
import type { Screen } from "./screen.ts";

/** Opens what a command needs, and closes it however the command ends. */
export async function withHouse<T>(
  deps: CliDeps,
  screen: Screen,
  needs: "desk" | "chat",
  use: (house: CliHouse) => Promise<T>,
): Promise<T> {
  const house = await deps.open({ needs, progress: screen.progress });
  screen.progress("");
  try {
    return await use(house);
  } finally {
    await house.close();
  }
}
