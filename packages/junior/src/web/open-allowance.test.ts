import { expect, test } from "vitest";
import { type Allowance, openAllowance } from "./open-allowance.ts";

const longestWaitMs = 5_000;

/** Which of these have come, by the time that everything which can come has. */
async function arrived(taking: Record<string, ReturnType<Allowance["take"]>>): Promise<string[]> {
  const come: string[] = [];
  for (const [name, taken] of Object.entries(taking)) void taken.then((release) => release && come.push(name));
  await new Promise((turn) => setImmediate(turn));
  return come;
}

test("what is over the whole waits until enough is given back, in its order", async () => {
  const allowance = openAllowance({ most: 10, longestWaitMs });
  const first = await allowance.take(6, "ana");
  const waiting = { second: allowance.take(8, "ben"), third: allowance.take(1, "cai") };
  expect(await arrived(waiting)).toEqual([]);
  first!();
  expect(await arrived(waiting)).toEqual(["second", "third"]);
});

test("one holder has a share at most, and keeps nobody else waiting", async () => {
  const allowance = openAllowance({ most: 10, mostOfOne: 5, longestWaitMs });
  await allowance.take(4, "ana");
  expect(await arrived({ more: allowance.take(4, "ana"), other: allowance.take(4, "ben") })).toEqual(["other"]);
});

test("who has waited long enough gets nothing, and the next is served", async () => {
  const allowance = openAllowance({ most: 10, longestWaitMs: 50 });
  await allowance.take(6, "ana");
  expect(await Promise.all([allowance.take(6, "ben"), allowance.take(2, "cai")])).toEqual([null, expect.any(Function)]);
});

test("giving back twice gives back once", async () => {
  const allowance = openAllowance({ most: 2, longestWaitMs: 50 });
  const one = await allowance.take(1, "ana");
  await allowance.take(1, "ben");
  one!();
  one!();
  expect([await allowance.take(1, "cai"), await allowance.take(1, "cai")]).toEqual([expect.any(Function), null]);
});
