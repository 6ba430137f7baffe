import { afterAll, beforeAll, expect, test } from "vitest";
import { closeItem } from "../packages/junior/src/desk/close-item.ts";
import { findWorkedMs } from "../packages/junior/src/turns/step-store.ts";
import type { Tool } from "junior-plugin-api";
import { z } from "zod";
import { calling, openTurnWorld, slackPlace, textOf, type TurnWorld } from "./turn-world.ts";
import { waitFor } from "./wait-for.ts";

let refusal: string | null = null;
let world: TurnWorld;
const waits: Tool = {
  name: "waitForEver",
  description: "Waits.",
  input: z.object({}),
  hints: { readOnly: true, destructive: false, openWorld: false, idempotent: true },
  target: () => "nothing",
  run: () => new Promise(() => undefined),
};

beforeAll(async () => {
  world = await openTurnWorld({
    tools: [waits],
    mayStart: async () => (refusal === null ? { ok: true } : { ok: false, text: refusal }),
    limits: { tokens: 60, workedMs: 1_500, machineTurnsInARow: 3 },
  });
});
afterAll(() => world.close());

test("a Turn that has read and written too much ends, and says so", async () => {
  world.answer((request) => calling({ tool: "readOutput", input: { callId: `x${request.messages.length}` } }));
  const { conversationId } = await world.say("read everything");
  expect((await world.settled(conversationId)).at(-1)?.text).toMatch(
    /^I could not finish: it read and wrote more than one piece of work may/,
  );
  expect(await world.turns(conversationId)).toEqual([{ state: "failed", failure: "too-many-tokens" }]);
});

test.each(["\0\0", "\u200b", "\u2060 \ufeff"])(
  "a reply of %j, of which nobody sees anything, is asked for once more and then told",
  async (reply) => {
    world.answer(() => ({ text: reply, content: reply }));
    const { conversationId } = await world.say(`say nothing: ${JSON.stringify(reply)}`);
    expect((await world.settled(conversationId)).at(-1)?.text).toMatch(/^I could not finish: the model gave no answer, twice/);
  },
);

test("a Turn whose time is up ends in the middle of a call that heeds no signal", async () => {
  world.answer(() => calling({ tool: "waitForEver", input: {} }));
  const { conversationId } = await world.say("wait for ever");
  expect((await world.settled(conversationId)).at(-1)?.text).toMatch(/^I could not finish: it took longer than one piece of work may take/);
});

test("hours in which nobody worked count as ten minutes at most", async () => {
  world.answer(() => "Done.");
  const { conversationId } = await world.say("count the time");
  await world.settled(conversationId);
  const [turn] = await world.query<{ id: string }>("select id from junior_turns where conversation_id = $1", [conversationId]);
  const id = turn?.id as string;
  await world.query("update junior_turns set started_at = now() - interval '9 hours 30 seconds' where id = $1", [id]);
  await world.query("update junior_turn_steps set created_at = now() - interval '9 hours' where turn_id = $1", [id]);
  const workedMs = await findWorkedMs(world.database, id);
  expect(workedMs).toBeGreaterThan(629_000);
  expect(workedMs).toBeLessThan(640_000);
});

test("machines that wake each other are stopped with one line, and a person sets them going again", async () => {
  world.answer(() => "Checked.");
  const first = await world.say("About: x", { author: { kind: "event" }, source: "event" });
  const conversation = { id: first.conversationId };
  await world.settled(conversation.id);
  for (let turn = 2; turn <= 6; turn++) {
    await world.say(`About: ${turn}`, { conversation, author: { kind: "event" }, source: "event" });
    await world.settled(conversation.id);
  }
  const said = await world.settled(conversation.id);
  expect(said.filter(({ text }) => text === "Checked.")).toHaveLength(3);
  expect(said.filter(({ text }) => text.startsWith("I have worked here 3 times in a row"))).toHaveLength(1);
  expect(await world.turns(conversation.id)).toHaveLength(3);
  await world.say("go on", { conversation });
  await world.settled(conversation.id);
  await world.say("About: 7", { conversation, author: { kind: "event" }, source: "event" });
  await world.settled(conversation.id);
  expect(await world.turns(conversation.id)).toHaveLength(5);
});

test("reports of helpers do not count as machines", async () => {
  world.answer(() => "Noted.");
  const first = await world.say("start", {});
  const conversation = { id: first.conversationId };
  await world.settled(conversation.id);
  for (let turn = 0; turn < 5; turn++) {
    await world.say("done", { conversation, author: { kind: "child" }, source: "child" });
    await world.settled(conversation.id);
  }
  expect(await world.turns(conversation.id)).toHaveLength(6);
});

test("a Turn that may not start says so once for each thing a person says, is delivered, and its messages wait", async () => {
  refusal = "Today's budget is used up.";
  try {
    const { conversationId } = await world.say("work", {
      source: "slack",
      conversation: { externalKey: "slack:T1:C1:1.1", source: "slack", visibility: "public", title: "t", location: slackPlace },
    });
    const lines = () =>
      world.query("select text from junior_messages where conversation_id = $1 and author_kind = 'junior'", [conversationId]);
    await waitFor("the line", lines, (rows) => rows.length === 1);
    await world.say("work!", { conversation: { id: conversationId }, source: "slack" });
    await waitFor("another line", lines, (rows) => rows.length === 2);
    const [delivered] = await world.query("select count(*) as count from junior_deliveries where conversation_id = $1", [conversationId]);
    expect(delivered).toEqual({ count: 2 });
    refusal = null;
    world.answer((request) => (textOf(request).includes("work!") ? "Both done." : "?"));
    await world.say("and now?", { conversation: { id: conversationId }, source: "slack" });
    expect((await world.settled(conversationId)).at(-1)?.text).toBe("Both done.");
    expect(await world.turns(conversationId)).toHaveLength(1);
  } finally {
    refusal = null;
  }
});

test("an answer on the desk is a person's word", async () => {
  world.answer((request) =>
    textOf(request).includes("Recorded on the desk")
      ? "Thanks."
      : request.messages.some((message) => message.role === "tool")
        ? ""
        : calling({ tool: "addReviewItem", input: { title: "Paint", ask: "Paint it.", request: { kind: "task" } } }),
  );
  const { conversationId } = await world.say("ask me");
  await world.settled(conversationId);
  const [item] = await world.query<{ id: string }>("select id from junior_review_items where conversation_id = $1", [conversationId]);
  const closed = await closeItem(world.database, world.queue, {
    itemId: item?.id as string,
    revision: 1,
    person: world.ana,
    surface: "web",
    given: { response: { confirmed: true } },
  });
  expect(closed.outcome).toBe("closed");
  await waitFor(
    "the second Turn",
    () => world.turns(conversationId),
    (turns) => turns.length === 2 && turns.every(({ state }) => state === "done"),
  );
});
