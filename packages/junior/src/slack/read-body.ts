import type { IncomingMessage } from "node:http";

/** The whole body, or null once it exceeds the limit; the rest is then thrown away as it comes. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    request.on("data", (part: Buffer) => {
      length += part.length;
      if (length <= limit) parts.push(part);
      else {
        parts.length = 0;
        resolve(null);
      }
    });
    request.on("end", () => resolve(Buffer.concat(parts)));
    request.on("error", reject);
    request.on("close", () => reject(new Error("the request ended early")));
  });
}
