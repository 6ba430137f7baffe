import { setTimeout as pause } from "node:timers/promises";
import { words } from "../base/words.ts";
import { createLinkCode } from "../people/create-link-code.ts";
import { readLinkCodeState } from "../people/read-link-code-state.ts";
import { resolvePerson } from "../people/resolve-person.ts";
import type { CliDesk } from "./cli-deps.ts";
import { exitCodes } from "./exit-codes.ts";
import { oneLine } from "./plain-text.ts";
import type { Screen } from "./screen.ts";

export type LinkOptions = { wait: boolean; json?: true };

const lookMs = 1_000;

/** @returns the exit code */
export async function linkAccounts(desk: CliDesk, screen: Screen, options: LinkOptions, interrupted: AbortSignal): Promise<number> {
  if (!desk.slack) screen.tell(words.slackIsOff);
  const { code, expiresAt } = await createLinkCode(desk.database, desk.person.identityId);
  if (options.json) screen.printJson({ code, write: `link ${code}`, expiresAt: expiresAt.toISOString() });
  else screen.print(`Write this to Junior in Slack, in a direct message or with a mention:\n\n  ${screen.paint("bold", `link ${code}`)}\n`);
  if (!options.wait) return exitCodes.done;

  const state = await waitForUse(desk, screen, code, interrupted);
  if (state === "interrupted") {
    screen.tell("The code stays valid for the rest of its 10 minutes.");
    return exitCodes.interrupted;
  }
  if (state === "expired") {
    screen.tell("The code has expired, and nobody has used it. Nothing was linked.");
    return exitCodes.refused;
  }
  const person = await resolvePerson(desk.database, { identityId: desk.person.identityId });
  if (!person) throw new Error("the person at this terminal is gone");
  const { userId, name, identities } = person;
  if (options.json) {
    screen.printJson({ userId, name, identities: identities.map(({ provider, tenant, handle }) => ({ provider, tenant, handle })) });
  } else screen.print(`You are ${oneLine(inSlack(identities) ?? `@${name}`)} in Slack now.`);
  return exitCodes.done;
}

type Ended = "used" | "expired" | "interrupted";

async function waitForUse(desk: CliDesk, screen: Screen, code: string, interrupted: AbortSignal): Promise<Ended> {
  screen.progress("Waiting for it … (Ctrl-C leaves the code valid)");
  try {
    for (;;) {
      const state = await readLinkCodeState(desk.database, code);
      if (state !== "waiting") return state;
      await pause(lookMs, undefined, { signal: interrupted });
    }
  } catch (error) {
    if (interrupted.aborted) return "interrupted";
    throw error;
  } finally {
    screen.progress("");
  }
}

/** Everywhere in Slack that this person is known by now. */
function inSlack(identities: { provider: string; handle: string }[]): string | null {
  const handles = identities.filter(({ provider }) => provider === "slack").map(({ handle }) => `@${handle}`);
  return handles.length === 0 ? null : [...new Set(handles)].join(" and ");
}
