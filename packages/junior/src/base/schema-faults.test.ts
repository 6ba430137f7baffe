import { expect, test } from "vitest";
import { z } from "zod";
import { boundFaults, schemaFaults } from "./schema-faults.ts";

const faultsOf = (schema: z.ZodType, value: unknown) => schemaFaults(schema.safeParse(value).error!);
const faults = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ path: `answers.${place}`, message: "is no question here" }));

test("twenty faults are told, and how many more there are", () => {
  expect(boundFaults(faults(20))).toEqual(faults(20));
  expect(boundFaults(faults(21))).toEqual([...faults(20), { path: "", message: "and 1 more fault" }]);
  const told = faultsOf(z.object({ list: z.array(z.string()) }), { list: Array.from({ length: 5_000 }, () => 1) });
  expect(told).toHaveLength(21);
  expect(told[20]).toEqual({ path: "", message: "and 4980 more faults" });
});

test("a fault repeats little of what was sent", () => {
  const keys = Object.fromEntries(Array.from({ length: 10_000 }, (_, place) => [`key${place}`, 1]));
  expect(JSON.stringify(faultsOf(z.strictObject({}), keys)).length).toBeLessThan(1_000);
  const [fault] = faultsOf(z.record(z.string(), z.string()), { ["x".repeat(10_000)]: 1 });
  expect(fault?.path).toHaveLength(301);
});
