import { afterAll, beforeAll, expect, test } from "vitest";
import { openWork } from "../../packages/junior/src/app/open-work.ts";
import { receiveMessage } from "../../packages/junior/src/conversations/receive-message.ts";
import { closeItem } from "../../packages/junior/src/desk/close-item.ts";
import { listItems } from "../../packages/junior/src/desk/item-reader-store.ts";
import { rehearsalModel } from "../../packages/junior/src/model/rehearsal-model.ts";
import type { Person } from "../../packages/junior/src/people/person.ts";
import type { TurnWorker } from "../../packages/junior/src/turns/turn-worker.ts";
import { type Rooms, openRooms, silentLog } from "../open-rooms.ts";
import { waitFor } from "../wait-for.ts";

let rooms: Rooms;
let worker: TurnWorker;
beforeAll(async () => {
  rooms = await openRooms();
  worker = await openWork(rooms, { model: rehearsalModel, log: silentLog });
});
afterAll(async () => {
  await worker.close();
  await rooms.close();
});

test("a question is asked, answered once, and the work goes on with the choice", async () => {
  const { database, queue } = rooms;
  const [ana, ben] = await Promise.all([rooms.person("ana"), rooms.person("ben")]);
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
  const answer = (person: Person) =>
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
    () => rooms.query<{ outcome: string | null }>("select outcome from junior_review_items"),
    (items) => items[0]?.outcome,
  );
  expect(outcome).toMatch(/^from the reply: Blue it is\./);
  const said = await rooms.query("select author_kind, sequence, state from junior_messages where conversation_id = $1 order by sequence", [
    received?.conversationId,
  ]);
  expect(said.map((message) => `${message["sequence"]} ${message["author_kind"]} ${message["state"]}`)).toEqual([
    "1 person done",
    "2 junior done",
    "3 person done",
    "4 junior done",
  ]);
});
