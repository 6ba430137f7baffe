import { describe, expect, test } from "vitest";
import { LeaseLostError } from "../packages/junior/src/base/errors.ts";
import { lockLeased } from "../packages/junior/src/conversations/conversation-store.ts";
import { claimDue, park, postpone, recordPosted, renewClaims } from "../packages/junior/src/conversations/delivery-claim-store.ts";
import { addDelivery } from "../packages/junior/src/conversations/delivery-store.ts";
import { releaseLease, renewLease, takeLease } from "../packages/junior/src/conversations/lease-store.ts";
import { type NewMessage, receiveMessage } from "../packages/junior/src/conversations/receive-message.ts";
import { newId } from "../packages/junior/src/base/ids.ts";
import { useRooms } from "./use-rooms.ts";
import { waitFor } from "./wait-for.ts";

const { rooms, ana, inTransaction } = useRooms();

let count = 0;
const place = () => ({ surface: "slack", tenant: "T1", channel: "C1", thread: `${++count}.1` });

function receive(message: Partial<NewMessage> & { externalKey: string }) {
  return inTransaction((transaction) =>
    receiveMessage(transaction, rooms.queue, {
      conversation: { externalKey: message.externalKey, source: "slack", visibility: "public", title: "t", location: null },
      source: "slack",
      author: { kind: "person", userId: ana.userId, identityId: ana.identityId },
      text: "hello",
      state: "waiting",
      ...message,
    }),
  );
}

describe("receiving", () => {
  test("the same key is one message, whichever copy comes first and however often", async () => {
    const key = "slack:T1:C1:1.1";
    const copies = await Promise.all(Array.from({ length: 8 }, () => receive({ externalKey: key })));
    expect(copies.filter((copy) => copy?.outcome === "stored")).toHaveLength(1);
    expect(new Set(copies.map((copy) => copy?.messageId)).size).toBe(1);
  });

  test("a copy that says more raises one that was not for Junior, and never the other way", async () => {
    const key = "slack:T1:C1:2.1";
    expect((await receive({ externalKey: key, state: "seen" }))?.outcome).toBe("stored");
    expect((await receive({ externalKey: key, state: "waiting" }))?.outcome).toBe("raised");
    expect((await receive({ externalKey: key, state: "seen" }))?.outcome).toBe("known");
    const [row] = await rooms.query("select state from junior_messages where external_key = $1", [key]);
    expect(row).toEqual({ state: "waiting" });
  });

  test("a message that was taken is not raised again", async () => {
    const key = "slack:T1:C1:3.1";
    const stored = await receive({ externalKey: key });
    await rooms.query("update junior_messages set state = 'done' where id = $1", [stored?.messageId]);
    expect((await receive({ externalKey: key }))?.outcome).toBe("known");
  });

  test("twenty at once get the numbers 1 to 20", async () => {
    const first = await receive({ externalKey: "thread:0" });
    const conversation = { id: first?.conversationId as string };
    await Promise.all(Array.from({ length: 19 }, (_, index) => receive({ externalKey: `thread:${index + 1}`, conversation })));
    const rows = await rooms.query("select sequence from junior_messages where conversation_id = $1 order by sequence", [conversation.id]);
    expect(rows.map((row) => Number(row["sequence"]))).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  test("one key for two conversations at once is one message, and no number is left out", async () => {
    const [one, other] = [await receive({ externalKey: "two:0" }), await receive({ externalKey: "two:1" })];
    const conversations = [one, other].map((stored) => ({ id: stored?.conversationId as string }));
    for (let round = 0; round < 5; round++) {
      const copies = await Promise.all(
        [...conversations, ...conversations].map((conversation) => receive({ externalKey: `both:${round}`, conversation })),
      );
      expect(copies.map((copy) => copy?.outcome).sort()).toEqual(["known", "known", "known", "stored"]);
      expect(new Set(copies.map((copy) => copy?.messageId)).size).toBe(1);
    }
    const rows = await rooms.query(
      `select conversation.last_sequence, count(*)::int as messages from junior_conversations as conversation
       join junior_messages as message on message.conversation_id = conversation.id
       where conversation.id = any($1) group by conversation.id`,
      [conversations.map(({ id }) => id)],
    );
    for (const row of rows) expect(Number(row["last_sequence"])).toBe(row["messages"]);
  });

  test("one key for a conversation that is there and one that is made at once is one message, and none stays empty", async () => {
    const first = await receive({ externalKey: "old:0" });
    for (let round = 0; round < 5; round++) {
      const copies = await Promise.all([
        receive({ externalKey: `mixed:${round}`, conversation: { id: first?.conversationId as string } }),
        receive({ externalKey: `mixed:${round}` }),
      ]);
      expect(copies.map((copy) => copy?.outcome).sort()).toEqual(["known", "stored"]);
    }
    expect(
      await rooms.query(`select id from junior_conversations as conversation where not exists (
      select from junior_messages where conversation_id = conversation.id)`),
    ).toEqual([]);
  });

  test("nothing is added to a conversation that was deleted", async () => {
    const stored = await receive({ externalKey: "purged:1" });
    const conversation = { id: stored?.conversationId as string };
    await rooms.query("update junior_conversations set purged_at = now() where id = $1", [conversation.id]);
    expect(await receive({ externalKey: "purged:2", conversation })).toBeNull();
  });
});

describe("the lease", () => {
  const conversation = async () => (await receive({ externalKey: `lease:${++count}` }))?.conversationId as string;

  test("is one worker's of many that want it", async () => {
    const id = await conversation();
    const epochs = await Promise.all(Array.from({ length: 6 }, () => takeLease(rooms.database, id, newId())));
    expect(epochs.filter((epoch) => epoch !== null)).toEqual([1]);
  });

  test("is another's once it has run out, and the first one's writes are refused", async () => {
    const id = await conversation();
    const first = await takeLease(rooms.database, id, newId(), 1);
    const second = await waitFor(
      "the lease",
      () => takeLease(rooms.database, id, newId()),
      (epoch) => epoch,
    );
    expect([first, second]).toEqual([1, 2]);
    expect(await renewLease(rooms.database, id, 1)).toBe(false);
    const write = (epoch: number) => inTransaction((transaction) => lockLeased(transaction, id, epoch));
    await expect(write(1)).rejects.toThrow(LeaseLostError);
    await write(2);
    await releaseLease(rooms.database, id, 1);
    expect(await takeLease(rooms.database, id, newId())).toBeNull();
    await releaseLease(rooms.database, id, 2);
    expect(await takeLease(rooms.database, id, newId())).toBe(3);
  });
});

describe("deliveries", () => {
  async function replies(number: number, at = place()) {
    const stored = await receive({ externalKey: `delivery:${++count}` });
    const ids: string[] = [];
    for (let index = 0; index < number; index++) {
      const reply = {
        kind: "reply",
        messageId: stored?.messageId as string,
        conversationId: stored?.conversationId as string,
        place: at,
      } as const;
      ids.push(await inTransaction((transaction) => addDelivery(transaction, reply)));
    }
    return ids;
  }
  const claim = () => claimDue(rooms.database, ["slack"], 50);
  const settle = async () => {
    for (let claimed = await claim(); claimed.length > 0; claimed = await claim()) {
      for (const delivery of claimed) await recordPosted(rooms.database, delivery, { channel: "C1", id: delivery.id });
    }
  };

  test("of one place go one at a time and in order; other places do not wait", async () => {
    await settle();
    const [first, second] = await replies(2);
    const [other] = await replies(1);
    const claimed = await claim();
    expect(claimed.map((delivery) => delivery.id)).toEqual([first, other]);
    expect(await claim()).toEqual([]);
    await recordPosted(rooms.database, claimed[0]!, { channel: "C1", id: "1.5" });
    expect((await claim()).map((delivery) => delivery.id)).toEqual([second]);
  });

  test("one that is put off holds back the rest of its thread, one that can never succeed does not", async () => {
    await settle();
    const [first, second] = await replies(2);
    await postpone(rooms.database, (await claim())[0]!, 60_000);
    expect(await claim()).toEqual([]);
    await rooms.query("update junior_deliveries set next_attempt_at = now() where id = $1", [first]);
    const [again] = await claim();
    expect(again).toMatchObject({ id: first, attempts: 1 });
    await park(rooms.database, again!, "is_archived");
    expect((await claim()).map((delivery) => delivery.id)).toEqual([second]);
  });

  test("a claim is kept by renewing it; one that ran out is another's, also of the same poster, and the first is told so", async () => {
    await settle();
    await replies(1);
    const [slow] = await claim();
    expect(await renewClaims(rooms.database, [slow!.claimId])).toEqual(new Set([slow!.claimId]));
    await rooms.query("update junior_deliveries set claim_until = now() - interval '1 second' where id = $1", [slow!.id]);
    const [rescuer] = await claim();
    expect(rescuer).toMatchObject({ id: slow!.id, attempts: 1 });
    expect(await renewClaims(rooms.database, [slow!.claimId])).toEqual(new Set());
    expect(await recordPosted(rooms.database, slow!, { channel: "C1", id: "9.9" })).toBe(false);
    expect(await recordPosted(rooms.database, rescuer!, { channel: "C1", id: "2.5" })).toBe(true);
    expect(await recordPosted(rooms.database, slow!, { channel: "C1", id: "2.5" })).toBe(true);
  });

  /** It is due, and a claim of it has run out, as some time after the death of its process. */
  const later = (id: string) =>
    rooms.query("update junior_deliveries set next_attempt_at = now(), claim_until = now() - interval '1 second' where id = $1", [id]);

  test("one whose tries all came to no end waits longer each time, and is given up after twelve", async () => {
    await settle();
    const [id] = await replies(1);
    const waits: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) {
      await later(id!);
      expect(await claim()).toMatchObject([{ id, attempts: tries, isGivenUp: false }]);
      const [row] = await rooms.query<{ wait: number }>(
        "select extract(epoch from next_attempt_at - now())::float8 as wait from junior_deliveries where id = $1",
        [id],
      );
      waits.push(row?.wait ?? 0);
    }
    expect(waits[1]).toBeLessThan(1);
    for (const wait of waits.slice(-3)) {
      expect(wait).toBeGreaterThan(25);
      expect(wait).toBeLessThanOrEqual(90);
    }
    await later(id!);
    expect(await claim()).toMatchObject([{ id, attempts: 12, isGivenUp: true }]);
  });

  test("one that was put off a hundred times is not given up for a process that dies with it then", async () => {
    await settle();
    const [id] = await replies(1);
    for (let tries = 0; tries < 100; tries += 1) {
      await later(id!);
      const [claimed] = await claim();
      expect(claimed).toMatchObject({ isGivenUp: false });
      await postpone(rooms.database, claimed!, 60_000);
    }
    for (let deaths = 0; deaths < 3; deaths += 1) {
      await later(id!);
      expect(await claim()).toMatchObject([{ id, isGivenUp: false }]);
    }
  });
});
