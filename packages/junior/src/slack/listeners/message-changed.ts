import { deleteMessage, editMessage } from "../../conversations/change-message.ts";
import type { Database } from "../../db/database.ts";
import { stopTurnOfMessage } from "../../turns/request-stop.ts";
import { cleanText } from "../clean-text.ts";
import type { Install } from "../install.ts";
import { messageKey } from "../message-key.ts";
import type { DeletionEvent, EditEvent } from "../payload.ts";

type Deps = { install: Install; database: Database };

/** A person's new words replace the old ones until a Turn has taken them; they start nothing, whatever they say. */
export async function messageEdited({ install, database }: Deps, event: EditEvent): Promise<void> {
  const { ts, text = "", user } = event.message;
  if (user === install.botUserId) return;
  const key = messageKey(install, event.channel, ts);
  await database.transaction().execute((transaction) => editMessage(transaction, key, cleanText(text, install.botUserId)));
}

/** What was taken back is not acted on: not yet taken, it is kept as not for Junior; else its Turn is stopped. */
export async function messageDeleted({ install, database }: Deps, event: DeletionEvent): Promise<void> {
  const key = messageKey(install, event.channel, event.deleted_ts);
  await database.transaction().execute(async (transaction) => {
    const deleted = await deleteMessage(transaction, key);
    if (deleted.outcome === "taken") await stopTurnOfMessage(transaction, deleted.messageId);
  });
}
