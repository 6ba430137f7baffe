import { describe, expect, test } from "vitest";
import { newId } from "../packages/junior/src/base/ids.ts";
import { appendFileMessage } from "../packages/junior/src/conversations/append-file-message.ts";
import { lockConversation } from "../packages/junior/src/conversations/conversation-store.ts";
import { claimDue } from "../packages/junior/src/conversations/delivery-claim-store.ts";
import { listMessageFiles } from "../packages/junior/src/conversations/message-file-store.ts";
import { receiveMessage } from "../packages/junior/src/conversations/receive-message.ts";
import { claimFiles } from "../packages/junior/src/files/file-store.ts";
import { makeFile } from "./factories/file.ts";
import { makeConversation } from "./factories/item.ts";
import { useRooms } from "./use-rooms.ts";

const { rooms, ana, ben, inTransaction } = useRooms();

/** A message of ana's with these files, in a Conversation that it makes unless one is given. */
function say(ids: string[], given: { key?: string; conversationId?: string } = {}) {
  const key = given.key ?? `files:${newId()}`;
  return inTransaction(async (transaction) => {
    const received = await receiveMessage(transaction, rooms.queue, {
      conversation: given.conversationId
        ? { id: given.conversationId }
        : { externalKey: key, source: "web", visibility: "private", title: "t", location: null },
      externalKey: key,
      source: "web",
      author: { kind: "person", userId: ana.userId, identityId: ana.identityId },
      text: "",
      files: { ids },
      state: "waiting",
    });
    return received;
  });
}

describe("messages", () => {
  test("carry their files in order, and others none", async () => {
    const files = [await makeFile(rooms, ana), await makeFile(rooms, ana), await makeFile(rooms, ana)].reverse();
    const said = await say(files.map(({ id }) => id));
    const plain = await say([]);
    if (!said || said === "files-refused" || !plain || plain === "files-refused") throw new Error("nothing was stored");
    const found = await listMessageFiles(rooms.database, [said.messageId, plain.messageId]);
    expect([...found]).toEqual([[said.messageId, files]]);
    expect(await listMessageFiles(rooms.database, [])).toEqual(new Map());
  });

  test("that come twice have their files once", async () => {
    const file = await makeFile(rooms, ana);
    const key = `files:${newId()}`;
    const copies = await Promise.all([say([file.id], { key }), say([file.id], { key })]);
    expect(copies.map((copy) => copy !== "files-refused" && copy?.outcome).sort()).toEqual(["known", "stored"]);
  });

  test("with the files of another, with one that is sent, or with eleven are refused", async () => {
    const sent = await makeFile(rooms, ana);
    await say([sent.id]);
    const many: string[] = [];
    for (let number = 0; number < 11; number++) many.push((await makeFile(rooms, ana)).id);
    const conversationId = await makeConversation(rooms, ana);
    for (const ids of [[(await makeFile(rooms, ben)).id], [sent.id], many]) {
      expect(await say(ids, { conversationId })).toBe("files-refused");
    }
    expect(await rooms.query("select 1 from junior_messages where conversation_id = $1", [conversationId])).toHaveLength(1);
    expect(await say(many.slice(1), { conversationId })).toMatchObject({ outcome: "stored" });
  });
});

describe("a file of Junior's own", () => {
  async function appendTo(conversationId: string, fileId: string) {
    const [turnId, turnTreeId] = [newId(), newId()];
    await rooms.query("insert into junior_turn_trees (id, root_conversation_id) values ($1, $2)", [turnTreeId, conversationId]);
    await rooms.query(
      "insert into junior_turns (id, conversation_id, turn_tree_id, state, model, ended_at) values ($1, $2, $3, 'done', 'rehearsal', now())",
      [turnId, conversationId, turnTreeId],
    );
    return inTransaction(async (transaction) => {
      await lockConversation(transaction, conversationId);
      return appendFileMessage(transaction, { conversationId, turnId, turnTreeId, fileId });
    });
  }

  test("becomes a message at once, and nothing is delivered where there is no place", async () => {
    const conversationId = await makeConversation(rooms, ana);
    const file = await makeFile(rooms, null);
    const messageId = await appendTo(conversationId, file.id);
    expect(await listMessageFiles(rooms.database, [messageId!])).toEqual(new Map([[messageId, [file]]]));
    expect(await rooms.query("select 1 from junior_deliveries where conversation_id = $1", [conversationId])).toEqual([]);
    expect(await rooms.query("select author_kind, state, text from junior_messages where id = $1", [messageId])).toEqual([
      { author_kind: "junior", state: "done", text: "" },
    ]);
  });

  test("is delivered where its conversation is", async () => {
    const conversationId = await makeConversation(rooms, ana, { source: "slack" });
    await rooms.query(
      "update junior_conversations set location_surface = 'slack', location_tenant = 'T1', location_channel = 'C1', location_thread = '1.1' where id = $1",
      [conversationId],
    );
    const file = await makeFile(rooms, null);
    await appendTo(conversationId, file.id);
    expect(await claimDue(rooms.database, ["slack"], 5)).toMatchObject([
      { kind: "file", fileId: file.id, conversationId, messageId: null, place: { tenant: "T1", channel: "C1", thread: "1.1" } },
    ]);
  });

  test("is never one that a person uploaded, or that is on something else", async () => {
    const conversationId = await makeConversation(rooms, ana);
    const claimed = await makeFile(rooms, null);
    await inTransaction((transaction) => claimFiles(transaction, [claimed.id], null));
    for (const fileId of [(await makeFile(rooms, ana)).id, claimed.id, newId()]) expect(await appendTo(conversationId, fileId)).toBeNull();
    expect(await rooms.query("select 1 from junior_messages where conversation_id = $1", [conversationId])).toHaveLength(1);
  });
});
