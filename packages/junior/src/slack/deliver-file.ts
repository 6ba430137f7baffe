import type { DeliveryResult, WaitingDelivery } from "junior-plugin-api";
import type { Clients } from "./clients.ts";
import { findShare } from "./find-share.ts";
import { removeFile } from "./remove-post.ts";

export type FileContent = { name: string; bytes: Uint8Array };

type Deps = {
  clients: Clients;
  signal: AbortSignal;
  remember: (address: { channel: string; id: string }) => Promise<boolean>;
  readFile: (fileId: string) => Promise<FileContent | null>;
};

const uploadMs = 60_000;
/** About a minute of looking, since Slack shares a file some time after it has said so, and now and then never does. */
const mostLooks = 7;

/**
 * Shares a file in its place, once. Asking for an address and sending the bytes may be repeated, nobody sees them; the
 * last step may not. So Slack's id of the file is stored before it, and a later try asks what became of that very file.
 */
export async function deliverFile(deps: Deps, delivery: WaitingDelivery): Promise<DeliveryResult> {
  if (delivery.posted) {
    const ended = await lookAt(deps, delivery, delivery.posted.id, false);
    if (ended) return ended;
  }
  const file = delivery.fileId === null ? null : await deps.readFile(delivery.fileId);
  if (!file) return { outcome: "parked", code: "file_gone" };
  if (file.bytes.length === 0) return { outcome: "parked", code: "file_empty" };
  const { channel, thread } = delivery.place;
  const { files } = deps.clients.files;
  const { upload_url: url, file_id: id } = await files.getUploadURLExternal({ filename: file.name, length: file.bytes.length });
  if (!url || !id) throw new Error("Slack named no place for a file");
  await upload(url, file.bytes, deps.signal);
  if (!(await deps.remember({ channel, id }))) throw new Error("the claim was lost");
  const share = { files: [{ id, title: file.name }] as [{ id: string; title: string }], channel_id: channel };
  await files.completeUploadExternal(thread === null ? share : { ...share, thread_ts: thread });
  const ended = await lookAt(deps, delivery, id, true);
  return ended ?? later(delivery.attempts);
}

/** @returns what became of a file, or null when Slack knows nothing of it: then it was never finished */
async function lookAt(deps: Deps, delivery: WaitingDelivery, id: string, isFinished: boolean): Promise<DeliveryResult | null> {
  const { channel, thread } = delivery.place;
  const share = await findShare(deps.clients, { id, channel, thread });
  if (share === "shared") return { outcome: "posted", channel, id };
  if (share === "unknown") return null;
  if (share === "unshared")
    return delivery.attempts < mostLooks ? later(delivery.attempts) : { outcome: "parked", code: "file_not_shared" };
  if (share === "elsewhere") {
    await removeFile(deps.clients, id);
    return { outcome: "parked", code: "thread-gone" };
  }
  return isFinished ? { outcome: "posted", channel, id } : { outcome: "parked", code: "look_back_refused" };
}

const later = (attempts: number): DeliveryResult => ({
  outcome: "later",
  afterMs: 500 * 2 ** Math.min(attempts, 5),
  code: "file_not_shared_yet",
});

async function upload(url: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: new Blob([new Uint8Array(bytes)]),
    signal: AbortSignal.any([signal, AbortSignal.timeout(uploadMs)]),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`Slack did not take a file (${response.status})`);
}
