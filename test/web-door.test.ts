import { mkdir, writeFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problem } from "junior-web/contract";
import { newId } from "../packages/junior/src/base/ids.ts";
import { words } from "../packages/junior/src/base/words.ts";
import { openDatabase } from "../packages/junior/src/db/database.ts";
import { askHttp } from "./http-client.ts";
import { type TestWeb, blue, openTestWeb, serveWeb } from "./open-test-web.ts";

let web: TestWeb;
beforeAll(async () => {
  web = await openTestWeb();
});
afterAll(() => web.close());

describe("a stranger", () => {
  test.each(["junior.example", "127.0.0.1.evil.example:3000", "10.0.0.7:3000"])("who comes by the name %s is refused", async (host) => {
    const answer = await web.ask("/api/me", { headers: { host } });
    expect(answer.status).toBe(401);
    expect(answer.headers["content-type"]).toBe("application/problem+json");
    expect(problem.parse(answer.json).detail).toContain(`this page is open at http://localhost:${web.port}.`);
  });

  test.each(["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via"])(
    "behind a proxy that sends %s is refused",
    async (name) => {
      expect((await web.ask("/api/me", { headers: { [name]: "127.0.0.1" } })).status).toBe(401);
    },
  );

  test("from another machine is refused, whatever Host it claims", async () => {
    const open = await serveWeb(web.deps, "0.0.0.0");
    const statusOf = async (hostname: string) =>
      (await askHttp(open.port, "/api/me", { hostname, headers: { host: `localhost:${open.port}` } })).status;
    expect(await statusOf("127.0.0.1")).toBe(200);
    expect(await Promise.all(ownAddresses().map(statusOf))).toEqual(ownAddresses().map(() => 401));
    await open.close();
  });

  test("and even the local person is refused where Junior has a public address", async () => {
    const open = await serveWeb({ ...web.deps, publicUrl: "https://junior.example" });
    const answer = await askHttp(open.port, "/api/me");
    expect(answer.status).toBe(401);
    expect(answer.json.detail).toMatch(/Get a private link: write \/junior web in Slack, or run npx junior web/);
    expect(answer.json.detail).not.toContain("localhost");
    await open.close();
  });

  test.each<Record<string, string>>([
    { origin: "http://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("'s page cannot write: %j", async (headers) => {
    const item = await web.item();
    expect((await web.ask(`${item.path}/answer`, { body: blue, headers })).status).toBe(403);
    expect((await web.ask("/api/conversations", { body: { text: "hi", key: newId() }, headers })).status).toBe(403);
    expect((await web.ask(item.path)).json.state).toBe("open");
  });

  test("sees neither items nor conversations of others, by any route", async () => {
    const hidden = await web.item({ assignees: [web.ben] }, web.ben);
    for (const path of [
      hidden.path,
      `/api/conversations/${hidden.conversationId}`,
      `/api/conversations/${hidden.conversationId}/messages`,
    ]) {
      expect((await web.ask(path)).status).toBe(404);
    }
    expect((await web.ask(`${hidden.path}/answer`, { body: blue })).status).toBe(404);
    expect((await web.ask(`/api/conversations/${hidden.conversationId}/messages`, { body: { text: "hi", key: newId() } })).status).toBe(
      404,
    );
    expect((await web.ask(`/api/items?conversation=${hidden.conversationId}`)).json.items).toEqual([]);
    expect((await web.ask("/api/conversations")).text).not.toContain(hidden.conversationId);
  });
});

test("every answer carries the strict headers, and nothing of the API is stored", async () => {
  const answers = await Promise.all([
    web.ask("/"),
    web.ask("/api/me"),
    web.ask("/api/nothing"),
    web.ask("/api/me", { headers: { host: "evil.example" } }),
    web.ask("/healthz"),
    web.ask("/api/conversations", { body: {}, headers: { origin: "http://evil.example" } }),
  ]);
  for (const { headers } of answers) {
    expect(headers["content-security-policy"]).toBe(
      "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
    );
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
  for (const { headers } of answers.slice(1, 5)) expect(headers["cache-control"]).toBe("no-store");
});

describe("pages", () => {
  const html = { accept: "text/html,*/*" };

  test("the page, and every place in it, is asked for anew", async () => {
    for (const path of ["/", "/index.html", `/items/${newId()}`]) {
      const answer = await web.ask(path, { headers: html });
      expect(answer).toMatchObject({ status: 200, text: "<title>Junior</title>" });
      expect(answer.headers["cache-control"]).toBe("no-cache");
      expect(answer.headers["content-type"]).toMatch(/^text\/html/);
    }
    expect(await web.ask("/", { method: "HEAD", headers: html })).toMatchObject({ status: 200, text: "" });
  });

  test("hashed files stay", async () => {
    const answer = await web.ask("/assets/index-abc123.js");
    expect(answer).toMatchObject({ status: 200, text: "console.log('desk')" });
    expect(answer.headers["cache-control"]).toContain("immutable");
    expect((await web.ask("/assets/index-old.js", { headers: html })).status).toBe(404);
    expect((await web.ask("/nothing.png")).status).toBe(404);
  });

  test.each([
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/..%5csecret.txt",
    "/%252e%252e%252fsecret.txt",
    "//secret.txt",
    "/assets/%00",
    "/\\..\\secret.txt",
  ])("%s leads nowhere outside", async (path) => {
    const answer = await web.ask(path);
    expect([400, 404]).toContain(answer.status);
    expect(answer.text).not.toContain("nobody may read");
  });

  test("hidden files are no part of the page", async () => {
    await mkdir(join(web.root, "dist", ".git"), { recursive: true });
    await writeFile(join(web.root, "dist", ".env"), "nobody may read this");
    await writeFile(join(web.root, "dist", ".git", "config"), "nobody may read this");
    for (const path of ["/.env", "/%2eenv", "/.git/config", "/assets/.map"]) {
      const answer = await web.ask(path);
      expect(answer.status).toBe(404);
      expect(answer.text).not.toContain("nobody may read");
    }
  });

  test("a page that is not built yet says so, and appears when it is", async () => {
    const pageFolder = join(web.root, "later");
    const open = await serveWeb({ ...web.deps, pageFolder });
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
    const open = await serveWeb({ ...web.deps, ready: async () => false, healthOnly: true });
    expect((await askHttp(open.port, "/healthz", { headers: { host: "anything" } })).status).toBe(200);
    expect((await askHttp(open.port, "/readyz")).status).toBe(503);
    expect((await web.ask("/readyz")).status).toBe(200);
    expect((await askHttp(open.port, "/api/me")).status).toBe(404);
    await open.close();
  });

  test("a database that is away is 503, and what was sent is not recorded", async () => {
    const away = openDatabase({ connectionString: "postgres://ana:secret@127.0.0.1:9/nowhere", role: "web" });
    const open = await serveWeb({ ...web.deps, database: away.database, ready: async () => false });
    const read = await askHttp(open.port, "/api/conversations");
    const write = await askHttp(open.port, `/api/items/${newId()}/answer`, { body: blue });
    expect([read.status, write.status]).toEqual([503, 503]);
    expect(write.json.detail).toBe(words.notSaved);
    expect(read.text + write.text).not.toContain("127.0.0.1");
    await open.close();
    await away.close();
  });

  test("a database that is short of something is 503, and says what is safe and what to do", async () => {
    let code = "";
    const status = () => {
      throw Object.assign(new Error("could not extend file"), { code });
    };
    const open = await serveWeb({ ...web.deps, status });
    for (const [given, detail] of [
      ["53100", /^Junior could not read: the disk of Junior's database is full\. What was stored before is safe\. Make room/],
      ["40P01", /too much to do\. Nothing was changed\. Try again/],
    ] as const) {
      code = given;
      const answer = await askHttp(open.port, "/api/status");
      expect(answer).toMatchObject({ status: 503, json: { detail: expect.stringMatching(detail) } });
    }
    await open.close();
  });

  test("a Conversation that somebody holds is 503 after two seconds, not a fault", async () => {
    const { conversationId } = await web.item();
    await web.query("begin");
    await web.query("select 1 from junior_conversations where id = $1 for update", [conversationId]);
    const held = await web.ask(`/api/conversations/${conversationId}/messages`, { body: { text: "hi", key: newId() } });
    await web.query("rollback");
    expect(held).toMatchObject({ status: 503, json: { detail: expect.stringMatching(/^Not recorded: .+ Try again/) } });
    expect((await web.ask(`/api/conversations/${conversationId}/messages`)).json.messages).toHaveLength(1);
  });

  test("TRACE is not allowed", async () => {
    expect(await web.ask("/api/me", { method: "TRACE" })).toMatchObject({ status: 405 });
  });

  test("a body that is nested without end is refused", async () => {
    const { path } = await web.item();
    for (const levels of [33, 10_000, 200_000]) {
      const body = `{"revision":1,"response":${"[".repeat(levels)}${"]".repeat(levels)}}`;
      expect(await web.ask(`${path}/answer`, { body })).toMatchObject({ status: 400 });
    }
    const brackets = { revision: 1, text: `\\"${"[{".repeat(100)}` };
    expect(await web.ask(`${path}/answer`, { body: brackets })).toMatchObject({ status: 200 });
  });

  test.each([
    ["escapes that never end", '"\\'.repeat(60_000)],
    ["a text without its end", `{"text":"${"\\\\".repeat(300_000)}`],
  ])("a body of %s is refused at once", async (_, body) => {
    const start = performance.now();
    expect(await web.ask("/api/conversations", { body })).toMatchObject({ status: 400 });
    // What is quadratic takes seconds for the first and minutes for the second.
    expect(performance.now() - start).toBeLessThan(3_000);
  });

  test("signing in takes a link's token and no large body", async () => {
    expect(await web.ask("/auth/sign-in", { body: "x".repeat(20_000) })).toMatchObject({ status: 413 });
  });

  test("a fault of our own is 500 and tells nothing", async () => {
    const logged: unknown[] = [];
    const write = (...line: unknown[]) => void logged.push(line);
    const status = () => {
      throw new TypeError("the words of a private thread");
    };
    const open = await serveWeb({ ...web.deps, status, log: { debug: write, info: write, warn: write, error: write } });
    const answer = await askHttp(open.port, "/api/status");
    expect(answer.status).toBe(500);
    expect(answer.text + JSON.stringify(logged)).not.toContain("private");
    expect(logged).toEqual([["a web request failed", { code: "TypeError", method: "GET", status: 500 }]]);
    await open.close();
  });
});

/** By which this machine speaks to others; a connection to one of them does not come from a loopback address. */
function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  return all.filter((one) => !one.internal && one.family === "IPv4").map((one) => one.address);
}
