import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the range from which systems give ports to outgoing connections, so that the port is still free after a restart. */
const first = 15_433;
const last = 32_767;

/** The last port if it is free. Live users are connected to it, so for them it is kept even when it is not: the start then says what is in the way. */
export async function choosePort(last: number | undefined, isInUse: boolean): Promise<number> {
  if (last !== undefined && (isInUse || (await isPortFree(last)))) return last;
  return findFreePort();
}

async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, last + 1);
    if (await isPortFree(port)) return port;
  }
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}
