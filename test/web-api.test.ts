import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  conversationList,
  item as itemShape,
  itemList,
  me as meShape,
  message as messageShape,
  messageList,
  problem as problemShape,
} from "junior-web/contract";
import { newId } from "../packages/junior/src/base/ids.ts";
import { words } from "../packages/junior/src/base/words.ts";
import { makeConversation, makeItem } from "./factories/item.ts";
import type { Asked } from "./http-client.ts";
import { type TestWeb, blue, openTestWeb } from "./open-test-web.ts";

let web: TestWeb;
beforeAll(async () => {
  web = await openTestWeb();
});
afterAll(() => web.close());

async function ask201(path: string, body: unknown) {
  const answer = await web.ask(path, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json;
}

describe("answering", () => {
  test("closes the item and wakes its conversation in the answerer's words", async () => {
    const item = await web.item({ askedByUserId: web.ben.userId });
    const before = itemShape.parse((await web.ask(item.path)).json);
    expect(before).toMatchObject({ state: "open", askedBy: { name: "ben" }, abilities: { answer: true }, outcomeText: null, owed: false });
    expect(before.dedupeKey).toContain(item.conversationId);

    const host = `localhost:${web.port}`;
    const answer = await web.ask(`${item.path}/answer`, {
      body: blue,
      headers: { host, origin: `http://${host}`, "sec-fetch-site": "same-origin" },
    });
    expect(answer.status).toBe(200);
    expect(itemShape.parse(answer.json)).toMatchObject({
      state: "closed",
      closedHow: "answered",
      closedBy: { name: "ana", surface: "web" },
      answer: { response: { answers: { colour: "b" } } },
      owed: true,
      abilities: { answer: false },
    });
    expect(answer.json.outcomeText).toContain("Blue");
    const { messages } = messageList.parse((await web.ask(`/api/conversations/${item.conversationId}/messages`)).json);
    expect(messages.at(-1)).toMatchObject({
      author: { kind: "person", name: "ana", you: true },
      itemId: item.id,
      source: "web",
      state: "waiting",
    });
  });

  test("in own words is possible, blank words are not", async () => {
    const item = await web.item();
    const blank = await web.ask(`${item.path}/answer`, { body: { revision: 1, text: " " } });
    expect(blank.status).toBe(422);
    const answer = await web.ask(`${item.path}/answer`, { body: { revision: 1, text: "green,\nplease" } });
    expect(answer.json.answer).toEqual({ text: "green,\nplease" });
    expect(answer.json.outcomeText).toContain("green, please");
  });

  test("wrongly is refused with all faults and changes nothing", async () => {
    const item = await web.item();
    const answer = await web.ask(`${item.path}/answer`, { body: { revision: 1, response: { answers: { size: "xl" } } } });
    expect(answer.status).toBe(422);
    expect(problemShape.parse(answer.json).errors?.map(({ path }) => path)).toEqual(["answers.size", "answers.colour"]);
    expect((await web.ask(item.path)).json.state).toBe("open");
  });

  test("wrongly in thousands of ways is refused in few words", async () => {
    const item = await web.item();
    const answers = Object.fromEntries(Array.from({ length: 50_000 }, (_, place) => [`q${place}`, 1]));
    const answer = await web.ask(`${item.path}/answer`, { body: { revision: 1, response: { answers } } });
    expect([answer.status, answer.text.length < 5_000]).toEqual([422, true]);
    expect(answer.json.errors.at(-1)).toEqual({ path: "", message: "and 49981 more faults" });
    const keys = await web.ask("/api/conversations", { body: { text: "hi", key: newId(), ...answers } });
    expect([keys.status, keys.text.length < 5_000]).toEqual([400, true]);
  });

  test("what only another may answer is refused by name", async () => {
    const conversationId = await makeConversation(web, web.ana);
    const { id } = await makeItem(web, conversationId, { assignees: [web.ben] });
    expect((await web.ask(`/api/items/${id}`)).json.abilities).toEqual({ answer: false });
    const answer = await web.ask(`/api/items/${id}/answer`, { body: blue });
    expect(answer.status).toBe(403);
    expect(answer.json).toMatchObject({ assignees: ["ben"], detail: words.stranger(["@ben"]) });
  });

  test("a question that changed shows the current one", async () => {
    const item = await web.item();
    await item.revise({ title: "Which colour for the door?" });
    const answer = await web.ask(`${item.path}/answer`, { body: blue });
    expect(answer.status).toBe(409);
    expect(problemShape.parse(answer.json)).toMatchObject({
      detail: words.oldQuestion,
      item: { revision: 2, title: "Which colour for the door?", state: "open" },
    });
    expect(answer.json.outcome).toBeUndefined();
    expect((await web.ask(`${item.path}/answer`, { body: { ...blue, revision: 2 } })).status).toBe(200);
  });

  test("twice at once counts once", async () => {
    const item = await web.item();
    const red = { revision: 1, response: { answers: { colour: "r" } } };
    const answers = await Promise.all([blue, red, blue, red].map((body) => web.ask(`${item.path}/answer`, { body })));
    const statuses = answers.map((answer) => answer.status).sort((one, other) => one - other);
    expect(statuses).toEqual([200, 409, 409, 409]);
    const winner = answers.find((answer) => answer.status === 200)!.json;
    const late = answers.filter((answer) => answer.status === 409).map((answer) => problemShape.parse(answer.json));
    const label = winner.answer.response.answers.colour === "b" ? "Blue" : "Red";
    for (const { detail, outcome, item: current } of late) {
      expect(detail).toMatch(new RegExp(`^Already answered: @ana chose '${label}' at \\d\\d:\\d\\d on the web\\. Nothing was changed\\.$`));
      expect(outcome).toBe(winner.outcomeText);
      expect(current).toBeUndefined();
    }
    const rows = await web.query("select 1 from junior_messages where item_id = $1", [item.id]);
    expect(rows).toHaveLength(1);
  });

  test.each(["not-an-id", newId(), "%00", "..%2f..%2fme"])("the item %s does not exist", async (id) => {
    expect((await web.ask(`/api/items/${id}`)).status).toBe(404);
    expect((await web.ask(`/api/items/${id}/answer`, { body: blue })).status).toBe(404);
  });
});

describe("lists", () => {
  test("show what was asked for, page by page, nothing twice", async () => {
    const conversationId = await makeConversation(web, web.ana);
    const made: string[] = [];
    for (let number = 0; number < 52; number++)
      made.push((await makeItem(web, conversationId, { assignees: number % 2 ? [web.ana] : [web.ben] })).id);
    const base = `/api/items?state=open&conversation=${conversationId}`;
    const first = itemList.parse((await web.ask(base)).json);
    const second = itemList.parse((await web.ask(`${base}&cursor=${first.nextCursor}`)).json);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(made);
    expect(second.nextCursor).toBeNull();
    expect((await web.ask(`${base}&assignee=me`)).json.items).toHaveLength(26);

    await web.ask(`/api/items/${made[1]}/answer`, { body: blue });
    const closed = (await web.ask(`/api/items?state=closed&conversation=${conversationId}`)).json.items;
    expect(closed.map((item: { id: string }) => item.id)).toEqual([made[1]]);
    expect((await web.ask(`/api/items?owed=true&conversation=${conversationId}`)).json.items).toHaveLength(1);
  });

  test.each([
    "/api/items?state=both",
    "/api/items?assignee=ben",
    "/api/items?conversation=7",
    "/api/items?nothing=1",
    "/api/items?state=open&state=closed",
    "/api/items?owed=maybe",
    "/api/items?cursor=zzz",
    `/api/items?cursor=${Buffer.from(`1|${"-".repeat(36)}`).toString("base64url")}`,
    `/api/items?cursor=${Buffer.from(`99999999999999999999|${newId()}`).toString("base64url")}`,
    `/api/items?cursor=${Buffer.from(`2026-02-30|${newId()}`).toString("base64url")}`,
    "/api/conversations?cursor=7",
    "/api/conversations?state=open",
    "/api/items?cursor=%00",
  ])("%s is 400", async (path) => {
    const answer = await web.ask(path);
    expect(answer.status).toBe(400);
    expect(problemShape.parse(answer.json).errors).toHaveLength(1);
  });

  test("the counts and accounts of the person", async () => {
    const before = meShape.parse((await web.ask("/api/me")).json);
    await web.item();
    await makeItem(web, await makeConversation(web, web.ana), { assignees: [web.ben], askedByUserId: web.ana.userId });
    const after = meShape.parse((await web.ask("/api/me")).json);
    expect(after).toMatchObject({ userId: web.ana.userId, name: "ana", identities: [{ provider: "slack", handle: "ana" }] });
    expect(after.counts).toEqual({ needsYou: before.counts.needsYou + 1, waitOnOthers: before.counts.waitOnOthers + 1 });
    expect((await web.ask("/api/status")).json.parts[0].name).toBe("Slack");
  });
});

describe("conversations", () => {
  test("begin once for one key, also at once", async () => {
    const body = { text: "Paint the shed.\nSoon.", key: newId() };
    const begun = await Promise.all([ask201("/api/conversations", body), ask201("/api/conversations", body)]);
    const again = await ask201("/api/conversations", body);
    expect(new Set([...begun, again].map(({ id }) => id)).size).toBe(1);
    const conversation = (await web.ask(`/api/conversations/${again.id}`)).json;
    expect(conversation).toMatchObject({
      title: "Paint the shed.",
      visibility: "private",
      source: "web",
      working: true,
      waitingOnYou: false,
      abilities: { stop: false },
    });
    expect((await web.ask(`/api/conversations/${again.id}/messages`)).json.messages).toHaveLength(1);
    const [row] = await web.query("select external_key from junior_messages where conversation_id = $1", [again.id]);
    expect(row).toEqual({ external_key: `web:${web.ana.userId}:${body.key}` });
    await makeItem(web, again.id, { assignees: [web.ana] });
    const listed = conversationList.parse((await web.ask("/api/conversations")).json).conversations.find(({ id }) => id === again.id);
    expect(listed?.waitingOnYou).toBe(true);
  });

  test("go on, once for one key, and are read from the end", async () => {
    const id = await makeConversation(web, web.ana);
    const path = `/api/conversations/${id}/messages`;
    const body = { text: "And the door.", key: newId() };
    const sent = messageShape.parse(await ask201(path, body));
    expect(await ask201(path, body)).toEqual(sent);
    expect(sent).toMatchObject({
      text: "And the door.",
      sequence: 2,
      author: { kind: "person", name: "ana", you: true },
      state: "waiting",
    });
    await Promise.all(Array.from({ length: 50 }, (_, number) => ask201(path, { text: `more ${number}`, key: newId() })));
    const newest = messageList.parse((await web.ask(path)).json);
    expect(newest).toMatchObject({ hasEarlier: true });
    expect(newest.messages.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 50 }, (_, index) => index + 3));
    const earlier = messageList.parse((await web.ask(`${path}?before=3`)).json);
    expect(earlier.messages.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(earlier.hasEarlier).toBe(false);
    expect((await web.ask(`${path}?before=x`)).status).toBe(400);
  });

  test("a key of another conversation stores nothing", async () => {
    const body = { text: "Here.", key: newId() };
    const [one, other] = [await makeConversation(web, web.ana), await makeConversation(web, web.ana)];
    await ask201(`/api/conversations/${one}/messages`, body);
    expect((await web.ask(`/api/conversations/${other}/messages`, { body })).status).toBe(409);
    expect((await web.ask(`/api/conversations/${other}/messages`)).json.messages).toHaveLength(1);
    expect((await ask201("/api/conversations", body)).id).toBe(one);
    const empty = await web.query("select id from junior_conversations where last_sequence = 0");
    expect(empty).toEqual([]);
  });
});

describe("malformed", () => {
  const at = "/api/conversations";
  test.each([
    ["JSON", { body: "{" }, 400],
    ["an empty body", { body: "" }, 400],
    ["a body of another shape", { body: { text: "hi" } }, 400],
    ["an unknown key", { body: { text: "hi", key: "12345678", more: 1 } }, 400],
    ["blank text", { body: { text: "  ", key: "12345678" } }, 400],
    ["U+0000", { body: { text: "a\0b", key: "12345678" } }, 400],
    ["half a surrogate pair", { body: '{"text":"\\ud800","key":"12345678"}' }, 400],
    ["a form", { body: "text=hi", headers: { "content-type": "application/x-www-form-urlencoded" } }, 415],
    ["more than 1 MB", { body: { text: "x".repeat(1_100_000), key: "12345678" } }, 413],
    ["more than 1 MB in parts", { body: { text: "x".repeat(1_100_000), key: "12345678" }, chunked: true }, 413],
  ] as [string, Asked, number][])("%s is refused", async (_, asked, status) => {
    const answer = await web.ask(at, asked);
    expect(answer.status).toBe(status);
    expect(problemShape.parse(answer.json).status).toBe(status);
  });

  test("a body in parts below the limit is read", async () => {
    expect((await web.ask(at, { body: { text: "in parts", key: newId() }, chunked: true })).status).toBe(201);
  });

  test("an answer that cannot be kept", async () => {
    const item = await web.item();
    expect((await web.ask(`${item.path}/answer`, { body: { revision: 1, text: "a\0b" } })).status).toBe(400);
    expect((await web.ask(`${item.path}/answer`, { body: { revision: 1, text: "a", response: {} } })).status).toBe(400);
    expect((await web.ask(`${item.path}/answer`, { body: { revision: 0, text: "a" } })).status).toBe(400);
    expect((await web.ask(item.path)).json.state).toBe("open");
  });

  test.each(["/api", "/api/", "/api/nothing", "/api/items/x/y/z"])("%s is not there", async (path) => {
    const answer = await web.ask(path, { headers: { accept: "text/html" } });
    expect(answer.status).toBe(404);
    expect(problemShape.parse(answer.json).status).toBe(404);
  });
});
