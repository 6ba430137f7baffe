import { findConversation, type Location, locationOf } from "../packages/junior/src/conversations/conversation-store.ts";
import { addDelivery, type NewDelivery } from "../packages/junior/src/conversations/delivery-store.ts";
import { prepareFile } from "../packages/junior/src/files/prepare-file.ts";
import { storeFile } from "../packages/junior/src/files/file-store.ts";
import { newId } from "../packages/junior/src/base/ids.ts";
import type { useSlackRoom } from "./use-slack-room.ts";

type Room = Pick<ReturnType<typeof useSlackRoom>, "room" | "messages">;
type Row = {
  id: string;
  kind: string;
  posted_version: number;
  posted_channel: string | null;
  posted_id: string | null;
  parked_code: string | null;
  attempts: number;
  code: string | null;
  channel: string;
};
export type Asked = { ts: string; channel: string; conversationId: string; messageId: string; place: Location };

/** Writes what a Turn would leave behind: replies, files, reactions; and reads what became of them. */
export function slackHand({ room, messages }: Room) {
  /** ana's mention, taken by a Turn of hers. */
  async function asked(channel = "C0P", text = "<@U0BOT> tell"): Promise<Asked> {
    const { ts } = await room.fake.say({ user: "U0ANA", channel, text });
    const message = (await messages()).find((one) => one.external_key.endsWith(ts)) as { id: string; conversation_id: string } | undefined;
    const conversation = message && (await findConversation(room.ground.database, message.conversation_id));
    const place = conversation && locationOf(conversation);
    if (!message || !place) throw new Error("nothing was stored");
    const treeId = newId();
    const turnId = newId();
    await room.rows.query("insert into junior_turn_trees (id, root_conversation_id) values ($1, $2)", [treeId, message.conversation_id]);
    await room.rows.query(
      "insert into junior_turns (id, conversation_id, turn_tree_id, state, model, ended_at) values ($1, $2, $3, 'done', 'none', now())",
      [turnId, message.conversation_id, treeId],
    );
    await room.rows.query("update junior_messages set turn_id = $2, state = 'done' where id = $1", [message.id, turnId]);
    return { ts, channel, conversationId: message.conversation_id, messageId: message.id, place };
  }

  async function add(delivery: NewDelivery): Promise<string> {
    const { database } = room.ground;
    return database.transaction().execute((transaction) => addDelivery(transaction, delivery));
  }

  /** Junior's own message in the Turn that took `about`. */
  async function said(about: Asked, text: string): Promise<string> {
    const id = newId();
    await room.rows.query(
      `insert into junior_messages (id, conversation_id, sequence, source, author_kind, state, text, turn_id)
       select $1, m.conversation_id, (select max(sequence) + 1 from junior_messages where conversation_id = m.conversation_id),
         'slack', 'junior', 'done', $3, m.turn_id from junior_messages m where m.id = $2`,
      [id, about.messageId, text],
    );
    return id;
  }

  async function reply(about: Asked, text: string): Promise<string> {
    const messageId = await said(about, text);
    const id = await add({ kind: "reply", messageId, conversationId: about.conversationId, place: about.place });
    room.poster.wake();
    return id;
  }

  async function file(about: Asked, name: string, bytes: Uint8Array): Promise<string> {
    const prepared = await prepareFile({ name, bytes });
    if (prepared === "too-large") throw new Error("the file is too large");
    const { id: fileId } = await room.ground.database.transaction().execute((transaction) => storeFile(transaction, prepared, null));
    const messageId = await said(about, "");
    await room.rows.query("insert into junior_message_files (message_id, file_id, position) values ($1, $2, 0)", [messageId, fileId]);
    const id = await add({ kind: "file", fileId, conversationId: about.conversationId, place: about.place });
    room.poster.wake();
    return id;
  }

  async function react(about: Asked, emoji: string): Promise<string> {
    const { conversationId, place, messageId } = about;
    const id = await add({ kind: "reaction", messageId, emoji, conversationId, place });
    room.poster.wake();
    return id;
  }

  /** As a purge does it: the row keeps its address only, and its post is to be taken away. */
  async function erase(id: string): Promise<void> {
    await room.rows.query(
      `update junior_deliveries set kind = 'erasure', message_id = null, item_id = null, file_id = null, code = null, emoji = null,
         wanted_version = wanted_version + 1, attempts = 0, next_attempt_at = now(), posted_channel = coalesce(posted_channel, channel),
         posted_id = coalesce(posted_id, 'unknown') where id = $1`,
      [id],
    );
    room.poster.wake();
  }

  async function row(id: string): Promise<Row> {
    const [found] = await room.rows.query<Row>("select * from junior_deliveries where id = $1", [id]);
    if (!found) throw new Error("no such delivery");
    return found;
  }

  const rows = () => room.rows.query<Row & { wanted_version: number }>("select * from junior_deliveries order by created_at");

  /** What stands of Junior's in the thread, or in the channel. */
  const ours = (channel: string, ts?: string) => room.fake.messages(channel, ts).filter((one) => one.user === "U0BOT");

  return { asked, add, reply, file, react, erase, row, rows, ours };
}
