import { expect, test } from "vitest";
import { newId } from "../packages/junior/src/base/ids.ts";
import { type Leading, findLeading } from "../packages/junior/src/conversations/message-state-store.ts";
import { receiveMessage } from "../packages/junior/src/conversations/receive-message.ts";
import { takeAndStart } from "../packages/junior/src/turns/turn-start-store.ts";
import { useRooms } from "./use-rooms.ts";
import { waitFor } from "./wait-for.ts";

const { rooms, ana, inTransaction } = useRooms();

/** A Conversation in which two messages of ana's wait, and what leads there. */
async function waiting(): Promise<{ id: string; leading: Leading }> {
  const say = (conversation: { id: string } | null) =>
    inTransaction((transaction) =>
      receiveMessage(transaction, rooms.queue, {
        conversation: conversation ?? { externalKey: null, source: "web", visibility: "private", title: "t", location: null },
        externalKey: newId(),
        source: "web",
        author: { kind: "person", userId: ana.userId, identityId: ana.identityId },
        text: "hello",
        state: "waiting",
      }),
    );
  const id = (await say(null))?.conversationId ?? "";
  await say({ id });
  const leading = await findLeading(rooms.database, id);
  if (!leading) throw new Error("nothing waits");
  return { id, leading };
}

const start = (id: string, leading: Leading) => takeAndStart(rooms.database, id, { owner: newId() }, leading, "m");
const rows = (id: string) =>
  rooms.query(
    "select (select count(*) from junior_turns where conversation_id = $1) as turns, (select count(*) from junior_turn_trees where root_conversation_id = $1) as trees, array(select state from junior_messages where conversation_id = $1 order by sequence) as states",
    [id],
  );

test("of several workers one takes the Conversation, with a Turn for all that waits", async () => {
  const { id, leading } = await waiting();
  const taken = (await Promise.all(Array.from({ length: 6 }, () => start(id, leading)))).filter((one) => one !== null);
  expect(taken).toMatchObject([
    { epoch: 1, turn: { conversationId: id, rootConversationId: id, principalUserId: ana.userId, isNew: true } },
  ]);
  expect(await rows(id)).toEqual([{ turns: 1, trees: 1, states: ["taken", "taken"] }]);
});

test("where one of the messages has been taken back meanwhile, no Turn starts and nothing is taken", async () => {
  const { id, leading } = await waiting();
  await rooms.query("update junior_messages set state = 'seen' where id = $1", [leading.messageIds[0]]);
  expect(await start(id, leading)).toEqual({ epoch: 1, turn: null });
  expect(await rows(id)).toEqual([{ turns: 0, trees: 0, states: ["seen", "waiting"] }]);
});

test("a message that is being taken back is waited for", async () => {
  const { id, leading } = await waiting();
  const started = await inTransaction(async (transaction) => {
    await transaction
      .updateTable("junior_messages")
      .set({ state: "seen" })
      .where("id", "=", leading.messageIds[1] ?? "")
      .execute();
    const starting = start(id, leading);
    const waits = "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await waitFor(
      "the wait for the row",
      () => rooms.query(waits),
      ([waiting]) => waiting,
    );
    return { starting };
  });
  expect(await started.starting).toEqual({ epoch: 1, turn: null });
  expect(await rows(id)).toEqual([{ turns: 0, trees: 0, states: ["waiting", "seen"] }]);
});
