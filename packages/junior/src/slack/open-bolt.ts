import { App, type BlockAction, HTTPReceiver } from "@slack/bolt";
import type { Logger } from "@slack/web-api";
import type { IncomingMessage, ServerResponse } from "node:http";
import { faultCode, type Log } from "../base/log.ts";
import { answerPattern } from "./action-id.ts";
import type { Install } from "./install.ts";
import type { Click, MessageEvent } from "./payload.ts";

export type Listeners = {
  message(event: MessageEvent): Promise<void>;
  answer(click: { body: Click; ack: () => Promise<void>; tell: (text: string) => Promise<unknown> }): Promise<void>;
};

export type Bolt = (request: IncomingMessage, response: ServerResponse, json: Buffer) => void;

/**
 * Bolt behind our own guard, which lets through only what `payload.ts` describes: answers go out when the listeners have ended, a fault is answered 503 so that Slack
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

  // Bolt hands on what it was given; its own types say more of it than the guard has left.
  app.event("message", async ({ event }) => listeners.message(event as unknown as MessageEvent));
  app.event("app_mention", async ({ event }) => listeners.message(event as unknown as MessageEvent));
  app.action<BlockAction>(answerPattern, async ({ body: given, ack, respond }) => {
    const body = given as unknown as Click;
    const thread = body.container.thread_ts;
    const tell = async (text: string) =>
      body.response_url === undefined ||
      respond({ response_type: "ephemeral", replace_original: false, text, ...(thread ? { thread_ts: thread } : {}) });
    await listeners.answer({ body, ack: () => ack(), tell });
  });
  return (request, response, json) => {
    request.url = path;
    request.headers["content-type"] = "application/json";
    receiver.requestListener(Object.assign(request, { rawBody: json }), response);
  };
}

/** Bolt wraps what a listener throws. */
function originalOf(error: unknown): unknown {
  return error instanceof Error && "original" in error && error.original instanceof Error ? error.original : error;
}
