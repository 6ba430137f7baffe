import { createServer, type ClientRequest, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBodyReader } from "./body-reader.ts";

const kilobyte = Buffer.alloc(1_024, "a");
const readBody = createBodyReader({ mostHeld: 8 * 1_024, longestMs: 500 });
const server = createServer((incoming, response) => {
  void readBody(incoming, 4 * 1_024).then((read) => {
    response.writeHead("status" in read ? read.status : 200, { connection: "close" }).end(`${"body" in read ? read.body.length : ""}`);
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** A request whose head is sent; `status` is 0 when it was cut off. */
function begin(headers: Record<string, string> = {}): { sent: ClientRequest; status: Promise<number> } {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: "127.0.0.1", method: "POST", headers, agent: false });
  const status = new Promise<number>((resolve) => {
    sent.on("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", () => resolve(0));
  });
  sent.flushHeaders();
  return { sent, status };
}

test("a whole body is read, announced or not", async () => {
  const [announced, chunked] = [begin({ "content-length": "1024" }), begin()];
  announced.sent.end(kilobyte);
  chunked.sent.write(kilobyte);
  chunked.sent.end(kilobyte);
  expect(await Promise.all([announced.status, chunked.status])).toEqual([200, 200]);
});

test("a body over its limit is refused before its end", async () => {
  const { sent, status } = begin();
  for (let part = 0; part < 5; part += 1) sent.write(kilobyte);
  expect(await status).toBe(413);
  sent.destroy();
});

test("a body that does not end is given up in time", async () => {
  const { sent, status } = begin({ "content-length": "2048" });
  sent.write(kilobyte);
  expect(await status).toBe(408);
  sent.destroy();
});

test("what many unfinished bodies hold is bounded, and free again when they have gone", async () => {
  const unfinished = [begin(), begin(), begin()];
  for (const { sent } of unfinished) for (let part = 0; part < 2; part += 1) sent.write(kilobyte);
  await pause(100);
  const late = begin();
  late.sent.end(Buffer.alloc(3 * 1_024));
  expect(await late.status).toBe(503);
  for (const { sent } of unfinished) sent.destroy();
  await pause(100);
  const next = begin();
  next.sent.end(Buffer.alloc(3 * 1_024));
  expect(await next.status).toBe(200);
});

test("many tiny parts count for what they take", async () => {
  const { sent, status } = begin();
  for (let part = 0; part < 40; part += 1) sent.write("a");
  expect(await status).toBe(503);
  sent.destroy();
});
