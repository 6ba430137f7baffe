import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

export type HttpRequest = { method: string; url: URL; headers: IncomingMessage["headers"]; body: Buffer };
/** What is sent back, `afterMs` late where that is given; 'cut' ends the socket without an answer, 'hang' leaves it open until close(). */
export type HttpAnswer = { status: number; headers?: Record<string, string>; body: string | Buffer; afterMs?: number } | "cut" | "hang";

/** A server on a free port of 127.0.0.1; close() also ends idle and hanging connections. */
export async function startHttpServer(
  answer: (request: HttpRequest) => HttpAnswer,
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on("data", (part: Buffer) => parts.push(part));
    incoming.on("error", () => outgoing.destroy());
    incoming.on("end", () => {
      const url = new URL(incoming.url ?? "/", "http://127.0.0.1");
      const request = { method: incoming.method ?? "GET", url, headers: incoming.headers, body: Buffer.concat(parts) };
      write(outgoing, answered(answer, request));
    });
  });
  server.on("upgrade", upgrade);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

/** A fault of the fake itself is shown to the caller instead of ending the test process. */
function answered(answer: (request: HttpRequest) => HttpAnswer, request: HttpRequest): HttpAnswer {
  try {
    return answer(request);
  } catch (error) {
    return { status: 500, body: `fault in the fake Slack: ${error instanceof Error ? error.stack : String(error)}` };
  }
}

function write(outgoing: ServerResponse, answer: HttpAnswer): void {
  if (answer === "hang") return;
  if (answer === "cut") return void outgoing.destroy();
  const send = () => outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  if (answer.afterMs === undefined) return void send();
  const late = setTimeout(send, answer.afterMs);
  outgoing.on("close", () => clearTimeout(late));
}
