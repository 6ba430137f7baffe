import { createSignInLink } from "../people/create-sign-in-link.ts";
import type { CliDesk } from "./cli-deps.ts";
import { commandName } from "./command-name.ts";
import { exitCodes } from "./exit-codes.ts";
import { openBrowser } from "./open-browser.ts";
import type { Screen } from "./screen.ts";

export type WebOptions = { open?: true; json?: true };

const longestLookMs = 2_000;

/** @returns the exit code */
export async function printSignInLink(desk: CliDesk, screen: Screen, options: WebOptions): Promise<number> {
  const link = await createSignInLink(desk.database, desk.person.identityId, desk.pageUrl);
  if (!link) {
    screen.tell("You have been deactivated, so no link lets you in.");
    return exitCodes.refused;
  }
  if (options.json) screen.printJson({ url: link.url, expiresAt: link.expiresAt.toISOString() });
  else {
    screen.print(link.url);
    screen.tell("It lets you in once, within 10 minutes. Give it to nobody.");
  }
  if (!(await answers(desk.pageUrl))) {
    screen.tell(`Nothing answers at ${desk.pageUrl} now. Start Junior with ${commandName} start, then open the link.`);
    return exitCodes.done;
  }
  if (options.open && !(await openBrowser(link.url))) screen.tell("No browser could be opened here: open the link yourself.");
  return exitCodes.done;
}

async function answers(pageUrl: string): Promise<boolean> {
  try {
    return (await fetch(new URL("/healthz", pageUrl), { signal: AbortSignal.timeout(longestLookMs) })).ok;
  } catch {
    return false;
  }
}
