import { setTimeout as pause } from "node:timers/promises";
import { faultCode, type Log } from "../base/log.ts";
import { readApiError, refusedToken } from "./read-api-error.ts";
import { openSocketConnection, type SocketConnection, type SocketSettings } from "./socket-connection.ts";

export type SocketState = "connected" | { refused: string } | { unreachable: string };

export type Socket = {
  state(): SocketState;
  /** How the first attempt ended; 6 s at most. */
  first: Promise<SocketState>;
  /** Takes 300 ms at most. */
  close(): Promise<void>;
};

/** An app token may be refused for more reasons than a bot's: it may be one, or lack its only scope. */
const refusedAppToken: ReadonlySet<string> = new Set([
  ...refusedToken,
  "not_allowed_token_type",
  "missing_scope",
  "no_permission",
  "socket_mode_not_enabled",
  "link_disabled",
]);

const lastRetryMs = 30_000;
/** A connection that ends sooner did not help. */
const shortestMs = 10_000;
/** What the one before has to answer what came over it. */
const handOverMs = 3_000;

/**
 * Keeps one connection to Slack. When Slack asks to renew it, the next one stands before this one is closed, so that
 * there is no time without; a lost one is replaced at once, then after 1 s, 2 s, up to 30 s.
 */
export function openSocket(options: SocketSettings & { log: Log }): Socket {
  const { log } = options;
  const closing = new AbortController();
  const open = new Set<SocketConnection>();
  let trouble: SocketState = { unreachable: "no_answer" };
  const state = (): SocketState => (open.size > 0 ? "connected" : trouble);
  const first = Promise.withResolvers<SocketState>();

  const connect = async (): Promise<SocketConnection | null> => {
    try {
      const connection = await openSocketConnection(options, closing.signal);
      open.add(connection);
      void connection.ended.then(() => {
        open.delete(connection);
        if (open.size === 0 && !closing.signal.aborted) log.warn("the connection to Slack was lost; connecting again");
        trouble = { unreachable: "connection_lost" };
      });
      return connection;
    } catch (error) {
      const code = readApiError(error)?.code;
      trouble = code !== undefined && refusedAppToken.has(code) ? { refused: code } : { unreachable: code ?? "no_answer" };
      if (!closing.signal.aborted) log.debug("no connection to Slack", { code: code ?? faultCode(error) });
      return null;
    }
  };

  const keep = async () => {
    let previous: SocketConnection | null = null;
    for (let failures = 0; !closing.signal.aborted;) {
      const connection = await connect();
      first.resolve(state());
      if (connection) {
        void previous?.close(handOverMs);
        previous = null;
      }
      const since = performance.now();
      if (connection && (await connection.over) === "leaving") previous = connection;
      const helped = connection !== null && performance.now() - since >= shortestMs;
      failures = helped ? 0 : failures + 1;
      const afterMs = failures < 2 && connection ? 0 : Math.min(500 * 2 ** (failures - 1), lastRetryMs);
      await pause(afterMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const kept = keep();

  return {
    state,
    first: first.promise,
    async close() {
      closing.abort();
      await Promise.all([...open].map((connection) => connection.close(100)));
      await Promise.race([kept, pause(20)]);
    },
  };
}
