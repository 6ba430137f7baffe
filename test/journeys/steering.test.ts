import { afterAll, beforeAll, expect, test } from "vitest";
import { openWork } from "../../packages/junior/src/app/open-work.ts";
import { receiveMessage } from "../../packages/junior/src/conversations/receive-message.ts";
import type { Model, ModelOutput, ModelRequest } from "../../packages/junior/src/model/model.ts";
import type { Person } from "../../packages/junior/src/people/person.ts";
import { requestStop } from "../../packages/junior/src/turns/request-stop.ts";
import type { TurnWorker } from "../../packages/junior/src/turns/turn-worker.ts";
import { type Rooms, openRooms, silentLog } from "../open-rooms.ts";
import { waitFor } from "../wait-for.ts";

/** A model whose every answer the test gives, so that it can do something between two steps. */
const asked: { request: ModelRequest; answer(output: Partial<ModelOutput>): void }[] = [];
const model: Model = {
  name: "test/by-hand",
  rehearsal: false,
  price: null,
  contextTokens: 100_000,
  suggestions: [],
  generate: (request) =>
    new Promise((resolve, reject) => {
      request.signal.addEventListener("abort", () => reject(request.signal.reason), { once: true });
      const empty = { content: "", text: "", toolCalls: [], usage: { inputTokens: 1, outputTokens: 1 }, cutOff: false };
      asked.push({ request, answer: (output) => resolve({ ...empty, content: output.text ?? "", ...output }) });
    }),
};

let rooms: Rooms;
let worker: TurnWorker;
let ana: Person;
let ben: Person;
beforeAll(async () => {
  rooms = await openRooms();
  [ana, ben] = await Promise.all([rooms.person("ana"), rooms.person("ben")]);
  worker = await openWork(rooms, { model, log: silentLog });
});
afterAll(async () => {
  await worker.close();
  await rooms.close();
});

let count = 0;
async function say(person: Person, text: string, conversationId?: string): Promise<string> {
  const conversation = conversationId
    ? { id: conversationId }
    : ({ externalKey: null, source: "web", visibility: "public", title: "t", location: null } as const);
  const received = await rooms.database.transaction().execute((transaction) =>
    receiveMessage(transaction, rooms.queue, {
      conversation,
      externalKey: `test:${++count}`,
      source: "web",
      author: { kind: "person", userId: person.userId, identityId: person.identityId },
      text,
      state: "waiting",
    }),
  );
  if (!received) throw new Error("not received");
  return received.conversationId;
}
const next = async () => {
  await waitFor(
    "a model call",
    () => asked.length,
    (length) => length > 0,
  );
  return asked.shift() as (typeof asked)[number];
};
const unknownCall = {
  toolCalls: [{ callId: "c1", tool: "nothingOfTheKind", input: {} }],
  content: [{ type: "tool-call" as const, toolCallId: "c1", toolName: "nothingOfTheKind", input: {} }],
};
const replies = (conversationId: string, number: number) =>
  waitFor(
    `${number} replies`,
    () =>
      rooms.query<{ text: string }>(
        "select text from junior_messages where conversation_id = $1 and author_kind = 'junior' order by sequence",
        [conversationId],
      ),
    (rows) => rows.length === number && rows.map((row) => row.text),
  );

test("what its Actor says meanwhile joins at the next step, where it came in; somebody else's waits for a Turn of its own", async () => {
  const conversation = await say(ana, "paint it blue");
  const first = await next();
  await say(ben, "and mow the lawn", conversation);
  await say(ana, "no, green", conversation);
  first.answer(unknownCall);
  const second = await next();
  const roles = second.request.messages.map((message) => message.role);
  expect(roles).toEqual(["user", "assistant", "tool", "user"]);
  expect(JSON.stringify(second.request.messages.at(-1))).toContain("no, green");
  second.answer({ text: "Green it is." });
  const third = await next();
  expect(JSON.stringify(third.request.messages.at(-1))).toContain("mow the lawn");
  third.answer({ text: "Mown." });
  expect(await replies(conversation, 2)).toEqual(["Green it is.", "Mown."]);
});

test("the Actor's word stops it in the middle of a model call; nobody else's does, and what follows gets a Turn", async () => {
  const conversation = await say(ana, "count to a million");
  const running = await next();
  await say(ben, "stop", conversation);
  await say(ana, "Stop!", conversation);
  await say(ana, "count to three", conversation);
  const [stopped] = await replies(conversation, 1);
  expect(stopped).toBe("Stopped. Nothing was done.");
  expect(running.request.signal.aborted).toBe(true);
  const bens = await next();
  expect(JSON.stringify(bens.request.messages.at(-1))).toContain("Instruction by ben");
  bens.answer({ text: "There is nothing to stop." });
  const anas = await next();
  expect(JSON.stringify(anas.request.messages.at(-1))).toContain("count to three");
  anas.answer({ text: "1, 2, 3." });
  expect(await replies(conversation, 3)).toHaveLength(3);
});

test("the stop button: only for whom the Turn acts", async () => {
  const conversation = await say(ana, "sleep");
  await next();
  expect(await requestStop(rooms.database, conversation, ben)).toBe("not-yours");
  expect(await requestStop(rooms.database, conversation, ana)).toBe("requested");
  expect(await replies(conversation, 1)).toEqual(["Stopped. Nothing was done."]);
  expect(await requestStop(rooms.database, conversation, ana)).toBe("not-yours");
  expect(await rooms.query("select state from junior_turns where conversation_id = $1", [conversation])).toEqual([{ state: "stopped" }]);
});
