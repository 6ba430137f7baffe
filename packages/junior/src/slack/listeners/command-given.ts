import { setTimeout as pause } from "node:timers/promises";
import { faultCode, type Log } from "../../base/log.ts";
import { words } from "../../base/words.ts";
import { beforeDeadline } from "../../db/before-deadline.ts";
import type { Database } from "../../db/database.ts";
import { countNeedsYou, countWaitOnOthers, listItems } from "../../desk/item-reader-store.ts";
import { createSignInLink } from "../../people/create-sign-in-link.ts";
import { readLinkCode } from "../../people/link-code.ts";
import type { Person } from "../../people/person.ts";
import { commandName } from "../command-name.ts";
import { escapeText } from "../escape-text.ts";
import type { Command } from "../payload.ts";
import type { People } from "../people.ts";

type Deps = {
  database: Database;
  people: People;
  publicUrl: string | null;
  redeemCode(code: string, by: Person, shown: string): Promise<string>;
  log: Log;
};

/** Slack gives up on a command after 3 s. No query begins after the first time; at the second it is answered. */
const lastQueryMs = 2_000;
const lastAnswerMs = 2_500;
const mostShown = 5;

/** `/junior …`: what it says is for the one who typed it only. */
export async function commandGiven(deps: Deps, command: Command): Promise<{ response_type: "ephemeral"; text: string }> {
  const answering = answer({ ...deps, database: beforeDeadline(deps.database, AbortSignal.timeout(lastQueryMs)) }, command).catch(
    (error: unknown) => {
      deps.log.warn("a command could not be answered", { code: faultCode(error) });
      return words.command.unreachable;
    },
  );
  const waiting = new AbortController();
  const tooLate = pause(lastAnswerMs, words.command.unreachable, { signal: waiting.signal }).catch(() => "");
  const text = await Promise.race([answering, tooLate]);
  waiting.abort();
  return { response_type: "ephemeral", text };
}

async function answer(deps: Deps, command: Command): Promise<string> {
  const [verb = "help", ...rest] = (command.text ?? "").trim().split(/\s+/);
  const isSignIn = verb.toLowerCase() === "web";
  const met = await deps.people.meet(command.user_id, command.team_id, isSignIn ? "anew" : undefined);
  if (met.standing === "deactivated") return words.command.deactivated;
  if (met.standing !== "member" && met.standing !== "guest") return words.command.notMember;
  switch (verb.toLowerCase()) {
    case "web":
      return signIn(deps, met.person);
    case "desk":
      return needsYou(deps, met.person);
    case "link": {
      const code = readLinkCode(`link ${rest.join(" ")}`);
      return code === null ? words.command.noCode : deps.redeemCode(code, met.person, `<@${command.user_id}>`);
    }
    default:
      return words.command.help.replaceAll("/junior", commandName);
  }
}

async function signIn({ database, publicUrl }: Deps, person: Person): Promise<string> {
  if (publicUrl === null) return words.command.noPage;
  const link = await createSignInLink(database, person.identityId, publicUrl);
  return link ? words.command.link(link.url) : words.command.deactivated;
}

async function needsYou({ database, publicUrl }: Deps, person: Person): Promise<string> {
  const count = await countNeedsYou(database, person.userId);
  if (count === 0) return words.nothingNeedsYou(await countWaitOnOthers(database, person.userId));
  const page = await listItems(database, person, { state: "open", mine: true }, { cursor: null, limit: 50 });
  const actions = page === "bad-cursor" ? [] : page.items.filter(({ kind }) => kind === "action").slice(0, mostShown);
  const line = words.command.needsYou(
    actions.map(({ title }) => escapeText(title)),
    count - actions.length,
  );
  return publicUrl === null ? line : `${line}\n${publicUrl}`;
}
