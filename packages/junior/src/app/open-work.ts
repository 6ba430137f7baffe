import type { OnTurnEnded, Progress, ThreadReader, Tool } from "junior-plugin-api";
import type { Log } from "../base/log.ts";
import type { Poster } from "../conversations/poster.ts";
import { writeOutcomes } from "../desk/write-outcomes.ts";
import { readFileBytes } from "../files/file-store.ts";
import type { Budget } from "../model/budget.ts";
import type { Model } from "../model/model.ts";
import type { MayStart } from "../turns/starting-turn.ts";
import type { TurnLimits } from "../turns/turn.ts";
import { type TurnWorker, openTurnWorker } from "../turns/turn-worker.ts";
import { listSkills } from "../working-tools/list-skills.ts";
import { closedGate } from "./gate.ts";
import { mayStartWithin } from "./may-start.ts";
import type { Ground } from "./open-ground.ts";
import { openTools } from "./open-tools.ts";
import { shippedSkills } from "./tool-targets.ts";

/** Turns that one process runs at the same time. */
const turnsAtOnce = 16;

export type WorkOptions = {
  model: Model;
  log: Log;
  fast?: Model | null;
  budget?: Budget | null;
  /** Beside the core's own. */
  tools?: readonly Tool[];
  /** Folders of skills beside the shipped ones. */
  skillFolders?: readonly string[];
  threadReaders?: ThreadReader[];
  progress?: readonly Progress[];
  /** In place of what the budget says. */
  mayStart?: MayStart;
  limits?: Partial<TurnLimits>;
  /** Waited for before a Turn starts; takes a few seconds at most. */
  beforeTurn?: (conversationId: string) => Promise<void>;
  poster?: Pick<Poster, "reserve">;
  /** Only this Conversation. */
  only?: string;
  leaseMs?: number;
};

/** The worker with all that a Turn is handed: models, tools, gate, and what follows from its end. */
export async function openWork(ground: Pick<Ground, "database" | "queue" | "changes">, options: WorkOptions): Promise<TurnWorker> {
  const { database, queue, changes } = ground;
  const { model, log, progress, limits } = options;
  const skills = await listSkills([shippedSkills, ...(options.skillFolders ?? [])], log);
  const onTurnEnded: OnTurnEnded[] = [writeOutcomes(queue)];
  const deps = {
    database,
    queue,
    poster: options.poster,
    changes,
    model,
    fast: options.fast ?? null,
    tools: openTools(ground, { log, skills, threadReaders: options.threadReaders }, options.tools),
    gate: closedGate,
    onTurnEnded,
    log,
    skills,
    progress,
    beforeTurn: options.beforeTurn,
    mayStart: options.mayStart ?? (options.budget ? mayStartWithin(database, options.budget) : undefined),
    readFile: (fileId: string) => readFileBytes(database, fileId),
    limits,
  };
  return openTurnWorker(deps, {
    atOnce: turnsAtOnce,
    only: options.only,
    leaseMs: options.leaseMs,
  });
}
