import { words } from "../base/words.ts";
import type { Database } from "../db/database.ts";
import type { Budget } from "../model/budget.ts";
import { checkBudget } from "../model/check-budget.ts";
import { findTimeZone } from "../people/people-store.ts";
import type { MayStart } from "../turns/starting-turn.ts";

/** The budget is a setting: whoever may change it is nobody that Junior knows by name. */
const raiser = "whoever runs Junior";

/** No Turn starts once the day's budget is used up. */
export function mayStartWithin(database: Database, budget: Budget): MayStart {
  return async ({ principalUserId }) => {
    const check = await checkBudget(database, budget, principalUserId);
    if (check.ok) return { ok: true };
    const timeZone = (principalUserId === null ? null : await findTimeZone(database, principalUserId)) ?? "UTC";
    const time = check.nextDay.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone, timeZoneName: "short" });
    return { ok: false, text: words.budgetUsedUp(check.whose, time, raiser) };
  };
}
