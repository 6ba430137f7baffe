import { once } from "node:events";
import { type IncomingHttpHeaders, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ToolResult } from "junior-plugin-api";
import { closedGate } from "../packages/junior/src/app/gate.ts";
import type { Reach } from "../packages/junior/src/working-tools/check-address.ts";
import { fetchBytes } from "../packages/junior/src/working-tools/fetch-bytes.ts";
import { fetchPageTool } from "../packages/junior/src/working-tools/fetch-page-tool.ts";
import { isPublicAddress } from "../packages/junior/src/working-tools/public-address.ts";
import { openWorkerRunner } from "../packages/junior/src/working-tools/worker-runner.ts";
import { silentLog } from "./open-rooms.ts";

type Page = { status?: number; headers?: Record<string, string>; body?: string | Buffer } | "hangs";

const pages: Record<string, Page> = {
  "/page": {
    headers: { "content-type": "text/html; charset=utf-8", "set-cookie": "seen=1" },
    body: '<title>Prices</title><h1>Prices</h1><p>See <a href="/all">all</a>.</p><script>steal()</script>',
  },
  "/data.json": { headers: { "content-type": "application/json" }, body: '{"a": 1}' },
  "/report.pdf": { headers: { "content-type": "application/pdf" }, body: "%PDF-1.7" },
  "/none": { status: 404, headers: { "content-type": "text/plain" }, body: "no such page" },
  "/large": { headers: { "content-type": "text/plain" }, body: "x".repeat(5_000_001) },
  "/bomb": { headers: { "content-type": "text/plain", "content-encoding": "gzip" }, body: gzipSync(Buffer.alloc(50_000_000)) },
  "/titles": { headers: { "content-type": "text/html" }, body: `<p>hi</p>${"<title".repeat(80_000)}` },
  "/wide": { headers: { "content-type": "text/html" }, body: "&#x41;<b>".repeat(100_000) },
  "/json-full": { headers: { "content-type": "application/json; charset=gb18030" }, body: "\x81".repeat(4_000_000) },
  "/deep": { headers: { "content-type": "text/html" }, body: "<div>".repeat(100_000) },
  "/round": { status: 302, headers: { location: "/round" } },
  "/once": { status: 301, headers: { location: "data.json#part" } },
  "/inside": { status: 302, headers: { location: "http://10.0.0.1/secret" } },
  "/metadata": { status: 307, headers: { location: "http://169.254.169.254/latest/meta-data/" } },
  "/file": { status: 302, headers: { location: "file:///etc/passwd" } },
  "/slow": "hangs",
};

const seen: { path: string; headers: IncomingHttpHeaders }[] = [];
const hanging: ServerResponse[] = [];
const server = createServer((request, response) => {
  const path = request.url ?? "";
  seen.push({ path, headers: request.headers });
  const page = pages[path];
  if (page === "hangs") hanging.push(response.writeHead(200, { "content-type": "text/plain" }));
  else response.writeHead(page?.status ?? 200, page?.headers).end(page?.body);
});

let port: number;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

const runWorker = openWorkerRunner(2, silentLog);
/** Only the test's own server, beside what is public anyway. */
const ownServer: Reach = { isAllowedAddress: (address) => address === "127.0.0.1" || isPublicAddress(address), isAllowedPort: () => true };
const call = {
  callId: "1",
  turnId: "",
  turnTreeId: "",
  conversationId: "",
  rootConversationId: "",
  principalUserId: null,
  actorIdentityId: null,
};

function fetchPage(path: string, reach = ownServer, signal = new AbortController().signal): Promise<ToolResult> {
  const tool = fetchPageTool({ reach, runWorker });
  if (!("run" in tool)) throw new Error("it runs outside of a transaction");
  return tool.run({ url: path.startsWith("/") ? `http://127.0.0.1:${port}${path}` : path }, call, signal);
}
const failure = (words: string) => ({ ok: false, error: expect.stringContaining(words) });

test("a page comes as Markdown with its title, JSON as it is, by way of a redirect too", async () => {
  expect(await fetchPage("/page")).toEqual({
    ok: true,
    output: { url: `http://127.0.0.1:${port}/page`, title: "Prices", text: `# Prices\n\nSee [all](http://127.0.0.1:${port}/all).` },
  });
  const json = { ok: true, output: { url: `http://127.0.0.1:${port}/data.json`, title: null, text: '{"a": 1}' } };
  expect(await fetchPage("/data.json")).toEqual(json);
  expect(await fetchPage("/once")).toEqual(json);
});

test("a request carries nothing of anybody's, also after a cookie was set", async () => {
  await fetchPage("/page");
  await fetchPage("/page");
  const { headers } = seen.at(-1)!;
  expect(headers).not.toHaveProperty("cookie");
  expect(headers).not.toHaveProperty("authorization");
  expect(headers).not.toHaveProperty("referer");
});

test.each([
  ["/report.pdf", "application/pdf"],
  ["/none", "404"],
  ["/large", "larger than 5 MB"],
  ["/bomb", "larger than 5 MB"],
  ["/deep", "so deep"],
  ["/round", "on and on"],
])("%s is a failure that says why", async (path, words) => expect(await fetchPage(path)).toEqual(failure(words)));

test.each(["/titles", "/wide", "/json-full"])("%s, whatever it holds, is read without holding up this thread", async (path) => {
  let last = performance.now();
  let longest = 0;
  const ticking = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 10);
  await fetchPage(path);
  await new Promise((ticked) => setTimeout(ticked, 20));
  clearInterval(ticking);
  // On the thread itself the first takes twenty seconds.
  expect(longest).toBeLessThan(4_000);
});

test.each(["/inside", "/metadata", "/file"])("%s leads to where nothing is fetched", async (path) => {
  expect(await fetchPage(path)).toMatchObject({ ok: false, error: expect.stringMatching(/not on the public internet|Only http/) });
});

test("as it is used, no request reaches this machine, by address or by name", async () => {
  const before = seen.length;
  const anyPort: Reach = { isAllowedAddress: isPublicAddress, isAllowedPort: () => true };
  for (const host of ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "0"]) {
    expect(await fetchPage(`http://${host}:${port}/page`, anyPort)).toEqual(failure("not on the public internet"));
  }
  expect(seen).toHaveLength(before);
});

test("a name is looked at each time by the addresses that it has, and those are connected to", async () => {
  const asked: string[] = [];
  const reach: Reach = {
    isAllowedAddress(address) {
      asked.push(address);
      return address === "127.0.0.1" || address === "::1";
    },
    isAllowedPort: () => true,
  };
  expect(await fetchPage(`http://localhost:${port}/data.json`, reach)).toMatchObject({ ok: true });
  expect(asked).toContain("127.0.0.1");
});

test("what does not come in time, and what is stopped, ends", async () => {
  const limits = { ms: 300, mostBytes: 1_000, redirects: 1 };
  const slow = `http://127.0.0.1:${port}/slow`;
  expect(await fetchBytes(slow, ownServer, limits, new AbortController().signal)).toEqual({
    failed: "The page did not come within 0.3 seconds.",
  });
  const stopping = new AbortController();
  setTimeout(() => stopping.abort(new Error("stopped")), 100);
  await expect(fetchPage("/slow", ownServer, stopping.signal)).rejects.toThrow("stopped");
});

test("the gate lets it through, since it changes nothing anywhere", async () => {
  const { name, hints } = fetchPageTool({ reach: ownServer, runWorker });
  expect(await closedGate({ tool: name, hints, target: "", input: {}, call })).toEqual({ decision: "allow" });
});
