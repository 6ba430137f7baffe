import { afterAll, beforeAll, expect, test } from "vitest";
import { openLog } from "../../packages/junior/src/base/log.ts";
import { openDatabase, type OpenDatabase } from "../../packages/junior/src/db/database.ts";
import { openQueue, type Queue } from "../../packages/junior/src/queue/queue.ts";
import { receiveMessage } from "../../packages/junior/src/conversations/receive-message.ts";
import { closeItem } from "../../packages/junior/src/desk/close-item.ts";
import { listItems } from "../../packages/junior/src/desk/item-reader-store.ts";
import { openWork } from "../../packages/junior/src/app/open-work.ts";
import { rehearsalModel } from "../../packages/junior/src/model/rehearsal-model.ts";
import { findOrCreatePerson } from "../../packages/junior/src/people/people-store.ts";
import type { TurnWorker } from "../../packages/junior/src/turns/turn-worker.ts";
import { createDatabase, type TestDatabase } from "../database.ts";
import { waitFor } from "../wait-for.ts";

let world: TestDatabase;
let opened: OpenDatabase;
let queue: Queue;
let worker: TurnWorker;
const log = openLog("silent");

beforeAll(async () => {
  world = await createDatabase();
  opened = openDatabase({ connectionString: world.connectionString, role: "all" });
  queue = await openQueue({ connectionString: world.connectionString, log, maintain: true });
  worker = await openWork({ database: opened.database, queue }, { model: rehearsalModel, log });
});
afterAll(async () => {
  await worker.close();
  await queue.close();
  await opened.close();
  await world.close();
});

test("a question is asked, answered once, and the work goes on with the choice", async () => {
  const { database } = opened;
  const ana = await findOrCreatePerson(database, {
    provider: "local",
    tenant: "local",
    subject: "ana",
    handle: "ana",
    name: "ana",
    fullMember: true,
  });
  const ben = await findOrCreatePerson(database, {
    provider: "local",
    tenant: "local",
    subject: "ben",
    handle: "ben",
    name: "ben",
    fullMember: true,
  });
  const received = await database.transaction().execute((transaction) =>
    receiveMessage(transaction, queue, {
      conversation: { externalKey: null, source: "cli", visibility: "public", title: "colours", location: null },
      externalKey: "cli:1",
      source: "cli",
      author: { kind: "person", userId: ana.userId, identityId: ana.identityId },
      text: "Ask me to choose a colour",
      state: "waiting",
    }),
  );
  const item = await waitFor(
    "an open item",
    () => listItems(database, ana, { state: "open", mine: true }, { cursor: null, limit: 10 }),
    (page) => page !== "bad-cursor" && page.items[0],
  );
  const [question] = item.request?.kind === "decision" ? item.request.questions : [];
  const option = question?.input.kind === "single-choice" ? question.input.options[0] : undefined;
  if (!question || !option) throw new Error("the question has options");
  const answer = (person: typeof ana) =>
    closeItem(database, queue, {
      itemId: item.id,
      revision: item.revision,
      person,
      surface: "web",
      given: { response: { answers: { [question.id]: option.id } } },
    });
  expect((await answer(ben)).outcome).toBe("not-an-assignee");
  const both = await Promise.all([answer(ana), answer(ana)]);
  expect(both.map((closed) => closed.outcome).sort()).toEqual(["already-closed", "closed"]);

  const outcome = await waitFor(
    "the outcome line",
    () => world.query<{ outcome: string | null }>("select outcome from junior_review_items"),
    (items) => items[0]?.outcome,
  );
  expect(outcome).toMatch(/^from the reply: Blue it is\./);
  const said = await world.query("select author_kind, sequence, state from junior_messages where conversation_id = $1 order by sequence", [
    received?.conversationId,
  ]);
  expect(said.map((message) => `${message["sequence"]} ${message["author_kind"]} ${message["state"]}`)).toEqual([
    "1 person done",
    "2 junior done",
    "3 person done",
    "4 junior done",
  ]);
});
