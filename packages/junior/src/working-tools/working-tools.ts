import type { ThreadReader, Tool } from "junior-plugin-api";
import type { Log } from "../base/log.ts";
import type { Database } from "../db/database.ts";
import { addReactionTool } from "./add-reaction-tool.ts";
import { attachFileTool } from "./attach-file-tool.ts";
import type { Reach } from "./check-address.ts";
import { fetchPageTool } from "./fetch-page-tool.ts";
import { loadSkillTool } from "./load-skill-tool.ts";
import { postMessageTool } from "./post-message-tool.ts";
import { isPublicAddress } from "./public-address.ts";
import { readFileTool } from "./read-file-tool.ts";
import { readThreadTool } from "./read-thread-tool.ts";
import { runCommandTool } from "./run-command-tool.ts";
import type { Skill } from "./skill.ts";
import { openWorkerRunner } from "./worker-runner.ts";
import { writeFileTool } from "./write-file-tool.ts";

export type WorkingToolsDeps = {
  database: Database;
  log: Log;
  skills: Skill[];
  /** Of the surfaces whose threads can be read where they stand. */
  threadReaders?: ThreadReader[];
  /** For a test that serves its own pages; left out: the public web. */
  reach?: Reach;
};

/** Threads for commands and pages at the same time, in one process. */
const threadsAtOnce = 4;
const publicWeb: Reach = { isAllowedAddress: isPublicAddress, isAllowedPort: (port) => port === 80 || port === 443 };

/** What Junior works with, beside asking people. */
export function workingTools({ database, log, skills, threadReaders = [], reach = publicWeb }: WorkingToolsDeps): Tool[] {
  const runWorker = openWorkerRunner(threadsAtOnce, log);
  const tools = [
    addReactionTool(),
    readThreadTool({ database, threadReaders }),
    fetchPageTool({ reach, runWorker }),
    readFileTool(database),
    writeFileTool(database),
    runCommandTool({ database, runWorker }),
    attachFileTool(),
    postMessageTool(),
  ] as Tool[];
  return skills.length === 0 ? tools : [...tools, loadSkillTool(skills)];
}
