import { type Logger, WebClient } from "@slack/web-api";

/** One client per class of calls, so that a limit on one never holds another. */
export type Clients = {
  posting: WebClient;
  updating: WebClient;
  reading: WebClient;
  /** users.info, conversations.info: somebody waits for the answer, and goes on without it. */
  lookup: WebClient;
};

/**
 * Retries are ours: a call that may have had its effect is looked up before it is made again. The times keep one
 * delivery, with the reading back before it, inside the claim of its poster (8 s).
 */
export function openClients(options: { botToken: string; apiUrl?: string; logger: Logger }): Clients {
  const open = (timeout: number) =>
    new WebClient(options.botToken, {
      ...(options.apiUrl ? { slackApiUrl: options.apiUrl.endsWith("/") ? options.apiUrl : `${options.apiUrl}/` } : {}),
      logger: options.logger,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      timeout,
    });
  return { posting: open(4_000), updating: open(4_000), reading: open(3_000), lookup: open(1_000) };
}
