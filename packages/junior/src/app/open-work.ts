import type { OnTurnEnded, Tool } from "junior-plugin-api";
import type { Log } from "../base/log.ts";
import { addReviewItemTool } from "../desk/tools/add-review-item.ts";
import { writeOutcomes } from "../desk/write-outcomes.ts";
import type { Model } from "../model/model.ts";
import { type TurnWorker, openTurnWorker } from "../turns/turn-worker.ts";
import { closedGate } from "./gate.ts";
import type { Ground } from "./open-ground.ts";

/** Turns that one process runs at the same time. */
const turnsAtOnce = 16;

/** The worker with all that a Turn is handed: tools, gate, and what follows from its end. */
export function openWork(
  ground: Pick<Ground, "database" | "queue" | "changes">,
  options: { model: Model; log: Log; only?: string; leaseMs?: number; onTurnEnded?: () => void },
): Promise<TurnWorker> {
  const { database, queue, changes } = ground;
  const tools: Tool[] = [addReviewItemTool(queue)];
  const onTurnEnded: OnTurnEnded[] = [writeOutcomes(queue)];
  return openTurnWorker(
    {
      database,
      queue,
      changes,
      model: options.model,
      tools: new Map(tools.map((tool) => [tool.name, tool])),
      gate: closedGate,
      onTurnEnded,
      log: options.log,
    },
    { atOnce: turnsAtOnce, only: options.only, leaseMs: options.leaseMs, onTurnEnded: options.onTurnEnded ?? (() => undefined) },
  );
}
