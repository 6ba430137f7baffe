import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeItem } from "./factories/item.ts";
import { type EventStream, openEvents } from "./http-client.ts";
import { type TestWeb, openTestWeb, serveWeb } from "./open-test-web.ts";
import { waitFor } from "./wait-for.ts";

const streams: EventStream[] = [];
let web: TestWeb;
beforeAll(async () => {
  web = await openTestWeb();
});
afterAll(async () => {
  for (const stream of streams) stream.close();
  await web.close();
});

async function follow(headers: Record<string, string> = {}, port = web.port) {
  const stream = await openEvents(port, "/api/events", headers);
  streams.push(stream);
  expect(stream.status).toBe(200);
  return stream;
}
const told = (stream: EventStream, id: string) =>
  waitFor(
    `a change of ${id}`,
    () => stream.events,
    (events) => events.find(({ data }) => data?.id === id),
  );

test("come with ids only, and only of what the reader may know of", async () => {
  const stream = await follow();
  const hidden = await web.item({ assignees: [web.ben] }, web.ben);
  const shared = await makeItem(web, hidden.conversationId, { assignees: [web.ana] });
  const seen = await web.item();
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
  const first = await web.item();
  await told(stream, first.id);
  const last = await waitFor(
    "the end of the batch",
    () => stream.events,
    (events) => events.at(-1)?.id,
  );
  stream.close();
  await stream.ended;
  const missed = [await web.item(), await web.item()];
  const resumed = await follow({ "last-event-id": last });
  const live = await web.item();
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
  const missed = await web.item();
  const resumed = await follow({ "last-event-id": position });
  await told(resumed, missed.id);
  resumed.close();
});

test("only the last event of a batch has the position, which tells a reader nothing else", async () => {
  const stream = await follow();
  const before = await waitFor("a first position", stream.lastId, (id) => id);
  const items = await Promise.all([web.item(), web.item(), web.item()]);
  for (const { id } of items) await told(stream, id);
  stream.close();
  const resumed = await follow({ "last-event-id": before });
  for (const { id } of items) await told(resumed, id);
  const last = await waitFor(
    "the end of the batch",
    () => resumed.events,
    (events) => events.at(-1)?.id,
  );
  expect(resumed.events.slice(0, -1).map(({ id }) => id)).toEqual(resumed.events.slice(1).map(() => undefined));
  expect(last).toMatch(/^\d+:\d+:[\d,]*$/);
  for (const { data } of resumed.events) expect(Object.keys(data)).toEqual(["kind", "id", "conversationId"]);
  resumed.close();
});

test.each(["nonsense", "", "1", "1:2:", "999999999999:999999999999:", "20:10:", "0:5:", "1:18446744073709551616:", "1:5:9"])(
  "a position %j that is not ours, or gone, is told to reload, and then follows",
  async (position) => {
    const stream = await follow({ "last-event-id": position });
    await waitFor(
      "the reload",
      () => stream.events,
      (events) => events.find(({ event }) => event === "reload"),
    );
    const item = await web.item();
    await told(stream, item.id);
    stream.close();
  },
);

test("end when the web closes, also right after they began", async () => {
  const other = await serveWeb(web.deps);
  const stream = await follow({}, other.port);
  await waitFor("a first position", stream.lastId, (id) => id);
  const young = await follow({}, other.port);
  other.endStreams();
  await Promise.all([stream.ended, young.ended]);
  await other.close();
});

test("of more than 20 streams of one person the oldest gives way, and its browser waits before it asks again", async () => {
  const first = await openEvents(web.port, "/api/events");
  streams.push(first);
  let raw = "";
  const oldest = request({ port: web.port, path: "/api/events", agent: false }, (response) => response.on("data", (part) => (raw += part)));
  oldest.end();
  await waitFor(
    "a first position",
    () => raw,
    (text) => text.includes("id:"),
  );
  for (let number = 0; number < 19; number++) await follow();
  await first.ended;
  const item = await web.item();
  const newest = streams.slice(-19);
  await Promise.all(newest.map((stream) => told(stream, item.id)));
  await follow();
  await once(oldest, "close");
  expect(raw).toMatch(/retry: 60000\n\n$/);
  for (const stream of streams) stream.close();
});

test("HEAD does not stay open", async () => {
  const answer = await web.ask("/api/events", { method: "HEAD" });
  expect(answer).toMatchObject({ status: 200, text: "" });
});
