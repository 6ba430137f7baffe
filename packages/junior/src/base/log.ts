import { pino } from "pino";

/**
 * The only keys a log line may carry: ids, codes, counts and times.
 * Anything else is dropped, so that nobody's words reach a log by accident.
 */
const allowed = new Set([
  "attempts",
  "automationId",
  "code",
  "conversationId",
  "count",
  "deliveryId",
  "durationMs",
  "epoch",
  "event",
  "host",
  "itemId",
  "jobId",
  "messageId",
  "method",
  "model",
  "path",
  "pid",
  "port",
  "queue",
  "requestId",
  "retryNum",
  "role",
  "room",
  "state",
  "status",
  "surface",
  "tool",
  "turnId",
  "userId",
  "version",
]);

export type LogFields = Record<string, string | number | boolean | null | undefined>;
export type Log = Record<"debug" | "info" | "warn" | "error", (message: string, fields?: LogFields) => void>;

/** JSON lines on standard error. `message` is a fixed text of ours, never built from somebody's words. */
export function openLog(level: string, room = "app"): Log {
  const output = pino.destination({ fd: 2, sync: true });
  // A terminal that is gone or a full disk: a line that nobody can read must not end the work.
  output.on("error", () => undefined);
  const logger = pino({ level, base: { room } }, output);
  const write =
    (level: "debug" | "info" | "warn" | "error") =>
    (message: string, fields: LogFields = {}) =>
      logger[level](Object.fromEntries(Object.entries(fields).filter(([key]) => allowed.has(key))), message);
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}

/** A short code for a fault: a database or system code, else the class name. Never the error's text. */
export function faultCode(error: unknown): string {
  if (error instanceof Error) {
    const code = (error as { code?: unknown }).code;
    return typeof code === "string" ? code : error.name;
  }
  return "unknown";
}
