import { type Logger, LogLevel } from "@slack/web-api";
import type { Log } from "../base/log.ts";

/** The libraries' log lines may quote messages and tokens: only that there was one is passed on. */
export function slackLogger(log: Log): Logger {
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: () => log.debug("the Slack library warned"),
    error: () => log.debug("the Slack library reported a fault"),
    setLevel: () => undefined,
    getLevel: () => LogLevel.ERROR,
    setName: () => undefined,
  };
}
