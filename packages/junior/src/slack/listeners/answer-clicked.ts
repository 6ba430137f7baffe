import { setTimeout as pause } from "node:timers/promises";
import { isId } from "../../base/ids.ts";
import { faultCode, type Log } from "../../base/log.ts";
import { words } from "../../base/words.ts";
import { findByPost, redrawCards } from "../../conversations/delivery-store.ts";
import { beforeDeadline } from "../../db/before-deadline.ts";
import type { Database } from "../../db/database.ts";
import { type Closed, closeItem } from "../../desk/close-item.ts";
import { findItem } from "../../desk/item-store.ts";
import type { Person } from "../../people/person.ts";
import type { Queue } from "../../queue/queue.ts";
import { type AnswerAction, readAnswerActionId } from "../action-id.ts";
import type { Background } from "../background.ts";
import { findShownNames } from "../find-shown-names.ts";
import type { Install } from "../install.ts";
import type { Click } from "../payload.ts";
import type { People } from "../people.ts";
import { readResponse } from "../read-response.ts";
import { refusalText } from "../refusal-text.ts";

type Deps = { install: Install; database: Database; queue: Queue; people: People; background: Background; log: Log };
type Outcome = Closed | { outcome: "not-saved" };

/** Slack gives up on a click after 3 s. No query begins after the first time; at the second the click is answered. */
const lastQueryMs = 2_000;
const lastAnswerMs = 2_500;

/**
 * An answer by a control of a card. It is committed before the click is acknowledged, and read from that click's own
 * payload, so that it works on any process and after a restart. Nothing here waits for Slack.
 */
export async function answerClicked(
  deps: Deps,
  click: { body: Click; ack: () => Promise<void>; tell: (text: string) => Promise<unknown> },
): Promise<void> {
  const action = readAnswerActionId(click.body.actions[0]?.action_id ?? "");
  if (!action || !isId(action.itemId)) {
    await click.ack();
    return;
  }
  const waiting = new AbortController();
  const outcome = await Promise.race([
    answer(deps, click.body, action),
    pause<Outcome>(lastAnswerMs, { outcome: "not-saved" }, { signal: waiting.signal }),
  ]);
  waiting.abort();
  await click.ack();
  if (outcome.outcome !== "closed") deps.background.run("a clicker could not be told", () => explain(deps, outcome, click.tell));
}

async function answer(deps: Deps, body: Click, action: AnswerAction): Promise<Outcome> {
  const database = beforeDeadline(deps.database, AbortSignal.timeout(lastQueryMs));
  try {
    const person = await identify(deps, body);
    const item = await findItem(database, action.itemId);
    if (!item) return { outcome: "not-found" };
    if (!person) return { outcome: "not-an-assignee", item };
    const { itemId, revision } = action;
    const response = readResponse(item.request, action, body.state?.values ?? {});
    const closed = await closeItem(database, deps.queue, { itemId, revision, person, surface: "slack", given: { response } });
    if (closed.outcome !== "not-found") return closed;
    // Who sees a copy of the card may know who is asked, even if nothing else of it is theirs to read.
    return (await isOnCard(deps, body, itemId)) ? { outcome: "not-an-assignee", item } : closed;
  } catch (error) {
    deps.log.warn("a click could not be recorded", { code: faultCode(error), itemId: action.itemId });
    return { outcome: "not-saved" };
  }
}

/** Only people of our own team: everybody else is a stranger. */
async function identify({ install, people }: Deps, body: Click): Promise<Person | null> {
  const { id, team_id: teamId } = body.user;
  return teamId === install.teamId ? people.find(id) : null;
}

async function isOnCard({ install, database }: Deps, body: Click, itemId: string): Promise<boolean> {
  const { type, channel_id: channel, message_ts: ts } = body.container;
  if (type !== "message" || channel === undefined || ts === undefined) return false;
  const post = await findByPost(database, "slack", install.teamId, channel, ts);
  return post?.itemId === itemId;
}

async function explain(
  deps: Deps,
  outcome: Exclude<Outcome, { outcome: "closed" }>,
  tell: (text: string) => Promise<unknown>,
): Promise<void> {
  if (outcome.outcome === "not-saved") {
    await tell(words.notSaved);
    return;
  }
  const isStale = outcome.outcome === "newer-revision" || outcome.outcome === "already-closed";
  if (isStale) await deps.database.transaction().execute((transaction) => redrawCards(transaction, deps.queue, outcome.item.id));
  const names = "item" in outcome ? await findShownNames(deps.database, deps.install.teamId, outcome.item) : new Map<string, string>();
  await tell(refusalText(outcome, names, null));
}
