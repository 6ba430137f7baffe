import { SocketModeClient } from "@slack/socket-mode";
import type { FetchFunction, Logger } from "@slack/web-api";
import { setTimeout as pause } from "node:timers/promises";
import { type JsonObject, parseObject } from "./json-object.ts";

/** What Slack sends over the socket; `payload` is what the body of a request would be. */
export type Envelope = { payload: unknown; retryAttempt: number };
export type Acknowledge = (response?: JsonObject) => Promise<void>;

export type SocketConnection = {
  /** Slack wants it closed soon, or it is closed already. */
  over: Promise<"leaving" | "ended">;
  ended: Promise<void>;
  /** Envelopes under way have `longestMs` to be acknowledged; then it ends, at the latest a moment later. */
  close(longestMs: number): Promise<void>;
};

export type SocketSettings = {
  appToken: string;
  apiUrl?: string;
  logger: Logger;
  /** Takes one envelope; it is under way until this has ended. */
  receive(envelope: Envelope, acknowledge: Acknowledge): Promise<void>;
};

/** Until Slack says hello. */
const longestGreetingMs = 5_000;
/** Until the closing is forced. */
const longestFarewellMs = 80;

/**
 * One connection, from the asking for an address to its end; it never reconnects by itself. Version 3.1.0 of the library
 * does that with a fault that ends the process, waits 5 s without any connection when Slack renews one, and stumbles over
 * malformed messages: so it gets a new client for each connection and only reads what was looked at here.
 * @throws what Slack's API or the network answered, when there is no hello in 5 s
 */
export async function openSocketConnection(settings: SocketSettings, signal: AbortSignal): Promise<SocketConnection> {
  const untilAborted: FetchFunction = (url, init) =>
    fetch(url, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(longestGreetingMs)]) });
  const client = new SocketModeClient({
    appToken: settings.appToken,
    autoReconnectEnabled: false,
    logger: settings.logger,
    clientOptions: {
      ...(settings.apiUrl ? { slackApiUrl: settings.apiUrl } : {}),
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      fetch: untilAborted,
    },
  });
  const ended = new Promise<void>((resolve) => client.once("disconnected", resolve));
  const underWay = new Set<Promise<void>>();
  const left = listen(client, (envelope, acknowledge) => {
    const receiving = settings.receive(envelope, acknowledge).finally(() => underWay.delete(receiving));
    underWay.add(receiving);
  });

  const giveUp = () => void disconnect(client);
  const tooSlow = setTimeout(giveUp, longestGreetingMs);
  signal.addEventListener("abort", giveUp);
  try {
    await client.start().catch((error: unknown) => {
      throw error ?? new Error("the connection ended before Slack said hello");
    });
  } finally {
    clearTimeout(tooSlow);
    signal.removeEventListener("abort", giveUp);
  }
  if (signal.aborted) await disconnect(client);
  return {
    over: Promise.race([left.then(() => "leaving" as const), ended.then(() => "ended" as const)]),
    ended,
    async close(longestMs) {
      if (underWay.size > 0) await Promise.race([Promise.all(underWay), pause(longestMs)]);
      await disconnect(client);
    },
  };
}

/** Puts our own reading before the library's. Resolves when Slack asks to leave. */
function listen(client: SocketModeClient, receive: (envelope: Envelope, acknowledge: Acknowledge) => void): Promise<void> {
  const handOn = client.listeners("ws_message")[0] as (text: string, isBinary: boolean) => Promise<void>;
  client.removeAllListeners("ws_message");
  return new Promise((leave) => {
    client.on("ws_message", (data: unknown, isBinary: boolean) => {
      const message = isBinary || typeof data !== "string" ? null : parseObject(data);
      if (message?.type === "hello") client.emit("connected");
      else if (message?.type === "disconnect") leave();
      else if (typeof message?.envelope_id === "string") {
        client.once("slack_event", ({ ack }: { ack: Acknowledge }) =>
          receive({ payload: message.payload, retryAttempt: Number(message.retry_attempt) || 0 }, ack),
        );
        // The payload stays here: the library would emit an event under a name that Slack's message chooses.
        void handOn(JSON.stringify({ envelope_id: message.envelope_id, type: "envelope", payload: {} }), false);
      }
    });
  });
}

/** The library waits up to 30 s for the other side's farewell; asked a second time it ends at once. */
async function disconnect(client: SocketModeClient): Promise<void> {
  const gone = client.disconnect();
  if (await Promise.race([gone.then(() => true), pause(longestFarewellMs, false)])) return;
  await Promise.race([client.disconnect(), pause(longestFarewellMs)]);
}
