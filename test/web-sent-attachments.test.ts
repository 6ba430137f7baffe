import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { message as messageShape, messageList, problem as problemShape } from "junior-web/contract";
import { newId } from "../packages/junior/src/base/ids.ts";
import { words } from "../packages/junior/src/base/words.ts";
import type { Person } from "../packages/junior/src/people/person.ts";
import { makeFile } from "./factories/file.ts";
import { makeConversation } from "./factories/item.ts";
import { askHttp } from "./http-client.ts";
import { type ServedWeb, type TestWeb, openTestWeb, serveWeb } from "./open-test-web.ts";

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

const stored = async (uploader: Person | null) => (await makeFile(web, uploader)).id;

const read = (id: string, { port }: { port: number }) => askHttp(port, `/api/attachments/${id}`);

describe("reading", () => {
  test.each(["not-an-id", newId(), "..%2fme"])("%s finds nothing", async (id) => {
    expect((await web.ask(`/api/attachments/${id}`)).status).toBe(404);
  });

  test("a file that is on nothing is its uploader's alone", async () => {
    const [mine, bensOwn, juniors] = [await stored(web.ana), await stored(web.ben), await stored(null)];
    const statuses = async (port: number) => Promise.all([mine, bensOwn, juniors].map(async (id) => (await read(id, { port })).status));
    expect(await statuses(web.port)).toEqual([200, 404, 404]);
    expect(await statuses(bens.port)).toEqual([404, 200, 404]);
  });

  test("a file on a message is for those who read its conversation, until that is deleted", async () => {
    const secret = await stored(web.ana);
    const shared = await stored(web.ana);
    const hidden = await makeConversation(web, web.ana);
    const open = await makeConversation(web, web.ana, { visibility: "public" });
    await send(hidden, [secret]);
    await send(open, [shared]);
    const statuses = async (port: number) => Promise.all([secret, shared].map(async (id) => (await read(id, { port })).status));
    expect(await statuses(web.port)).toEqual([200, 200]);
    expect(await statuses(bens.port)).toEqual([404, 200]);
    await web.query("update junior_conversations set purged_at = now() where id = any($1)", [[hidden, open]]);
    expect(await statuses(web.port)).toEqual([404, 404]);
  });
});

describe("sending", () => {
  test("carries the files in order, with no text", async () => {
    const files = [await makeFile(web, web.ana), await makeFile(web, web.ana)].reverse();
    const conversationId = await makeConversation(web, web.ana);
    const said = messageShape.parse(
      await send(
        conversationId,
        files.map(({ id }) => id),
      ),
    );
    expect(said).toMatchObject({ text: "", attachments: files });
    const { messages } = messageList.parse((await web.ask(`/api/conversations/${conversationId}/messages`)).json);
    expect(messages.map(({ attachments }) => attachments)).toEqual([[], files]);
  });

  test("begins a conversation that is named after the file", async () => {
    const file = await makeFile(web, web.ana, "the plan", "plan.txt");
    const answer = await web.ask("/api/conversations", { body: { text: "", attachments: [file.id], key: newId() } });
    expect(answer.status).toBe(201);
    expect((await web.ask(`/api/conversations/${answer.json.id}`)).json.title).toBe("plan.txt");
  });

  test("twice with one key is one message, at once too", async () => {
    const file = await makeFile(web, web.ana);
    const conversationId = await makeConversation(web, web.ana);
    const body = { text: "look", attachments: [file.id], key: newId() };
    const answers = await Promise.all([1, 2, 3].map(() => web.ask(`/api/conversations/${conversationId}/messages`, { body })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    expect(answers[0]!.json.attachments).toEqual([file]);
  });

  test("a file of another, or one sent before, is refused and leaves nothing", async () => {
    const sent = await makeFile(web, web.ana);
    await send(await makeConversation(web, web.ana), [sent.id]);
    const count = async () => (await web.query("select count(*) from junior_conversations"))[0]!["count"];
    const before = await count();
    for (const id of [await stored(web.ben), sent.id, newId()]) {
      const answer = await web.ask("/api/conversations", { body: { text: "look", attachments: [id], key: newId() } });
      expect(answer.status).toBe(409);
      expect(problemShape.parse(answer.json).detail).toBe(words.files.refused);
    }
    expect(await count()).toBe(before);
  });

  test.each([
    ["neither text nor file", { text: " " }],
    ["neither text nor file, said aloud", { text: "", attachments: [] }],
    ["eleven files", { text: "hi", attachments: Array.from({ length: 11 }, newId) }],
    ["what is no id", { text: "hi", attachments: ["1"] }],
  ])("%s is refused", async (_, body) => {
    const answer = await web.ask("/api/conversations", { body: { ...body, key: newId() } });
    expect(answer.status).toBe(400);
    expect(problemShape.parse(answer.json).errors).toHaveLength(1);
  });
});

async function send(conversationId: string, attachments: string[]): Promise<unknown> {
  const answer = await web.ask(`/api/conversations/${conversationId}/messages`, { body: { text: "", attachments, key: newId() } });
  expect(answer.status, answer.text).toBe(201);
  return answer.json;
}
