import { type FetchFunction, type Logger, WebClient } from "@slack/web-api";

/** One client per class of calls, so that a limit on one never holds another. */
export type Clients = {
  posting: WebClient;
  updating: WebClient;
  reading: WebClient;
  /** Uploads are finished here; Slack takes its time. */
  files: WebClient;
  /** What people see while Junior works: may fail without harm. */
  status: WebClient;
  /** users.info, conversations.info: somebody waits for the answer, and goes on without it. */
  lookup: WebClient;
};

/** Milliseconds. */
const timeouts: Record<keyof Clients, number> = {
  posting: 4_000,
  updating: 4_000,
  reading: 3_000,
  files: 10_000,
  status: 3_000,
  lookup: 1_000,
};

/**
 * Each is opened when it is first asked for: that costs more than a call. Retries are ours: a call that may have had its effect is looked up before it is made again. Once `signal` is aborted
 * no call begins, and those under way end at once with an unknown outcome.
 */
export function openClients(options: { botToken: string; apiUrl?: string; logger: Logger; signal?: AbortSignal }): Clients {
  const { signal } = options;
  const untilAborted: FetchFunction = (url, init) => fetch(url, { ...init, signal: anyOf(init?.signal, signal) });
  const open = (timeout: number) =>
    new WebClient(options.botToken, {
      ...(options.apiUrl ? { slackApiUrl: options.apiUrl.endsWith("/") ? options.apiUrl : `${options.apiUrl}/` } : {}),
      logger: options.logger,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      fetch: untilAborted,
      timeout,
    });
  const clients = {} as Clients;
  for (const [name, timeout] of Object.entries(timeouts)) {
    let client: WebClient | undefined;
    Object.defineProperty(clients, name, { enumerable: true, get: () => (client ??= open(timeout)) });
  }
  return clients;
}

const anyOf = (...signals: (AbortSignal | undefined)[]) => AbortSignal.any(signals.filter((signal) => signal !== undefined));
