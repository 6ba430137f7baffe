import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { Answer } from "./deliveries.ts";
import type { JsonObject } from "./json.ts";
import type { Workspace } from "./workspace.ts";

/** Slack allows ten connections of one app. */
const mostConnections = 10;

export type SocketMode = ReturnType<typeof createSocketMode>;

/**
 * Socket Mode without TLS: `apps.connections.open` gives an address that is good for one connection; it says hello, and
 * each envelope goes to one of the app's connections, which answers with its envelope_id.
 */
export function createSocketMode(workspace: Workspace, settings: { answerTimeoutMs: number }) {
  const server = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  const open: WebSocket[] = [];
  const answers = new Map<string, (payload: JsonObject) => void>();
  let isOn = false;
  let turn = 0;
  let isMute = false;

  function greet(socket: WebSocket): void {
    if (open.length >= mostConnections) {
      tell(socket, { type: "disconnect", reason: "too_many_websockets" });
      socket.close();
      return;
    }
    open.push(socket);
    socket.on("close", () => {
      const at = open.indexOf(socket);
      if (at >= 0) open.splice(at, 1);
      workspace.changed();
    });
    socket.on("error", () => undefined);
    socket.on("message", (data: Buffer) => {
      const { envelope_id: id, payload } = JSON.parse(data.toString()) as { envelope_id: string; payload?: JsonObject };
      answers.get(id)?.(payload ?? {});
    });
    if (!isMute) tell(socket, { type: "hello", num_connections: open.length, connection_info: { app_id: workspace.identity.appId } });
    workspace.changed();
  }

  async function send(type: string, payload: unknown, also: JsonObject = {}): Promise<Answer> {
    const socket = open[turn++ % Math.max(open.length, 1)];
    if (!socket) return { status: 0, body: "", headers: {}, failure: "connection_failed" };
    const id = randomUUID();
    return new Promise((resolve) => {
      const settle = (answer: Answer) => {
        clearTimeout(overdue);
        answers.delete(id);
        socket.off("close", lost);
        resolve(answer);
      };
      const lost = () => settle({ status: 0, body: "", headers: {}, failure: "connection_failed" });
      const overdue = setTimeout(() => settle({ status: 0, body: "", headers: {}, failure: "http_timeout" }), settings.answerTimeoutMs);
      answers.set(id, (answer) =>
        settle({ status: 200, body: Object.keys(answer).length === 0 ? "" : JSON.stringify(answer), headers: {} }),
      );
      socket.on("close", lost);
      tell(socket, { envelope_id: id, type, payload, accepts_response_payload: type !== "events_api", ...also });
    });
  }

  return {
    appToken: `xapp-1-${randomUUID()}`,
    /** Whether an app has asked for a connection: from then on nothing goes over HTTP. */
    isOn: () => isOn,
    connections: () => open.length,
    /** What `apps.connections.open` answers. */
    ticket(): string {
      isOn = true;
      const id = randomUUID();
      tickets.add(id);
      return `${workspace.origin.replace("http", "ws")}/link/?ticket=${id}`;
    },
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      const ticket = new URL(request.url ?? "/", "http://127.0.0.1").searchParams.get("ticket") ?? "";
      if (!tickets.delete(ticket)) return void socket.destroy();
      server.handleUpgrade(request, socket, head, greet);
    },
    send,
    /** Any text at all, to every connection. */
    sendText: (text: string) => open.forEach((socket) => socket.send(text)),
    /** Slack is about to close every connection of now, and does so after `graceMs`. */
    refresh(reason: "warning" | "refresh_requested" | "link_disabled", graceMs: number): void {
      for (const socket of open) {
        tell(socket, { type: "disconnect", reason, debug_info: { host: "fake" } });
        setTimeout(() => socket.close(), graceMs).unref();
      }
    },
    /** The network goes away without a word. */
    cut: () => [...open].forEach((socket) => socket.terminate()),
    /** New connections are taken and hear nothing, not even hello. */
    mute: (is: boolean) => void (isMute = is),
    close(): void {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}

const tell = (socket: WebSocket, message: JsonObject) => socket.send(JSON.stringify(message));
