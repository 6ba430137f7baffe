import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Served = { url: string; close(): Promise<void> };

/** An HTTP server on a free port of this machine that keeps its connections. A fault is answered 500 and printed. */
export async function serve(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Promise<Served> {
  const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(500).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export function answerJson(response: ServerResponse, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) }).end(text);
}
