import type { Tool } from "junior-plugin-api";
import { addReviewItemTool } from "../desk/tools/add-review-item.ts";
import { readOutputTool } from "../turns/tools/read-output.ts";
import { type WorkingToolsDeps, workingTools } from "../working-tools/working-tools.ts";
import type { Ground } from "./open-ground.ts";

/** The tools that every root Conversation has, by name; these need no worker, so that surfaces can name what a call touches. */
export function openTools(
  { database, queue }: Pick<Ground, "database" | "queue">,
  { log, skills = [], threadReaders }: Pick<WorkingToolsDeps, "log" | "threadReaders"> & Partial<Pick<WorkingToolsDeps, "skills">>,
  others: readonly Tool[] = [],
): Map<string, Tool> {
  const working = workingTools({ database, log, skills, threadReaders });
  const tools: Tool[] = [addReviewItemTool(queue), readOutputTool(database), ...working, ...others];
  return new Map(tools.map((tool) => [tool.name, tool]));
}
