import { posix } from "node:path";
import type { Tool } from "junior-plugin-api";
import { z } from "zod";
import { appendFileMessage } from "../conversations/append-file-message.ts";
import { copyFile } from "../files/file-store.ts";
import { sandboxHome, sandboxPath } from "./sandbox.ts";
import { listSandboxFiles } from "./sandbox-store.ts";

const input = z.object({ path: z.string().min(1).max(300).describe(`A file in ${sandboxHome}.`) });

const description = [
  `Gives people a file: one of this conversation's own in ${sandboxHome} is posted in this very thread, as it is now, under the last part of its name.`,
  "Write it first with writeFile or runCommand. A short text belongs into your answer instead.",
].join("\n");

export function attachFileTool(): Tool<z.infer<typeof input>> {
  return {
    name: "attachFile",
    description,
    input,
    hints: { readOnly: false, destructive: false, openWorld: false, idempotent: false },
    target: ({ path }) => `${posix.basename(path)}, in this thread`,
    async runInTransaction(transaction, { path }, { conversationId, turnId, turnTreeId }) {
      const place = sandboxPath(path);
      if ("refused" in place) return { ok: false, error: `path: ${place.refused}` };
      if (place.folder !== sandboxHome) return { ok: false, error: "path: that file stands in the thread already." };
      const kept = (await listSandboxFiles(transaction, conversationId)).find((file) => file.path === place.path);
      // What is posted stays as it is, whatever becomes of the one in the sandbox.
      const copy = kept ? await copyFile(transaction, kept.fileId, posix.basename(place.path)) : null;
      if (!copy) return { ok: false, error: `There is no file ${place.path}. Write it first.` };
      const attached = await appendFileMessage(transaction, {
        conversationId,
        turnId,
        turnTreeId,
        fileId: copy.id,
      });
      if (attached === null) throw new Error("a file that was just copied is not free");
      return { ok: true, output: { attached: copy.name, bytes: copy.size } };
    },
  };
}
