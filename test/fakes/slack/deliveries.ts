import { createHmac } from "node:crypto";
import { Agent, request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { envelopeOf } from "./envelopes.ts";
import type { JsonObject } from "./json.ts";
import type { SocketMode } from "./socket-mode.ts";
import type { Workspace } from "./workspace.ts";

export type Answer = {
  status: number;
  body: string;
  headers: IncomingHttpHeaders;
  failure?: "http_timeout" | "connection_failed";
};
export type Attempt = {
  eventId: string;
  type: string;
  subtype?: string;
  ts?: string;
  retryNum: number;
  status: number;
  at: number;
  envelope: JsonObject;
};
export type RawOptions = {
  contentType?: string;
  /** Unix seconds. */
  timestamp?: number;
  signature?: "valid" | "wrong" | "missing";
  retryNum?: number;
  retryReason?: string;
  headers?: Record<string, string>;
};
export type DeliverySettings = { retries: boolean; retryDelaysMs: number[]; answerTimeoutMs: number };

const LOST: Answer = { status: 0, body: "", headers: {}, failure: "http_timeout" };

export type Deliveries = ReturnType<typeof createDeliveries>;

/** Sends signed requests to the product as Slack does, events again when they are not answered with 2xx in time. */
export function createDeliveries(workspace: Workspace, settings: DeliverySettings, socket: SocketMode) {
  const agent = new Agent({ keepAlive: false });
  const stop = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<unknown>>();
  const attempts: Attempt[] = [];
  let target: string | undefined;

  async function sendRaw(body: string | Buffer, options: RawOptions = {}): Promise<Answer> {
    if (!target) throw new Error("The fake Slack is not connected to a product: call connect(eventsUrl) first");
    const timestamp = String(options.timestamp ?? Math.floor(Date.now() / 1000));
    const signed = signatureOf(workspace.identity.signingSecret, timestamp, body);
    const headers: Record<string, string> = {
      "content-type": options.contentType ?? "application/json",
      "x-slack-request-timestamp": timestamp,
    };
    if (options.signature === "wrong") headers["x-slack-signature"] = `v0=${"0".repeat(64)}`;
    else if (options.signature !== "missing") headers["x-slack-signature"] = signed;
    if (options.retryNum !== undefined) {
      headers["x-slack-retry-num"] = String(options.retryNum);
      headers["x-slack-retry-reason"] = options.retryReason ?? "http_timeout";
    }
    return post(target, body, { ...headers, ...options.headers });
  }

  function post(url: string, body: string | Buffer, headers: Record<string, string>): Promise<Answer> {
    const bytes = Buffer.from(body);
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(settings.answerTimeoutMs)]);
    return new Promise((resolve) => {
      const failed = () => resolve({ status: 0, body: "", headers: {}, failure: signal.aborted ? "http_timeout" : "connection_failed" });
      const outgoing = request(
        url,
        { method: "POST", agent, signal, headers: { ...headers, "content-length": String(bytes.length) } },
        (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.on("error", failed);
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              body: Buffer.concat(parts).toString(),
              headers: response.headers,
            }),
          );
        },
      );
      outgoing.on("error", failed);
      outgoing.end(bytes);
    });
  }

  function overSocket(envelope: JsonObject, { retryNum, retryReason }: RawOptions = {}): Promise<Answer> {
    return socket.send("events_api", envelope, { retry_attempt: retryNum ?? 0, retry_reason: retryNum ? (retryReason ?? "timeout") : "" });
  }

  async function attempt(envelope: JsonObject, retryNum: number, lost = 0, retryReason?: string): Promise<number> {
    const retry = retryNum > 0 ? { retryNum, retryReason } : {};
    const send = () => (socket.isOn() ? overSocket(envelope, retry) : sendRaw(JSON.stringify(envelope), retry));
    const answer = retryNum < lost ? LOST : await send();
    const event = envelope.event as JsonObject;
    attempts.push({
      eventId: String(envelope.event_id),
      type: String(event.type),
      subtype: event.subtype as string | undefined,
      ts: event.ts as string | undefined,
      retryNum,
      status: answer.status,
      at: workspace.now(),
      envelope,
    });
    workspace.changed();
    const isAnswered = answer.status >= 200 && answer.status < 300;
    const delay = settings.retryDelaysMs[retryNum];
    if (!isAnswered && settings.retries && delay !== undefined && !stop.signal.aborted && answer.headers["x-slack-no-retry"] !== "1")
      later(delay, () => attempt(envelope, retryNum + 1, lost, answer.failure ?? "http_error"));
    return answer.status;
  }

  function later(ms: number, work: () => Promise<unknown>): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void track(work());
    }, ms);
    timers.add(timer);
  }

  function track<T>(work: Promise<T>): Promise<T> {
    const settled = work
      .then(
        () => {},
        () => {},
      )
      .finally(() => underWay.delete(settled));
    underWay.add(settled);
    return work;
  }

  return {
    attempts,
    sendRaw,
    overSocket,

    connect(url: string): void {
      target = url;
    },

    /**
     * Delivers one event; answers the status of the first attempt (0: none). Later attempts run by themselves. The
     * first `lost` attempts never reach the product.
     */
    async deliver(event: JsonObject, lost = 0): Promise<number[]> {
      if ((!target && !socket.isOn()) || stop.signal.aborted) return [];
      return [await track(attempt(envelopeOf(workspace, event), 0, lost))];
    },

    /** Delivers after the API call that caused it was answered; nobody waits for it. */
    echo(event: JsonObject): void {
      if ((target || socket.isOn()) && !stop.signal.aborted) later(0, () => attempt(envelopeOf(workspace, event), 0));
    },

    /** A signed interaction or command: form-encoded, never repeated. */
    async interact(form: Record<string, string>): Promise<{ status: number; body: string }> {
      const overHttp = () => sendRaw(new URLSearchParams(form).toString(), { contentType: "application/x-www-form-urlencoded" });
      const { payload } = form;
      const { status, body } = await track(
        !socket.isOn()
          ? overHttp()
          : payload === undefined
            ? socket.send("slash_commands", form)
            : socket.send("interactive", JSON.parse(payload)),
      );
      return { status, body };
    },

    async close(): Promise<void> {
      stop.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(underWay);
      agent.destroy();
    },
  };
}

function signatureOf(secret: string, timestamp: string, body: string | Buffer): string {
  return `v0=${createHmac("sha256", secret).update(`v0:${timestamp}:`).update(body).digest("hex")}`;
}
