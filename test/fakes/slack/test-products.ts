import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { App, HTTPReceiver, LogLevel } from "@slack/bolt";
import type { FakeSlack } from "./fake-slack.ts";

type Close = () => Promise<void>;

/** For clients in tests: errors only, and no repeats that would hide a failure. */
export const quiet = { logLevel: LogLevel.ERROR, retryConfig: { retries: 0 } };

/** A product of Bolt alone behind a real HTTP server, connected to the fake; it takes every event that `listen` leaves. */
export async function startBolt(slack: FakeSlack, listen: (app: App) => void): Promise<Close> {
  const receiver = new HTTPReceiver({
    signingSecret: slack.signingSecret,
    processBeforeResponse: true,
    logLevel: LogLevel.ERROR,
  });
  const { botToken: token, botId, botUserId } = slack;
  const clientOptions = { slackApiUrl: slack.apiUrl, ...quiet };
  const app = new App({ token, botId, botUserId, receiver, convoStore: false, logLevel: LogLevel.ERROR, clientOptions });
  listen(app);
  app.event(/.*/, async () => {});
  return listenWith(slack, (request, response) => receiver.requestListener(request, response));
}

export type Given = { status: number; headers?: Record<string, string> } | "never";

/** A product that answers each request with what `answer` says, given how many came before it. */
export async function startAnswering(
  slack: FakeSlack,
  answer: (count: number, request: IncomingMessage, body: string) => Given,
): Promise<Close> {
  let count = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const given = answer(count, request, Buffer.concat(parts).toString());
    count += 1;
    if (given !== "never") response.writeHead(given.status, given.headers).end();
  };
  return listenWith(slack, (request, response) => void respond(request, response));
}

async function listenWith(slack: FakeSlack, listener: RequestListener): Promise<Close> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  slack.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`);
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
