import { faultCode } from "../base/log.ts";

/** Why the database did not do it, where trying again later may help: `busy` is short of time, locks, memory or connections. */
export type DatabaseTrouble = "away" | "busy" | "disk-full";

/** Codes: PostgreSQL's appendix A and Node's system errors. Null for a fault of our own. */
export function databaseTrouble(error: unknown): DatabaseTrouble | null {
  const code = faultCode(error);
  if (code === "53100") return "disk-full";
  if (/^(55P03|57014|40P01|40001|25P03|53\w{3})$/.test(code)) return "busy";
  return /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08\w{3}|57P0\w)$/.test(code) ? "away" : null;
}
