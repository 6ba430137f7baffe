import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deleteMessage, editMessage } from "../packages/junior/src/conversations/change-message.ts";
import type { Model } from "../packages/junior/src/model/model.ts";
import { stopTurnOfMessage } from "../packages/junior/src/turns/request-stop.ts";
import { calling, openTurnWorld, slackPlace, textOf, type TurnWorld } from "./turn-world.ts";
import { waitFor } from "./wait-for.ts";

let world: TurnWorld;
let sure = "no";
const fast: Model = {
  name: "test/fast",
  rehearsal: false,
  price: null,
  contextTokens: 10_000,
  suggestions: [],
  generate: async () => ({ content: sure, text: sure, toolCalls: [], usage: { inputTokens: 1, outputTokens: 1 }, cutOff: false }),
};

beforeAll(async () => {
  world = await openTurnWorld({ fast });
});
afterAll(() => world.close());
beforeEach(() => {
  sure = "no";
  world.answer(() => "Fine.");
});

let threads = 0;
/** A Slack thread in which ana and ben have spoken and Junior has answered. */
async function thread(): Promise<{
  id: string;
  say: (text: string, given?: Parameters<TurnWorld["say"]>[1]) => ReturnType<TurnWorld["say"]>;
}> {
  const key = `slack:T1:C1:${++threads}.1`;
  const conversation = {
    externalKey: key,
    source: "slack",
    visibility: "public",
    title: "t",
    location: { ...slackPlace, thread: `${threads}.1` },
  } as const;
  const { conversationId: id } = await world.say("hello", { by: world.ben, conversation, source: "slack", state: "seen" });
  await world.say("hello Junior", { conversation: { id }, source: "slack" });
  await world.settled(id);
  return { id, say: (text, given) => world.say(text, { conversation: { id }, source: "slack", state: "undecided", ...given }) };
}
const change = <T>(action: (transaction: Parameters<typeof editMessage>[0]) => Promise<T>) => world.database.transaction().execute(action);
const stateOf = async (messageId: string) => {
  const [row] = await world.query<{ state: string; text: string; edited: boolean; deleted: boolean }>(
    "select state, text, edited_at is not null as edited, deleted_at is not null as deleted from junior_messages where id = $1",
    [messageId],
  );
  return row;
};
const decided = (messageId: string) =>
  waitFor(
    "a decision",
    () => stateOf(messageId),
    (row) => (row?.state === "seen" || row?.state === "done") && row.state,
  );
const reactions = (conversationId: string) =>
  world.query(
    "select emoji, message_id as message from junior_deliveries where conversation_id = $1 and kind = 'reaction' order by created_at",
    [conversationId],
  );

test("where two people talk, a word right after Junior's is for it only when the fast model is sure", async () => {
  const { say } = await thread();
  expect(await decided((await say("thanks, and the other one?")).messageId)).toBe("seen");
  const other = await thread();
  sure = "yes";
  expect(await decided((await other.say("thanks, and the other one?")).messageId)).toBe("done");
});

test("a word that follows another person's is not asked about", async () => {
  const { say, id } = await thread();
  await decided((await say("ben, did you see that?")).messageId);
  sure = "yes";
  expect(await decided((await say("yes, I did", { by: world.ben })).messageId)).toBe("seen");
  expect(await world.turns(id)).toHaveLength(1);
});

test("'stay out' mutes the thread with a sign that it was heard, until the next mention", async () => {
  const { say, id } = await thread();
  sure = "yes";
  const muting = await say("Junior, please stay out of this.", { state: "waiting" });
  expect(await stateOf(muting.messageId)).toMatchObject({ state: "seen" });
  expect(await reactions(id)).toEqual([{ emoji: "zipper_mouth_face", message: muting.messageId }]);
  expect(await decided((await say("so, between us")).messageId)).toBe("seen");
  expect(await decided((await say("come back", { state: "waiting" })).messageId)).toBe("done");
  expect(await decided((await say("and go on")).messageId)).toBe("done");
});

test("somebody who takes no part cannot mute by a passing word", async () => {
  const { say, id } = await thread();
  await say("stay out", { by: await world.person("cai") });
  await world.settled(id);
  expect(await reactions(id)).toEqual([]);
});

test("a message that must wait for another person's Turn gets eyes, once", async () => {
  const { say, id } = await thread();
  let release: (() => void) | null = null;
  world.answer((request) =>
    textOf(request).includes("slow work") && !textOf(request).includes("me too")
      ? new Promise((resolve) => (release = () => resolve("Slowly done.")))
      : "Fine.",
  );
  await say("slow work", { state: "waiting" });
  await waitFor(
    "the model call",
    () => release,
    (given) => given,
  );
  const waiting = await say("me too", { by: world.ben, state: "waiting" });
  const late = await say("and hurry", { state: "waiting" });
  const given = await waitFor(
    "the eyes",
    () => reactions(id),
    (rows) => rows.length > 0 && rows,
  );
  expect(given).toEqual([{ emoji: "eyes", message: waiting.messageId }]);
  (release as (() => void) | null)?.();
  await world.settled(id);
  // When the first Turn had ended, what came too late to join it had to wait for ben's.
  expect(await reactions(id)).toEqual([...given, { emoji: "eyes", message: late.messageId }]);
});

test("somebody's other account is theirs: its words join their Turn, get no eyes, and its stop ends it", async () => {
  const { say, id } = await thread();
  const other = await world.person("ana-elsewhere");
  await world.query("update junior_identities set user_id = $1 where id = $2", [world.ana.userId, other.identityId]);
  let release: (() => void) | null = null;
  world.answer((request) =>
    textOf(request).includes("in blue")
      ? new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(new Error("stopped"))))
      : new Promise((resolve) => (release = () => resolve(calling({ tool: "readOutput", input: { callId: "c9", page: 1 } })))),
  );
  await say("paint the shed", { state: "waiting" });
  const go = await waitFor(
    "the model call",
    () => release,
    (given) => given,
  );
  const joining = await say("in blue", { by: { ...other, userId: world.ana.userId }, state: "waiting" });
  go();
  await waitFor(
    "the joining",
    () => stateOf(joining.messageId),
    (row) => row?.state === "taken",
  );
  expect(await reactions(id)).toEqual([]);
  await say("stop", { by: { ...other, userId: world.ana.userId }, state: "waiting" });
  await world.settled(id);
  expect((await world.turns(id)).at(-1)).toEqual({ state: "stopped", failure: null });
});

test("an edit of what no Turn has taken replaces the text and nothing else; of what was taken it is only noted", async () => {
  const { say, id } = await thread();
  const key = "slack:T1:C1:edit";
  const { messageId } = await say("lunch at noon", { externalKey: key });
  expect(await decided(messageId)).toBe("seen");
  expect(await change((transaction) => editMessage(transaction, key, "lunch at one, Junior"))).toBe("edited");
  expect(await stateOf(messageId)).toEqual({ state: "seen", text: "lunch at one, Junior", edited: true, deleted: false });
  expect(await change((transaction) => editMessage(transaction, key, "lunch at one, Junior"))).toBe("unchanged");

  const taken = await say("do it", { externalKey: `${key}-2`, state: "waiting" });
  await world.settled(id);
  expect(await change((transaction) => editMessage(transaction, `${key}-2`, "do something else"))).toBe("taken");
  expect(await stateOf(taken.messageId)).toEqual({ state: "done", text: "do it", edited: true, deleted: false });
  expect(await change((transaction) => editMessage(transaction, "slack:T1:C1:none", "x"))).toBe("unknown");
});

test("a deleted message that no Turn has taken is dropped, never shown to a model, and no mention raises it", async () => {
  const { say, id } = await thread();
  const key = "slack:T1:C1:delete";
  const { messageId } = await say("my password is swordfish", { externalKey: key });
  expect(await decided(messageId)).toBe("seen");
  expect(await change((transaction) => deleteMessage(transaction, key))).toEqual({ outcome: "dropped" });
  expect(await change((transaction) => editMessage(transaction, key, "again"))).toBe("unknown");
  expect((await say("my password is swordfish", { externalKey: key, state: "waiting" })).outcome).toBe("known");
  await say("what was said?", { state: "waiting" });
  await world.settled(id);
  const last = world.requests.at(-1);
  expect(last && textOf(last).includes("what was said?")).toBe(true);
  expect(last && textOf(last).includes("swordfish")).toBe(false);
});

test("a deleted message that a Turn works on ends that Turn", async () => {
  const { say, id } = await thread();
  let asked = false;
  world.answer(
    (request) =>
      new Promise((_, reject) => {
        asked = true;
        request.signal.addEventListener("abort", () => reject(request.signal.reason), { once: true });
      }),
  );
  const key = "slack:T1:C1:stop";
  const { messageId } = await say("a long task", { externalKey: key, state: "waiting" });
  await waitFor(
    "the model call",
    () => asked,
    (value) => value,
  );
  await change(async (transaction) => {
    expect(await deleteMessage(transaction, key)).toEqual({ outcome: "taken", messageId });
    expect(await stopTurnOfMessage(transaction, messageId)).toBe(true);
  });
  expect((await world.settled(id)).at(-1)?.text).toBe("Stopped. Nothing was done.");
  expect(await change((transaction) => stopTurnOfMessage(transaction, messageId))).toBe(false);
});
