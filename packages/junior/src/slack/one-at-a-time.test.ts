import { expect, test } from "vitest";
import { oneAtATime } from "./one-at-a-time.ts";

test("of one key in order, whatever each takes and whether it fails; others do not wait", async () => {
  const run = oneAtATime();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const slow = run("a", () => first.promise.then(() => order.push("a1")));
  const failing = run("a", async () => {
    order.push("a2");
    throw new Error("a2 broke");
  });
  const after = run("a", async () => order.push("a3"));
  await run("b", async () => order.push("b"));
  expect(order).toEqual(["b"]);
  first.resolve();
  await slow;
  await expect(failing).rejects.toThrow("a2 broke");
  await after;
  expect(order).toEqual(["b", "a1", "a2", "a3"]);
});
