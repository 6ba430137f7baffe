import type { Connection } from "../db/database.ts";
import { type Budget, usedUp } from "./budget.ts";
import { readUsage } from "./usage-store.ts";

export type BudgetCheck = { ok: true } | { ok: false; whose: "everybody" | "person"; nextDay: Date };

/** Whether new work for this person (null: a machine's own) may begin today. */
export async function checkBudget(connection: Connection, budget: Budget | null, userId: string | null): Promise<BudgetCheck> {
  if (!budget) return { ok: true };
  const used = await readUsage(connection, userId);
  const whose = usedUp(budget, used);
  return whose === null ? { ok: true } : { ok: false, whose, nextDay: used.nextDay };
}
