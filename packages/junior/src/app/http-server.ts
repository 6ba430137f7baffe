import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { StartError } from "../base/errors.ts";

export type Handle = (request: IncomingMessage, response: ServerResponse) => void;

export type HttpServer = {
  url: string;
  port: number;
  /** Until it is called, every request gets 503. */
  serve(handle: Handle): void;
  close(): Promise<void>;
};

/**
 * Takes the port first, so that a second start is told at once.
 * @throws StartError when the port is taken or not allowed
 */
export async function openHttpServer(host: string, port: number): Promise<HttpServer> {
  let handle: Handle = (_, response) => {
    response.writeHead(503, { "retry-after": "1", "content-type": "text/plain" }).end("Junior is starting.\n");
  };
  const server = createServer((request, response) => handle(request, response));
  await listen(server, host, port);
  const address = server.address() as AddressInfo;
  let closed: Promise<void> | null = null;
  return {
    url: `http://${shownHost(host)}:${address.port}`,
    port: address.port,
    serve: (given) => {
      handle = given;
    },
    close: () => (closed ??= close(server)),
  };
}

/** What is under way has a second; live streams end when their room closes. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 1_000).unref();
  });
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => void explain(error, host, port).then(reject));
    server.listen(port, host, () => resolve());
  });
}

async function explain(error: NodeJS.ErrnoException, host: string, port: number): Promise<Error> {
  switch (error.code) {
    case "EADDRINUSE": {
      const other = await findJunior(host, port);
      return other
        ? new StartError(
            `A Junior${other.pid ? ` (process ${other.pid})` : ""} is running already at http://${shownHost(host)}:${port}. Use it if it is yours, stop it first, or start another on a free port: PORT=${port + 1} npm start`,
          )
        : new StartError(`Port ${port} is in use by another program. Nothing was started: stop that program, or set PORT to a free port.`);
    }
    case "EACCES":
      return new StartError(`Port ${port} may not be used by this user. Nothing was started: set PORT to 1024 or above.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartError(
        "HOST is no address of this machine. Nothing was started: use 127.0.0.1 for this machine only, or 0.0.0.0 for all.",
      );
    default:
      return error;
  }
}

/** Null when what listens there is something else. */
async function findJunior(host: string, port: number): Promise<{ pid: number | null } | null> {
  try {
    const response = await fetch(`http://${shownHost(host)}:${port}/healthz`, { signal: AbortSignal.timeout(1_000) });
    const text = await response.text();
    if (!text.includes("Junior")) return null;
    return { pid: Number(/"pid":(\d+)/.exec(text)?.[1]) || null };
  } catch {
    return null;
  }
}

export const shownHost = (host: string) => (["127.0.0.1", "0.0.0.0", "::", "::1", ""].includes(host) ? "localhost" : host);
