import type { Clients } from "./clients.ts";
import { readApiError } from "./read-api-error.ts";

/** Takes a post of ours away; one that is gone already is fine. */
export async function removePost(clients: Pick<Clients, "posting">, channel: string, ts: string): Promise<void> {
  try {
    await clients.posting.chat.delete({ channel, ts });
  } catch (error) {
    if (readApiError(error)?.code !== "message_not_found") throw error;
  }
}

/** Takes a file of ours away, and with it the post that shows it. */
export async function removeFile(clients: Pick<Clients, "files">, file: string): Promise<void> {
  try {
    await clients.files.files.delete({ file });
  } catch (error) {
    if (!gone.has(readApiError(error)?.code ?? "")) throw error;
  }
}

const gone: ReadonlySet<string> = new Set(["file_not_found", "file_deleted"]);
