import { isDeeperThan } from "../base/is-deeper-than.ts";

export type JsonObject = Record<string, unknown>;

/** Slack's own payloads stay far below; what nests without end would exhaust the stack of whoever walks through it. */
const deepest = 200;

/** The object that this text is; null for anything else. */
export function parseObject(text: string): JsonObject | null {
  if (isDeeperThan(deepest, text)) return null;
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

export function asObject(value: unknown): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}
