import type { Tool } from "junior-plugin-api";
import { z } from "zod";
import type { Database } from "../db/database.ts";
import { attachmentsFolder, sandboxHome, sandboxOverflow, sandboxPath } from "./sandbox.ts";
import { changeSandboxFiles, listSandboxFiles } from "./sandbox-store.ts";
import { storeSandboxFiles } from "./store-sandbox-files.ts";

const input = z.object({
  path: z.string().min(1).max(300).describe(`Where it is to stand; from ${sandboxHome}, or whole.`),
  content: z.string().max(1_000_000).describe("All of it, as text."),
});

const description = [
  `Writes a text file in this conversation's own ${sandboxHome}, whole; folders on the way are made. A file that stands there is replaced.`,
  "Nobody sees it: use attachFile to give it to people, runCommand to work on it.",
].join("\n");

export function writeFileTool(database: Database): Tool<z.infer<typeof input>> {
  return {
    name: "writeFile",
    description,
    input,
    hints: { readOnly: false, destructive: false, openWorld: false, idempotent: true },
    target: ({ path }) => `sandbox file ${path}`,
    async prepare({ path: given, content }, { conversationId }) {
      const place = sandboxPath(given);
      if ("refused" in place) return async () => ({ ok: false, error: `path: ${place.refused}` });
      const { path } = place;
      if (place.folder === attachmentsFolder) return async () => ({ ok: false, error: "path: what people attached cannot be changed." });
      const bytes = Buffer.from(content.toWellFormed());
      const others = (await listSandboxFiles(database, conversationId)).filter((file) => file.path !== path);
      const inTheWay = others.find((file) => file.path.startsWith(`${path}/`) || path.startsWith(`${file.path}/`));
      if (inTheWay) return async () => ({ ok: false, error: `path: ${inTheWay.path} is in the way: a file cannot be a folder too.` });
      const overflow = sandboxOverflow([...others.map((file) => file.size), bytes.byteLength]);
      if (overflow !== null) return async () => ({ ok: false, error: `It does not fit the sandbox: ${overflow}.` });
      const written = await storeSandboxFiles(database, [[path, bytes]]);
      return async (transaction) => {
        await changeSandboxFiles(transaction, conversationId, { written, removed: [] });
        return { ok: true, output: { path, bytes: bytes.byteLength } };
      };
    },
  };
}
