import { faultCode, type Log } from "../base/log.ts";
import type { FilePart } from "../files/file-bytes.ts";
import type { WebEnv } from "./web-env.ts";

/**
 * The rest of a file after its first part, each part read when the one before it has left. What breaks in the middle ends
 * the connection, so that nobody takes half a file for the whole.
 */
export function streamFile(
  first: FilePart,
  readFrom: (from: number) => Promise<FilePart | null>,
  { outgoing }: WebEnv["Bindings"],
  log: Log,
): ReadableStream<Uint8Array> {
  let next: FilePart | null = first;
  let from = 0;
  const read = async (): Promise<FilePart | null> => {
    try {
      return await readFrom(from);
    } catch (error) {
      log.warn("a file could not be sent to its end", { code: faultCode(error) });
      return null;
    }
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        next ??= await read();
        if (!next) {
          outgoing.destroy();
          return controller.close();
        }
        const { part, isLast } = next;
        next = null;
        from += part.byteLength;
        if (part.byteLength > 0) controller.enqueue(part);
        if (isLast) controller.close();
      },
    },
    // Nothing is read ahead.
    { highWaterMark: 0 },
  );
}
