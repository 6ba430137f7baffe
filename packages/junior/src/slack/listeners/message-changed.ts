import { deleteMessage, editMessage, type MayStillCome } from "../../conversations/change-message.ts";
import type { Database } from "../../db/database.ts";
import { makePrivate } from "../../desk/make-private.ts";
import { stopTurnOfMessage } from "../../turns/request-stop.ts";
import { cleanText, isMentioned } from "../clean-text.ts";
import { findJoined } from "../find-joined.ts";
import type { Install } from "../install.ts";
import { messageKey } from "../message-key.ts";
import type { DeletionEvent, EditEvent } from "../payload.ts";

type Deps = { install: Install; database: Database; now(): number };

/** Slack sends an event again for about an hour. */
const stillComesMs = 3_600_000;

/** A person's new words replace the old ones until a Turn has taken them; they start nothing, whatever they say. */
export async function messageEdited(deps: Deps, event: EditEvent): Promise<void> {
  const { install, database } = deps;
  const { ts, text = "", user, thread_ts: thread } = event.message;
  if (user === install.botUserId) return;
  const mayStillCome = concerns(deps, event, { ts, thread, texts: [text, event.previous_message?.text ?? ""] });
  const said = cleanText(text, install.botUserId);
  const key = messageKey(install, event.channel, ts);
  await database.transaction().execute(async (transaction) => {
    await editMessage(transaction, key, said, mayStillCome);
    if (event.channel_type !== undefined && event.channel_type !== "channel") await makePrivate(transaction, { messageKey: key });
  });
}

/** What was taken back is not acted on: not yet taken, it is kept as not for Junior; else its Turn is stopped. */
export async function messageDeleted(deps: Deps, event: DeletionEvent): Promise<void> {
  const { install, database } = deps;
  const { previous_message: previous, deleted_ts: ts } = event;
  const said = { ts, thread: previous?.thread_ts, texts: previous?.text === undefined ? null : [previous.text] };
  const mayStillCome = previous?.user === install.botUserId ? async () => false : concerns(deps, event, said);
  await database.transaction().execute(async (transaction) => {
    const deleted = await deleteMessage(transaction, messageKey(install, event.channel, ts), mayStillCome);
    if (deleted.outcome === "taken") await stopTurnOfMessage(transaction, deleted.messageId);
  });
}

/**
 * Slack promises no order: a change may come before its message. It is kept where that may still come, and would be
 * stored: spoken to Junior, or in a thread in which it takes part. `texts` null: nobody says what it said.
 */
function concerns(
  { install, now }: Deps,
  event: EditEvent | DeletionEvent,
  message: { ts: string; thread: string | undefined; texts: string[] | null },
): MayStillCome {
  const { ts, thread, texts } = message;
  return async (transaction) => {
    if (now() - Number(ts) * 1_000 > stillComesMs) return false;
    if (texts === null || event.channel_type === "im" || texts.some((text) => isMentioned(text, install.botUserId))) return true;
    return thread !== undefined && (await findJoined(transaction, install, event.channel, thread)) !== null;
  };
}
