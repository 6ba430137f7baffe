import { afterEach, expect, test } from "vitest";
import type { Tool } from "junior-plugin-api";
import { z } from "zod";
import { ModelError, type ModelRequest } from "../packages/junior/src/model/model.ts";
import { readOutputTool } from "../packages/junior/src/turns/tools/read-output.ts";
import { calling, openTurnWorld, textOf, type TurnWorld } from "./turn-world.ts";

let world: TurnWorld;
afterEach(() => world.close());

/** Gives so many characters, all of them the number of the page asked for. */
const readBook: Tool<{ page: number; length: number }> = {
  name: "readBook",
  description: "Reads a page.",
  input: z.object({ page: z.number(), length: z.number() }),
  hints: { readOnly: true, destructive: false, openWorld: false, idempotent: true },
  target: ({ page }) => `page ${page}`,
  run: async ({ page, length }) => ({ ok: true, output: `BEGIN${page} `.padEnd(length, String(page)) }),
};
const tools = [readBook as Tool];
const isSummary = (request: ModelRequest) => request.system.startsWith("You write the memory");
const summaries = (conversationId: string) =>
  world.query<{ through: number; text: string }>(
    "select through_sequence as through, text from junior_conversation_summaries where conversation_id = $1 order by 1",
    [conversationId],
  );

/** Says things of 2,000 characters each that nobody answers. */
async function fill(conversationId: string, from: number, to: number, by = world.ben): Promise<void> {
  for (let number = from; number <= to; number++) {
    const text = `fact ${number} `.padEnd(2_000, "x");
    await world.say(text, { by, conversation: { id: conversationId }, state: "seen" });
  }
}

test("history over the window becomes a summary once, which stands for it; own words and open asks stay word for word", async () => {
  world = await openTurnWorld({ contextTokens: 12_000 });
  world.answer((request) => {
    if (request.messages.some((message) => message.role === "tool")) return "";
    return calling({ tool: "addReviewItem", input: { title: "Pick the venue", ask: "Choose it.", request: { kind: "task" } } });
  });
  const { conversationId } = await world.say("We meet on 3 May, never on a Sunday.");
  await world.settled(conversationId);
  await fill(conversationId, 1, 20);
  world.answer((request) => (isSummary(request) ? "SUMMARY: ben told many facts." : "Understood."));
  await world.say("what now?", { conversation: { id: conversationId } });
  await world.settled(conversationId);

  const request = world.requests.at(-1) as ModelRequest;
  expect(textOf(request)).toContain("SUMMARY: ben told many facts.");
  expect(textOf(request)).toContain("We meet on 3 May, never on a Sunday.");
  expect(textOf(request)).toContain("Pick the venue: Choose it. (waits for ana)");
  expect(textOf(request)).toContain("fact 20 ");
  expect(textOf(request)).not.toContain("fact 2 ");
  expect(textOf(request).length / 4).toBeLessThan(12_000 * 0.7);
  const written = await summaries(conversationId);
  const asked = world.requests.filter(isSummary);
  expect(asked).toHaveLength(written.length);
  // What was left out of the history has been in a request for a summary.
  for (let number = 1; number <= 20; number++) {
    expect([...asked, request].some((each) => textOf(each).includes(`fact ${number} `))).toBe(true);
  }
  await world.say("and now?", { conversation: { id: conversationId } });
  await world.settled(conversationId);
  expect(world.requests.filter(isSummary)).toHaveLength(asked.length);
});

test("a death in the middle of summarising loses nothing and repeats one piece at most", async () => {
  world = await openTurnWorld({ contextTokens: 6_000 });
  const { conversationId } = await world.say("begin");
  await world.settled(conversationId);
  await fill(conversationId, 1, 14);
  let written = 0;
  world.answer((request) => {
    if (!isSummary(request)) return "Whole again.";
    if (++written === 2) throw new Error("the process died here");
    return `SUMMARY ${written}`;
  });
  await world.say("go on", { conversation: { id: conversationId } });
  expect((await world.settled(conversationId)).at(-1)?.text).toBe("Whole again.");
  expect(await summaries(conversationId)).toHaveLength(written - 1);
  const facts = Array.from({ length: 14 }, (_, index) => `fact ${index + 1} `);
  const seen = world.requests.map(textOf).join();
  expect(facts.filter((fact) => !seen.includes(fact))).toEqual([]);
});

test("a provider that finds the prompt too long gets a shorter one, once", async () => {
  world = await openTurnWorld({ contextTokens: 100_000 });
  const { conversationId } = await world.say("begin");
  await world.settled(conversationId);
  await fill(conversationId, 1, 20);
  const lengths: number[] = [];
  world.answer((request) => {
    if (isSummary(request)) return "SUMMARY";
    lengths.push(textOf(request).length);
    if (lengths.length === 1) throw new ModelError("prompt-too-long", { retryable: false });
    return "It fits.";
  });
  await world.say("go on", { conversation: { id: conversationId } });
  expect((await world.settled(conversationId)).at(-1)?.text).toBe("It fits.");
  expect(lengths).toHaveLength(2);
  expect(lengths[1]).toBeLessThan((lengths[0] as number) * 0.7);
});

test("one that finds the shorter one too long as well ends the Turn plainly", async () => {
  world = await openTurnWorld();
  world.answer(() => {
    throw new ModelError("prompt-too-long", { retryable: false });
  });
  const { conversationId } = await world.say("a question");
  expect((await world.settled(conversationId)).at(-1)?.text).toMatch(
    /^I could not finish: there is more to read here than the model can hold/,
  );
  expect(world.requests).toHaveLength(2);
});

test("old outputs of a very long Turn are left out with a line on how to read them again", async () => {
  world = await openTurnWorld({ contextTokens: 20_000, tools });
  world.answer((request) => {
    const steps = request.messages.filter((message) => message.role === "tool").length;
    return steps < 12 ? calling({ tool: "readBook", input: { page: steps + 1, length: 8_000 } }) : "Read it all.";
  });
  const { conversationId } = await world.say("read the book");
  expect((await world.settled(conversationId)).at(-1)?.text).toBe("Read it all.");
  for (const request of world.requests) expect(textOf(request).length / 4).toBeLessThan(20_000 * 0.7);
  const last = textOf(world.requests.at(-1) as ModelRequest);
  expect(last).toContain("BEGIN12");
  expect(last).not.toContain("BEGIN1 ");
  expect(last).toContain("Left out here because it is long. Read it again: readOutput(");
});

test("an output over 30 kB is stored whole and read in pages, by the same tree alone", async () => {
  world = await openTurnWorld({ tools });
  world.answer((request) => {
    const steps = request.messages.filter((message) => message.role === "tool").length;
    if (steps === 0) return calling({ tool: "readBook", input: { page: 7, length: 70_000 } });
    const callId = /"callId\\*":\\*"([^"\\]+)/.exec(textOf(request))?.[1];
    return steps === 1 ? calling({ tool: "readOutput", input: { callId, page: 3 } }) : "The last page says 7.";
  });
  const { conversationId } = await world.say("read the long page");
  expect((await world.settled(conversationId)).at(-1)?.text).toBe("The last page says 7.");
  expect(textOf(world.requests[1] as ModelRequest).length).toBeLessThan(31_000);
  expect(textOf(world.requests[1] as ModelRequest)).toContain("[Page 1 of 3. The next one: readOutput(");
  expect(textOf(world.requests[2] as ModelRequest)).toContain("[Page 3 of 3, the last.]");
  const [stored] = await world.query<{ id: string; turn: string; tree: string; length: number }>(
    `select call.call_id as id, call.turn_id as turn, turn.turn_tree_id as tree, length(call.result ->> 'output') as length
     from junior_tool_calls as call join junior_turns as turn on turn.id = call.turn_id where call.tool = 'readBook'`,
  );
  expect(stored?.length).toBe(70_000);

  const read = readOutputTool(world.database);
  if (!("run" in read)) throw new Error("it runs");
  const other = await world.say("another thread");
  const about = {
    callId: "c",
    turnId: stored?.turn as string,
    turnTreeId: stored?.tree as string,
    conversationId,
    rootConversationId: conversationId,
    principalUserId: world.ana.userId,
    actorIdentityId: null,
  };
  const input = { callId: stored?.id as string, page: 2 };
  const signal = new AbortController().signal;
  expect(await read.run(input, about, signal)).toMatchObject({ ok: true });
  expect(await read.run(input, { ...about, rootConversationId: other.conversationId }, signal)).toMatchObject({ ok: false });
  expect(await read.run({ ...input, page: 4 }, about, signal)).toEqual({ ok: false, error: "There is no page 4: it has 3." });
  await world.settled(other.conversationId);
});
