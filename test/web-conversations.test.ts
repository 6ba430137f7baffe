import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conversation as conversationShape, messageList, problem as problemShape } from "junior-web/contract";
import { openWork } from "../packages/junior/src/app/open-work.ts";
import { newId } from "../packages/junior/src/base/ids.ts";
import { words } from "../packages/junior/src/base/words.ts";
import { deleteMessage, editMessage } from "../packages/junior/src/conversations/change-message.ts";
import { rehearsalModel } from "../packages/junior/src/model/rehearsal-model.ts";
import { makeFile } from "./factories/file.ts";
import { makeConversation, makeItem } from "./factories/item.ts";
import { type Asked, askHttp, openEvents } from "./http-client.ts";
import { type ServedWeb, type TestWeb, openTestWeb, serveWeb } from "./open-test-web.ts";
import { silentLog } from "./open-rooms.ts";
import { waitFor } from "./wait-for.ts";

let web: TestWeb;
/** The same Junior, at which ben is the local person. */
let bens: ServedWeb;
beforeAll(async () => {
  web = await openTestWeb();
  bens = await serveWeb({ ...web.deps, localPerson: async () => web.ben });
});
afterAll(async () => {
  await bens.close();
  await web.close();
});

const at = (id: string) => `/api/conversations/${id}`;
const askBen = (path: string, asked?: Asked) => askHttp(bens.port, path, asked);
const shown = async (id: string) => conversationShape.parse((await web.ask(at(id))).json);
const transcript = async (id: string) => messageList.parse((await web.ask(`${at(id)}/messages`)).json);

async function begun(text: string, attachments: string[] = []): Promise<string> {
  const answer = await web.ask("/api/conversations", { body: { text, key: newId(), attachments } });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.id;
}

describe("steps", () => {
  test("stand after the message that they follow, in plain words and with their time", async () => {
    const id = await begun("Write me a file");
    expect((await transcript(id)).steps).toEqual([]);
    const worker = await openWork(web, { model: rehearsalModel, log: silentLog, only: id });
    worker.wake(id);
    const { messages, steps } = await waitFor(
      "the reply",
      () => transcript(id),
      (list) => list.messages.some(({ text }) => /I wrote/.test(text)) && list,
    );
    await worker.close();
    expect(steps.map(({ text, state, afterSequence }) => [text, state, afterSequence])).toEqual([
      ["Wrote a file: tour.csv", "done", 1],
      ["Ran a command: wc -l tour.csv", "done", 1],
      ["Attached a file: tour.csv", "done", 1],
    ]);
    expect(steps[1]?.tookMs).toBeGreaterThanOrEqual(0);
    expect(messages.flatMap(({ attachments }) => attachments)).toMatchObject([{ name: "tour.csv" }]);
    expect((await askBen(`${at(id)}/messages`)).status).toBe(404);

    const earlier = messageList.parse((await web.ask(`${at(id)}/messages?before=2`)).json);
    expect(earlier.steps).toEqual(steps);
    expect((await web.ask(`${at(id)}/messages?before=1`)).json).toEqual({ messages: [], steps: [], hasEarlier: false });
  });
});

describe("a message", () => {
  test("that its author changed or deleted where it was written says so, and of a deleted one nothing is left", async () => {
    const file = await makeFile(web, web.ana);
    const id = await begun("First words.", [file.id]);
    const key = (await web.query<{ external_key: string }>("select external_key from junior_messages where conversation_id = $1", [id]))[0]!
      .external_key;
    await web.database.transaction().execute((transaction) => editMessage(transaction, key, "Better words."));
    expect((await transcript(id)).messages).toMatchObject([{ text: "Better words.", edited: true, deleted: false, reactions: [] }]);
    await web.database.transaction().execute((transaction) => deleteMessage(transaction, key));
    expect((await transcript(id)).messages).toMatchObject([{ text: "", attachments: [], deleted: true }]);
  });

  test("whose key two conversations get at once is stored in one, and the other answers 409 and takes no file", async () => {
    const ids = [await begun("One."), await begun("Two.")];
    for (let round = 0; round < 5; round++) {
      const key = newId();
      const files = [await makeFile(web, web.ana), await makeFile(web, web.ana)];
      const answers = await Promise.all(
        ids.map((id, index) => web.ask(`${at(id)}/messages`, { body: { text: "x", key, attachments: [files[index]!.id] } })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      const lost = files[answers.findIndex(({ status }) => status === 409)]!;
      expect(await web.query("select attached from junior_files where id = $1", [lost.id])).toEqual([{ attached: false }]);
    }
  });

  test("carries what Junior put on it", async () => {
    const id = await makeConversation(web, web.ana, { source: "slack" });
    await web.query(
      `insert into junior_deliveries (id, conversation_id, kind, message_id, emoji, surface, tenant, channel)
       select $2, $1, 'reaction', id, 'eyes', 'slack', 'T1', 'C1' from junior_messages where conversation_id = $1`,
      [id, newId()],
    );
    expect((await transcript(id)).messages[0]?.reactions).toEqual(["eyes"]);
  });
});

test("a conversation says where Junior answers as well, and whether it stays out", async () => {
  const id = await makeConversation(web, web.ana);
  expect(await shown(id)).toMatchObject({ answersAlsoIn: null, muted: false });
  await web.query(
    "update junior_conversations set muted = true, location_surface = 'slack', location_tenant = 'T1', location_channel = 'C1', location_thread = '1.1' where id = $1",
    [id],
  );
  expect(await shown(id)).toMatchObject({ answersAlsoIn: "slack", muted: true });
});

describe("deleting", () => {
  test("is refused to whoever does not know of it, and to a reader who may not", async () => {
    const hidden = await makeConversation(web, web.ana);
    expect((await askBen(at(hidden), { method: "DELETE" })).status).toBe(404);
    const open = await makeConversation(web, web.ana, { visibility: "public" });
    const refused = await askBen(at(open), { method: "DELETE" });
    expect(problemShape.parse(refused.json)).toMatchObject({ status: 403, detail: words.purgeNotAllowed });
    expect((await shown(open)).abilities.purge).toBe(false);
    expect((await shown(hidden)).abilities.purge).toBe(true);
    expect((await web.ask("/api/conversations/nothing", { method: "DELETE" })).status).toBe(404);
    expect((await web.ask(at(newId()), { method: "DELETE" })).status).toBe(404);
    const fromElsewhere = { method: "DELETE", headers: { "sec-fetch-site": "cross-site" } };
    expect((await web.ask(at(hidden), fromElsewhere)).status).toBe(403);
    expect((await transcript(hidden)).messages).toHaveLength(1);
  });

  test("takes it away, and everybody who could read it is told at once, nobody else", async () => {
    const id = await makeConversation(web, web.ana);
    const { id: itemId } = await makeItem(web, id, { assignees: [web.ana] });
    const [mine, bensOwn] = await Promise.all([openEvents(web.port, "/api/events"), openEvents(bens.port, "/api/events")]);
    expect((await web.ask(at(id), { method: "DELETE" })).status).toBe(204);
    expect((await web.ask(at(id))).status).toBe(404);
    expect((await web.ask(at(id), { method: "DELETE" })).status).toBe(404);
    expect((await web.ask(`/api/items/${itemId}`)).status).toBe(404);
    for (const gone of [id, itemId])
      await waitFor(
        `a change of ${gone}`,
        () => mine.events,
        (events) => events.some(({ data }) => data?.id === gone),
      );
    const after = await makeConversation(web, web.ben);
    await waitFor(
      "ben's own change",
      () => bensOwn.events,
      (events) => events.some(({ data }) => data?.id === after),
    );
    expect(bensOwn.events.map(({ data }) => data?.id)).not.toContain(id);
    mine.close();
    bensOwn.close();
  });

  test("an admin deletes a public one", async () => {
    const id = await makeConversation(web, web.ben, { visibility: "public" });
    await web.query("update junior_users set admin = true where id = $1", [web.ana.userId]);
    expect((await shown(id)).abilities.purge).toBe(true);
    expect((await web.ask(at(id), { method: "DELETE" })).status).toBe(204);
  });
});
