import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type Server, createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conversationList, item as itemShape, itemList, me as meShape, message as messageShape, messageList, problem as problemShape } from "junior-web/contract";
import { systemClock } from "../packages/junior/src/base/clock.ts";
import { newId } from "../packages/junior/src/base/ids.ts";
import { openLog } from "../packages/junior/src/base/log.ts";
import { words } from "../packages/junior/src/base/words.ts";
import { type Changes, openChanges } from "../packages/junior/src/db/changes.ts";
import { type OpenDatabase, openDatabase } from "../packages/junior/src/db/database.ts";
import type { Person } from "../packages/junior/src/people/person.ts";
import { type Queue, openQueue } from "../packages/junior/src/queue/queue.ts";
import { type Web, type WebDeps, openWeb } from "../packages/junior/src/web/open-web.ts";
import { type TestDatabase, createDatabase } from "./database.ts";
import { type ItemGiven, makeConversation, makeItem, makePerson } from "./factories/item.ts";
import { type Asked, type EventStream, askHttp, openEvents } from "./http-client.ts";
import { waitFor } from "./wait-for.ts";

const log = openLog("silent");
let world: TestDatabase;
let opened: OpenDatabase;
let queue: Queue;
let changes: Changes;
let root: string;
let deps: WebDeps;
let ana: Person;
let ben: Person;
let served: Served;
const streams: EventStream[] = [];

type Served = { port: number; web: Web; close(): Promise<void> };

beforeAll(async () => {
  world = await createDatabase();
  opened = openDatabase({ connectionString: world.connectionString, role: "web" });
  queue = await openQueue({ connectionString: world.connectionString, log, maintain: false });
  changes = await openChanges({ connectionString: world.connectionString, database: opened.database, log });
  root = await mkdtemp(join(tmpdir(), "junior-web-"));
  await writeFile(join(root, "secret.txt"), "nobody may read this");
  await mkdir(join(root, "dist", "assets"), { recursive: true });
  await writeFile(join(root, "dist", "index.html"), "<title>Junior</title>");
  await writeFile(join(root, "dist", "assets", "index-abc123.js"), "console.log('desk')");
  ana = await makePerson(house(), "ana");
  ben = await makePerson(house(), "ben");
  deps = {
    database: opened.database,
    queue,
    changes,
    log,
    clock: systemClock,
    status: () => ({ version: "1", parts: [{ name: "Slack", on: false, detail: "off", mend: "Set SLACK_BOT_TOKEN." }], suggestions: [] }),
    ready: async () => true,
    localPerson: async () => ana,
    pageFolder: join(root, "dist"),
  };
  served = await serve(deps);
});

afterAll(async () => {
  for (const stream of streams) stream.close();
  await served.close();
  await changes.close();
  await queue.close();
  await opened.close();
  await world.close();
  await rm(root, { recursive: true, force: true });
});

const house = () => ({ database: opened.database, queue });
const ask = (path: string, asked?: Asked) => askHttp(served.port, path, asked);
const key = () => newId();
const ask201 = async (path: string, body: unknown) => {
  const answer = await ask(path, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json;
};

async function serve(given: WebDeps, host = "127.0.0.1"): Promise<Served> {
  const web = openWeb(given);
  const server: Server = createServer(web.requestListener);
  await new Promise<void>((listening) => server.listen(0, host, listening));
  return {
    port: (server.address() as AddressInfo).port,
    web,
    async close() {
      web.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function anItem(given: Partial<ItemGiven> = {}, author = ana) {
  const conversationId = await makeConversation(house(), author);
  const dedupeKey = newId();
  const added = await makeItem(house(), conversationId, { assignees: [ana], dedupeKey, ...given });
  const revise = (change: Partial<ItemGiven>) => makeItem(house(), conversationId, { assignees: [ana], dedupeKey, ...given, ...change });
  return { ...added, conversationId, path: `/api/items/${added.id}`, revise };
}

const blue = { revision: 1, response: { answers: { colour: "b" } } };

describe("a stranger", () => {
  test.each(["junior.example", "127.0.0.1.evil.example:3000", "10.0.0.7:3000"])("who comes by the name %s is refused", async (host) => {
    const answer = await ask("/api/me", { headers: { host } });
    expect(answer.status).toBe(401);
    expect(answer.headers["content-type"]).toBe("application/problem+json");
    expect(problemShape.parse(answer.json).detail).toBe(`Open Junior on the machine it runs on: http://localhost:${served.port}`);
  });

  test.each(["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via"])("behind a proxy that sends %s is refused", async (name) => {
    expect((await ask("/api/me", { headers: { [name]: "127.0.0.1" } })).status).toBe(401);
  });

  test("from another machine is refused, whatever Host it claims", async () => {
    const address = Object.values(networkInterfaces()).flatMap((all) => all ?? []).find((one) => !one.internal && one.family === "IPv4")?.address;
    const open = await serve(deps, "0.0.0.0");
    const statusOf = async (hostname: string) => (await askHttp(open.port, "/api/me", { hostname, headers: { host: `localhost:${open.port}` } })).status;
    expect(await statusOf("127.0.0.1")).toBe(200);
    if (address) expect(await statusOf(address)).toBe(401);
    await open.close();
  });

  test("and even the local person is refused where Junior has a public address", async () => {
    const open = await serve({ ...deps, publicUrl: "https://junior.example" });
    const answer = await askHttp(open.port, "/api/me");
    expect(answer.status).toBe(401);
    expect(answer.json.detail).toContain("JUNIOR_PUBLIC_URL");
    await open.close();
  });

  test.each([
    { origin: "http://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("'s page cannot write: %j", async (headers) => {
    const item = await anItem();
    expect((await ask(`${item.path}/answer`, { body: blue, headers: { ...headers } as Record<string, string> })).status).toBe(403);
    expect((await ask("/api/conversations", { body: { text: "hi", key: key() }, headers: { ...headers } as Record<string, string> })).status).toBe(403);
    expect((await ask(item.path)).json.state).toBe("open");
  });

  test("sees neither items nor conversations of others, by any route", async () => {
    const hidden = await anItem({ assignees: [ben] }, ben);
    for (const path of [hidden.path, `/api/conversations/${hidden.conversationId}`, `/api/conversations/${hidden.conversationId}/messages`]) {
      expect((await ask(path)).status).toBe(404);
    }
    expect((await ask(`${hidden.path}/answer`, { body: blue })).status).toBe(404);
    expect((await ask(`/api/conversations/${hidden.conversationId}/messages`, { body: { text: "hi", key: key() } })).status).toBe(404);
    expect((await ask(`/api/items?conversation=${hidden.conversationId}`)).json.items).toEqual([]);
    expect((await ask("/api/conversations")).text).not.toContain(hidden.conversationId);
  });
});

test("every answer carries the strict headers, and nothing of the API is stored", async () => {
  const answers = await Promise.all([
    ask("/"), ask("/api/me"), ask("/api/nothing"), ask("/api/me", { headers: { host: "evil.example" } }), ask("/healthz"),
    ask("/api/conversations", { body: {}, headers: { origin: "http://evil.example" } }),
  ]);
  for (const { headers } of answers) {
    expect(headers["content-security-policy"]).toBe(
      "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
    );
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
  for (const { headers } of answers.slice(1, 5)) expect(headers["cache-control"]).toBe("no-store");
});

describe("answering", () => {
  test("closes the item and wakes its conversation in the answerer's words", async () => {
    const item = await anItem({ askedByUserId: ben.userId });
    const before = itemShape.parse((await ask(item.path)).json);
    expect(before).toMatchObject({ state: "open", askedBy: { name: "ben" }, abilities: { answer: true }, outcomeText: null, owed: false });
    expect(before.dedupeKey).toContain(item.conversationId);

    const answer = await ask(`${item.path}/answer`, { body: blue, headers: { origin: `http://localhost:${served.port}`, host: `localhost:${served.port}`, "sec-fetch-site": "same-origin" } });
    expect(answer.status).toBe(200);
    expect(itemShape.parse(answer.json)).toMatchObject({
      state: "closed", closedHow: "answered", closedBy: { name: "ana", surface: "web" }, answer: { response: { answers: { colour: "b" } } },
      owed: true, abilities: { answer: false },
    });
    expect(answer.json.outcomeText).toContain("Blue");
    const { messages } = messageList.parse((await ask(`/api/conversations/${item.conversationId}/messages`)).json);
    expect(messages.at(-1)).toMatchObject({ author: { kind: "person", name: "ana", you: true }, itemId: item.id, source: "web", state: "waiting" });
  });

  test("in own words is possible, blank words are not", async () => {
    const item = await anItem();
    const blank = await ask(`${item.path}/answer`, { body: { revision: 1, text: " " } });
    expect(blank.status).toBe(422);
    const answer = await ask(`${item.path}/answer`, { body: { revision: 1, text: "green,\nplease" } });
    expect(answer.json.answer).toEqual({ text: "green,\nplease" });
    expect(answer.json.outcomeText).toContain("green, please");
  });

  test("wrongly is refused with all faults and changes nothing", async () => {
    const item = await anItem();
    const answer = await ask(`${item.path}/answer`, { body: { revision: 1, response: { answers: { size: "xl" } } } });
    expect(answer.status).toBe(422);
    expect(problemShape.parse(answer.json).errors?.map(({ path }) => path)).toEqual(["answers.size", "answers.colour"]);
    expect((await ask(item.path)).json.state).toBe("open");
  });

  test("what only another may answer is refused by name", async () => {
    const conversationId = await makeConversation(house(), ana);
    const { id } = await makeItem(house(), conversationId, { assignees: [ben] });
    expect((await ask(`/api/items/${id}`)).json.abilities).toEqual({ answer: false });
    const answer = await ask(`/api/items/${id}/answer`, { body: blue });
    expect(answer.status).toBe(403);
    expect(answer.json).toMatchObject({ assignees: ["ben"], detail: words.stranger(["@ben"]) });
  });

  test("a question that changed shows the current one", async () => {
    const item = await anItem();
    await item.revise({ title: "Which colour for the door?" });
    const answer = await ask(`${item.path}/answer`, { body: blue });
    expect(answer.status).toBe(409);
    expect(problemShape.parse(answer.json)).toMatchObject({ detail: words.oldQuestion, item: { revision: 2, title: "Which colour for the door?", state: "open" } });
    expect(answer.json.outcome).toBeUndefined();
    expect((await ask(`${item.path}/answer`, { body: { ...blue, revision: 2 } })).status).toBe(200);
  });

  test("twice at once counts once", async () => {
    const item = await anItem();
    const red = { revision: 1, response: { answers: { colour: "r" } } };
    const answers = await Promise.all([blue, red, blue, red].map((body) => ask(`${item.path}/answer`, { body })));
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, 409, 409, 409]);
    const winner = answers.find((answer) => answer.status === 200)!.json;
    const late = answers.filter((answer) => answer.status === 409).map((answer) => problemShape.parse(answer.json));
    const label = winner.answer.response.answers.colour === "b" ? "Blue" : "Red";
    for (const { detail, outcome, item: current } of late) {
      expect(detail).toMatch(new RegExp(`^Already answered: @ana chose '${label}' at \\d\\d:\\d\\d on the web\\. Nothing was changed\\.$`));
      expect(outcome).toBe(winner.outcomeText);
      expect(current).toBeUndefined();
    }
    const rows = await world.query("select 1 from junior_messages where item_id = $1", [item.id]);
    expect(rows).toHaveLength(1);
  });

  test.each(["not-an-id", newId(), "%00", "..%2f..%2fme"])("the item %s does not exist", async (id) => {
    expect((await ask(`/api/items/${id}`)).status).toBe(404);
    expect((await ask(`/api/items/${id}/answer`, { body: blue })).status).toBe(404);
  });
});

describe("lists", () => {
  test("show what was asked for, page by page, nothing twice", async () => {
    const conversationId = await makeConversation(house(), ana);
    const made: string[] = [];
    for (let number = 0; number < 52; number++) made.push((await makeItem(house(), conversationId, { assignees: number % 2 ? [ana] : [ben] })).id);
    const base = `/api/items?state=open&conversation=${conversationId}`;
    const first = itemList.parse((await ask(base)).json);
    const second = itemList.parse((await ask(`${base}&cursor=${first.nextCursor}`)).json);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(made);
    expect(second.nextCursor).toBeNull();
    expect((await ask(`${base}&assignee=me`)).json.items).toHaveLength(26);

    await ask(`/api/items/${made[1]}/answer`, { body: blue });
    const closed = (await ask(`/api/items?state=closed&conversation=${conversationId}`)).json.items;
    expect(closed.map((item: { id: string }) => item.id)).toEqual([made[1]]);
    expect((await ask(`/api/items?owed=true&conversation=${conversationId}`)).json.items).toHaveLength(1);
  });

  test.each([
    "/api/items?state=both", "/api/items?assignee=ben", "/api/items?conversation=7", "/api/items?nothing=1", "/api/items?state=open&state=closed",
    "/api/items?owed=maybe", "/api/items?cursor=zzz", `/api/items?cursor=${Buffer.from(`1|${"-".repeat(36)}`).toString("base64url")}`,
    `/api/items?cursor=${Buffer.from(`99999999999999999999|${newId()}`).toString("base64url")}`,
    `/api/items?cursor=${Buffer.from(`2026-02-30|${newId()}`).toString("base64url")}`,
    "/api/conversations?cursor=7", "/api/conversations?state=open", "/api/items?cursor=%00",
  ])("%s is 400", async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(400);
    expect(problemShape.parse(answer.json).errors).toHaveLength(1);
  });

  test("the counts and accounts of the person", async () => {
    const before = meShape.parse((await ask("/api/me")).json);
    await anItem();
    await makeItem(house(), await makeConversation(house(), ana), { assignees: [ben], askedByUserId: ana.userId });
    const after = meShape.parse((await ask("/api/me")).json);
    expect(after).toMatchObject({ userId: ana.userId, name: "ana", identities: [{ provider: "slack", handle: "ana" }] });
    expect(after.counts).toEqual({ needsYou: before.counts.needsYou + 1, waitOnOthers: before.counts.waitOnOthers + 1 });
    expect((await ask("/api/status")).json.parts[0].name).toBe("Slack");
  });
});

describe("conversations", () => {
  test("begin once for one key, also at once", async () => {
    const body = { text: "Paint the shed.\nSoon.", key: key() };
    const begun = await Promise.all([ask201("/api/conversations", body), ask201("/api/conversations", body)]);
    const again = await ask201("/api/conversations", body);
    expect(new Set([...begun, again].map(({ id }) => id)).size).toBe(1);
    const conversation = (await ask(`/api/conversations/${again.id}`)).json;
    expect(conversation).toMatchObject({ title: "Paint the shed.", visibility: "private", source: "web", working: true, waitingOnYou: false });
    expect((await ask(`/api/conversations/${again.id}/messages`)).json.messages).toHaveLength(1);
    const [row] = await world.query("select external_key from junior_messages where conversation_id = $1", [again.id]);
    expect(row).toEqual({ external_key: `web:${ana.userId}:${body.key}` });
    await makeItem(house(), again.id, { assignees: [ana] });
    const listed = conversationList.parse((await ask("/api/conversations")).json).conversations.find(({ id }) => id === again.id);
    expect(listed?.waitingOnYou).toBe(true);
  });

  test("go on, once for one key, and are read from the end", async () => {
    const id = await makeConversation(house(), ana);
    const path = `/api/conversations/${id}/messages`;
    const body = { text: "And the door.", key: key() };
    const sent = messageShape.parse(await ask201(path, body));
    expect(await ask201(path, body)).toEqual(sent);
    expect(sent).toMatchObject({ text: "And the door.", sequence: 2, author: { kind: "person", name: "ana", you: true }, state: "waiting" });
    for (let number = 0; number < 50; number++) await ask201(path, { text: `more ${number}`, key: key() });
    const newest = messageList.parse((await ask(path)).json);
    expect(newest).toMatchObject({ hasEarlier: true });
    expect(newest.messages.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 50 }, (_, index) => index + 3));
    const earlier = messageList.parse((await ask(`${path}?before=3`)).json);
    expect(earlier.messages.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(earlier.hasEarlier).toBe(false);
    expect((await ask(`${path}?before=x`)).status).toBe(400);
  });

  test("a key of another conversation stores nothing", async () => {
    const body = { text: "Here.", key: key() };
    const [one, other] = [await makeConversation(house(), ana), await makeConversation(house(), ana)];
    await ask201(`/api/conversations/${one}/messages`, body);
    expect((await ask(`/api/conversations/${other}/messages`, { body })).status).toBe(409);
    expect((await ask(`/api/conversations/${other}/messages`)).json.messages).toHaveLength(1);
    expect((await ask201("/api/conversations", body)).id).toBe(one);
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
    const answer = await ask(at, asked);
    expect(answer.status).toBe(status);
    expect(problemShape.parse(answer.json).status).toBe(status);
  });

  test("a body in parts below the limit is read", async () => {
    expect((await ask(at, { body: { text: "in parts", key: key() }, chunked: true })).status).toBe(201);
  });

  test("an answer that cannot be kept", async () => {
    const item = await anItem();
    expect((await ask(`${item.path}/answer`, { body: { revision: 1, text: "a\0b" } })).status).toBe(400);
    expect((await ask(`${item.path}/answer`, { body: { revision: 1, text: "a", response: {} } })).status).toBe(400);
    expect((await ask(`${item.path}/answer`, { body: { revision: 0, text: "a" } })).status).toBe(400);
    expect((await ask(item.path)).json.state).toBe("open");
  });

  test.each(["/api", "/api/", "/api/nothing", "/api/items/x/y/z"])("%s is not there", async (path) => {
    const answer = await ask(path, { headers: { accept: "text/html" } });
    expect(answer.status).toBe(404);
    expect(problemShape.parse(answer.json).status).toBe(404);
  });
});

describe("live changes", () => {
  async function follow(headers: Record<string, string> = {}, port = served.port) {
    const stream = await openEvents(port, "/api/events", headers);
    streams.push(stream);
    expect(stream.status).toBe(200);
    return stream;
  }
  const told = (stream: EventStream, id: string) => waitFor(`a change of ${id}`, () => stream.events, (events) => events.find(({ data }) => data?.id === id));

  test("come with ids only, and only of what the reader may know of", async () => {
    const stream = await follow();
    const hidden = await anItem({ assignees: [ben] }, ben);
    const shared = await makeItem(house(), hidden.conversationId, { assignees: [ana] });
    const seen = await anItem();
    const change = await told(stream, seen.id);
    expect(change).toMatchObject({ event: "change", data: { kind: "item", id: seen.id, conversationId: seen.conversationId } });
    const ids = stream.events.map(({ data }) => data.id);
    expect(ids).toContain(shared.id);
    expect(ids).not.toContain(hidden.id);
    expect(ids).not.toContain(hidden.conversationId);
    stream.close();
  });

  test("resume after the last one seen, none twice, none left out", async () => {
    const stream = await follow();
    const first = await anItem();
    const last = (await told(stream, first.id)).id!;
    stream.close();
    await stream.ended;
    const missed = [await anItem(), await anItem()];
    const resumed = await follow({ "last-event-id": last });
    const live = await anItem();
    await told(resumed, live.id);
    const items = resumed.events.filter(({ data }) => data.kind === "item").map(({ data }) => data.id);
    expect(items).toEqual([...missed, live].map(({ id }) => id));
    expect(resumed.events.every(({ event }) => event === "change")).toBe(true);
    resumed.close();
  });

  test("a reader that was told of nothing yet can resume too", async () => {
    const stream = await follow();
    const position = await waitFor("a first position", stream.lastId, (id) => id);
    stream.close();
    const missed = await anItem();
    const resumed = await follow({ "last-event-id": position });
    await told(resumed, missed.id);
    resumed.close();
  });

  test.each(["nonsense", "", "1", "999999999999999999-1", "9999999999999999999-9999999999999999999", "1-9223372036854775808"])(
    "a position %j that is not ours, or gone, is told to reload, and then follows", async (position) => {
      const stream = await follow({ "last-event-id": position });
      await waitFor("the reload", () => stream.events, (events) => events.find(({ event }) => event === "reload"));
      const item = await anItem();
      await told(stream, item.id);
      stream.close();
    },
  );

  test("end when the web closes, also right after they began", async () => {
    const other = await serve(deps);
    const stream = await follow({}, other.port);
    await waitFor("a first position", stream.lastId, (id) => id);
    const young = await follow({}, other.port);
    other.web.close();
    await Promise.all([stream.ended, young.ended]);
    await other.close();
  });

  test("HEAD does not stay open", async () => {
    const answer = await ask("/api/events", { method: "HEAD" });
    expect(answer).toMatchObject({ status: 200, text: "" });
  });
});

describe("pages", () => {
  const html = { accept: "text/html,*/*" };

  test("the page, and every place in it, is asked for anew", async () => {
    for (const path of ["/", "/index.html", `/items/${newId()}`]) {
      const answer = await ask(path, { headers: html });
      expect(answer).toMatchObject({ status: 200, text: "<title>Junior</title>" });
      expect(answer.headers["cache-control"]).toBe("no-cache");
      expect(answer.headers["content-type"]).toMatch(/^text\/html/);
    }
    expect(await ask("/", { method: "HEAD", headers: html })).toMatchObject({ status: 200, text: "" });
  });

  test("hashed files stay", async () => {
    const answer = await ask("/assets/index-abc123.js");
    expect(answer).toMatchObject({ status: 200, text: "console.log('desk')" });
    expect(answer.headers["cache-control"]).toContain("immutable");
    expect((await ask("/assets/index-old.js", { headers: html })).status).toBe(404);
    expect((await ask("/nothing.png")).status).toBe(404);
  });

  test.each(["/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/..%5csecret.txt", "/%252e%252e%252fsecret.txt", "//secret.txt", "/assets/%00", "/\\..\\secret.txt"])(
    "%s leads nowhere outside", async (path) => {
      const answer = await ask(path);
      expect([400, 404]).toContain(answer.status);
      expect(answer.text).not.toContain("nobody may read");
    },
  );

  test("a page that is not built yet says so, and appears when it is", async () => {
    const pageFolder = join(root, "later");
    const open = await serve({ ...deps, pageFolder });
    const early = await askHttp(open.port, "/", { headers: html });
    expect(early).toMatchObject({ status: 503, text: expect.stringContaining("not built yet") });
    await mkdir(pageFolder);
    await writeFile(join(pageFolder, "index.html"), "built");
    expect(await askHttp(open.port, "/", { headers: html })).toMatchObject({ status: 200, text: "built" });
    await open.close();
  });
});

describe("faults", () => {
  test("health tells whether the process lives and whether the database is there", async () => {
    const open = await serve({ ...deps, ready: async () => false, healthOnly: true });
    expect((await askHttp(open.port, "/healthz", { headers: { host: "anything" } })).status).toBe(200);
    expect((await askHttp(open.port, "/readyz")).status).toBe(503);
    expect((await ask("/readyz")).status).toBe(200);
    expect((await askHttp(open.port, "/api/me")).status).toBe(404);
    await open.close();
  });

  test("a database that is away is 503, and what was sent is not recorded", async () => {
    const away = openDatabase({ connectionString: "postgres://ana:secret@127.0.0.1:9/nowhere", role: "web" });
    const open = await serve({ ...deps, database: away.database, ready: async () => false });
    const read = await askHttp(open.port, "/api/conversations");
    const write = await askHttp(open.port, `/api/items/${newId()}/answer`, { body: blue });
    expect([read.status, write.status]).toEqual([503, 503]);
    expect(write.json.detail).toBe(words.notSaved);
    expect(read.text + write.text).not.toContain("127.0.0.1");
    await open.close();
    await away.close();
  });

  test("a fault of our own is 500 and tells nothing", async () => {
    const logged: unknown[] = [];
    const write = (...line: unknown[]) => void logged.push(line);
    const status = () => { throw new TypeError("the words of a private thread"); };
    const open = await serve({ ...deps, status, log: { debug: write, info: write, warn: write, error: write } });
    const answer = await askHttp(open.port, "/api/status");
    expect(answer.status).toBe(500);
    expect(answer.text + JSON.stringify(logged)).not.toContain("private");
    expect(logged).toEqual([["a web request failed", { code: "TypeError", method: "GET", status: 500 }]]);
    await open.close();
  });
});
