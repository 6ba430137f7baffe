import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openStatus, type Status } from "./status.ts";

const thread = { channel: "C0P", thread: "1.1" };
let told: string[] = [];
let status: Status;
let answer: () => Promise<unknown> = async () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  answer = async () => undefined;
  status = openStatus({
    findThread: async (conversationId) => (conversationId === "none" ? null : thread),
    setStatus: (_, text) => {
      told.push(text);
      return answer();
    },
    now: () => Date.now(),
    firstAfterMs: 0,
  });
});
afterEach(() => {
  status.close();
  vi.useRealTimers();
});

const say = (doing: string | null, turnId = "turn") => status.progress({ conversationId: "one", turnId, actorIdentityId: null, doing });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("many words within a second become two calls, the last one wins", async () => {
  for (const doing of ["is thinking", "is reading", "is writing"]) {
    say(doing);
    await pass(10);
  }
  await pass(1_000);
  expect(told).toEqual(["is thinking", "is writing"]);
});

test("it is told again before Slack's two minutes are over, for as long as the work goes on", async () => {
  say("is thinking");
  await pass(300_000);
  expect(told.length).toBe(4);
});

test("work that ends without a post is no longer shown", async () => {
  say("is thinking");
  await pass(10);
  say(null);
  await pass(200_000);
  expect(told).toEqual(["is thinking", ""]);
});

test("after a reply nothing is told any more", async () => {
  say("is thinking");
  await pass(10);
  say("is writing");
  status.replied(thread);
  say(null);
  await pass(200_000);
  expect(told).toEqual(["is thinking"]);
});

test("a call that was under way when the reply came is taken back", async () => {
  answer = () => new Promise((resolve) => setTimeout(resolve, 2_000));
  say("is thinking");
  await pass(10);
  status.replied(thread);
  await pass(10_000);
  expect(told).toEqual(["is thinking", ""]);
});

test("the end of an earlier Turn does not hide the next one", async () => {
  say("is thinking", "first");
  await pass(10);
  say("is reading", "second");
  say(null, "first");
  await pass(2_000);
  expect(told).toEqual(["is thinking", "is reading"]);
});

test("a Turn that is never heard of again is no longer shown after an hour", async () => {
  say("is thinking");
  await pass(2 * 3_600_000);
  expect(told.at(-1)).toBe("");
});

test("a Conversation without a thread is not told of", async () => {
  status.progress({ conversationId: "none", turnId: "turn", actorIdentityId: null, doing: "is thinking" });
  await pass(2_000);
  expect(told).toEqual([]);
});

test("work that is done at once shows nothing", async () => {
  status.close();
  const calls: string[] = [];
  status = openStatus({ findThread: async () => thread, setStatus: async (_, text) => calls.push(text), now: () => Date.now() });
  say("is thinking");
  await pass(300);
  say(null);
  await pass(5_000);
  expect(calls).toEqual([]);
  say("is thinking", "next");
  await pass(1_000);
  expect(calls).toEqual(["is thinking"]);
});
