import { fileURLToPath } from "node:url";
import type { Log } from "../base/log.ts";
import type { Database } from "../db/database.ts";
import type { Queue } from "../queue/queue.ts";
import { type TargetOf, targetOf } from "../turns/target-of.ts";
import { listSkills } from "../working-tools/list-skills.ts";
import { openTools } from "./open-tools.ts";

export const shippedSkills = fileURLToPath(new URL("../../../../skills", import.meta.url));

/** What calls touch, for surfaces that show what Junior did; none of these tools is ever run. */
export async function toolTargets(database: Database, log: Log): Promise<TargetOf> {
  return targetOf(openTools({ database, queue: noQueue }, { log, skills: await listSkills([shippedSkills], log) }));
}

const refuse = (): never => {
  throw new Error("a tool that is only looked at was run");
};
const noQueue: Queue = { hint: refuse, listen: refuse, hourly: refuse, close: async () => undefined };
