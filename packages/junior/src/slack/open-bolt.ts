import { App, type BlockAction, HTTPReceiver } from "@slack/bolt";
import type { Logger } from "@slack/web-api";
import type { IncomingMessage, ServerResponse } from "node:http";
import { faultCode, type Log } from "../base/log.ts";
import { answerPattern } from "./action-id.ts";
import type { Install } from "./install.ts";
import type { JsonObject } from "./json-object.ts";
import { commandName } from "./command-name.ts";
import type { Click, ClosingEvent, Command, DeletionEvent, EditEvent, LeaveEvent, MessageEvent, UserEvent } from "./payload.ts";

export type Listeners = {
  message(event: MessageEvent): Promise<void>;
  edit(event: EditEvent): Promise<void>;
  deletion(event: DeletionEvent): Promise<void>;
  closing(event: ClosingEvent): Promise<void>;
  leave(event: LeaveEvent): Promise<void>;
  user(event: UserEvent): Promise<void>;
  /** Answers what only the one who typed it sees. */
  command(command: Command): Promise<{ response_type: "ephemeral"; text: string }>;
  answer(click: { body: Click; ack: () => Promise<void>; tell: (text: string) => Promise<unknown> }): Promise<void>;
};

export type Bolt = {
  serve(request: IncomingMessage, response: ServerResponse, json: Buffer): void;
  /**
   * The same without HTTP. An event is acknowledged when its listeners have ended, anything else when its listener says.
   * @throws what a listener threw; an event is then not acknowledged
   */
  take(payload: JsonObject, acknowledge: (response?: unknown) => Promise<void>): Promise<void>;
};

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
  app.event("message", async ({ event: given }) => {
    const event = given as unknown as MessageEvent | EditEvent | DeletionEvent | ClosingEvent;
    if (!("subtype" in event)) await listeners.message(event);
    else if (event.subtype === "message_changed") await listeners.edit(event);
    else if (event.subtype === "message_deleted") await listeners.deletion(event);
    else await listeners.closing(event);
  });
  app.event("user_change", async ({ event }) => listeners.user(event as unknown as UserEvent));
  app.event("member_left_channel", async ({ event }) => listeners.leave(event as unknown as LeaveEvent));
  app.command(commandName, async ({ command, ack }) => ack(await listeners.command(command as unknown as Command)));
  app.event("app_mention", async ({ event }) => listeners.message(event as unknown as MessageEvent));
  app.action<BlockAction>(answerPattern, async ({ body: given, ack, respond }) => {
    const body = given as unknown as Click;
    const thread = body.container.thread_ts;
    const tell = async (text: string) =>
      body.response_url === undefined ||
      respond({ response_type: "ephemeral", replace_original: false, text, ...(thread ? { thread_ts: thread } : {}) });
    await listeners.answer({ body, ack: () => ack(), tell });
  });
  return {
    serve(request, response, json) {
      request.url = path;
      request.headers["content-type"] = "application/json";
      receiver.requestListener(Object.assign(request, { rawBody: json }), response);
    },
    async take(payload, acknowledge) {
      const isEvent = payload.type === "event_callback";
      await app.processEvent({ body: payload, ack: isEvent ? async () => undefined : acknowledge });
      if (isEvent) await acknowledge();
    },
  };
}

/** Bolt wraps what a listener throws. */
function originalOf(error: unknown): unknown {
  return error instanceof Error && "original" in error && error.original instanceof Error ? error.original : error;
}
