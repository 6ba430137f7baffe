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

/**
 * Retries are ours: a call that may have had its effect is looked up before it is made again. Once `signal` is aborted
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
  return {
    posting: open(4_000),
    updating: open(4_000),
    reading: open(3_000),
    files: open(10_000),
    status: open(3_000),
    lookup: open(1_000),
  };
}

const anyOf = (...signals: (AbortSignal | undefined)[]) => AbortSignal.any(signals.filter((signal) => signal !== undefined));
