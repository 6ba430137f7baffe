import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect } from "vitest";

/** What keeps a process alive and that a test file could forget to close. */
const kinds = ["TCPServerWrap", "TCPSocketWrap", "ProcessWrap", "PipeWrap"];
const count = () => kinds.map((kind) => process.getActiveResourcesInfo().filter((active) => active === kind).length);
const before = count();

afterAll(async () => {
  let now = count();
  for (let tries = 0; tries < 40 && now.some((number, index) => number > (before[index] ?? 0)); tries++) {
    await pause(50);
    now = count();
  }
  const left = kinds.filter((_, index) => (now[index] ?? 0) > (before[index] ?? 0));
  expect(left, "servers, connections or processes that the file left open").toEqual([]);
});
