import type { IncomingMessage } from "node:http";

/** Reads one whole body of at most `limit` bytes, or says how to answer instead; the rest is then thrown away. */
export type BodyReader = (request: IncomingMessage, limit: number) => Promise<{ body: Buffer } | { status: 400 | 408 | 413 | 503 }>;

/** A body that comes in many small parts takes more memory than its bytes. */
const costOfPart = 256;

/**
 * Whoever sends has until `longestMs` for a body, and all bodies that are under way together may hold `mostHeld` bytes:
 * nobody can fill the memory with what no signature has vouched for yet.
 */
export function createBodyReader({ mostHeld = 64 * 1024 * 1024, longestMs = 10_000 } = {}): BodyReader {
  let held = 0;
  return (request, limit) =>
    new Promise((resolve) => {
      const parts: Buffer[] = [];
      let length = 0;
      let cost = 0;
      const settle = (read: Awaited<ReturnType<BodyReader>>) => {
        clearTimeout(overdue);
        request.off("data", take);
        held -= cost;
        cost = 0;
        parts.length = 0;
        resolve(read);
      };
      const take = (part: Buffer) => {
        length += part.length;
        cost += part.length + costOfPart;
        held += part.length + costOfPart;
        parts.push(part);
        if (length > limit) settle({ status: 413 });
        else if (held > mostHeld) settle({ status: 503 });
      };
      const overdue = setTimeout(() => settle({ status: 408 }), longestMs);
      request.on("data", take);
      request.on("end", () => settle({ body: Buffer.concat(parts) }));
      request.on("error", () => settle({ status: 400 }));
      request.on("close", () => settle({ status: 400 }));
    });
}
