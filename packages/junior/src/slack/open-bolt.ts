import { App, type BlockAction, HTTPReceiver } from "@slack/bolt";
import type { Logger } from "@slack/web-api";
import type { IncomingMessage, ServerResponse } from "node:http";
import { faultCode, type Log } from "../base/log.ts";
import { answerPattern } from "./action-id.ts";
import type { Install } from "./install.ts";

export type Listeners = {
  message(event: Record<string, unknown>): Promise<void>;
  answer(click: { body: BlockAction; ack: () => Promise<void>; tell: (text: string) => Promise<unknown> }): Promise<void>;
};

export type Bolt = (request: IncomingMessage, response: ServerResponse, json: Buffer) => void;

/**
 * Bolt behind our own guard: answers go out when the listeners have ended, a fault is answered 503 so that Slack
 * comes again, and no request is left without an answer. The signature is not checked again.
 */
export function openBolt(options: { botToken: string; install: Install; listeners: Listeners; logger: Logger; log: Log }): Bolt {
  const { install, listeners, log } = options;
  const path = "/slack/events";
  const receiver = new HTTPReceiver({
    signingSecret: "",
    signatureVerification: false,
    endpoints: path,
    processBeforeResponse: true,
    logger: options.logger,
    processEventErrorHandler: async ({ error, response }) => {
      log.warn("a request of Slack's failed", { code: faultCode(originalOf(error)) });
      if (!response.headersSent) response.writeHead(503).end();
      return true;
    },
    unhandledRequestHandler: ({ response }) => {
      if (!response.headersSent) response.writeHead(200).end();
    },
  });
  const app = new App({
    receiver,
    authorize: async () => ({ botToken: options.botToken, botId: install.botId, botUserId: install.botUserId, teamId: install.teamId }),
    clientOptions: { fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(5_000) }) },
    convoStore: false,
    ignoreSelf: false,
    logger: options.logger,
  });
  app.error(async (error) => {
    throw error;
  });

  app.event("message", async ({ event }) => listeners.message({ ...event }));
  app.event("app_mention", async ({ event }) => listeners.message({ ...event }));
  app.action<BlockAction>(answerPattern, async ({ body, ack, respond }) => {
    const { thread_ts: thread } = body.container as { thread_ts?: string };
    const tell = (text: string) =>
      respond({ response_type: "ephemeral", replace_original: false, text, ...(thread ? { thread_ts: thread } : {}) });
    await listeners.answer({ body, ack: () => ack(), tell });
  });
  acknowledgeTheRest(app);
  return (request, response, json) => {
    request.url = path;
    request.headers["content-type"] = "application/json";
    receiver.requestListener(Object.assign(request, { rawBody: json }), response);
  };
}

/** Controls of another version of Junior, or of none, are answered in silence instead of with Slack's warning sign. */
function acknowledgeTheRest(app: App): void {
  const any = /[\s\S]*/;
  app.action(new RegExp(`^(?!${answerPattern.source.replace("^", "")})`), async ({ ack }) => ack());
  app.view(any, async ({ ack }) => ack());
  app.shortcut(any, async ({ ack }) => ack());
  app.options(any, async ({ ack }) => ack({ options: [] }));
  app.command(any, async ({ ack }) => ack());
}

/** Bolt wraps what a listener throws. */
function originalOf(error: unknown): unknown {
  return error instanceof Error && "original" in error && error.original instanceof Error ? error.original : error;
}
