import { largestFile } from "../files/file.ts";
import type { Clients } from "./clients.ts";
import { readApiError } from "./read-api-error.ts";
import type { UnreadBecause, WaitingFile } from "./slack-file-store.ts";

export type Downloaded = { bytes: Uint8Array } | { unread: UnreadBecause } | { laterMs: number };

const longestMs = 20_000;

/** The bytes of a file, with the bot's token, which goes to Slack's own hosts only. Faults of the network are `later`. */
export async function downloadFile(
  file: WaitingFile,
  deps: { clients: Clients; botToken: string; apiUrl?: string },
  signal: AbortSignal,
): Promise<Downloaded> {
  const later = { laterMs: Math.min(500 * 2 ** file.attempts, 30_000) };
  if ((file.size ?? 0) > largestFile) return { unread: "too-large" };
  try {
    const url = file.url ?? (await findUrl(deps.clients, file.slackFileId));
    if (url === null) return { unread: "gone" };
    if (!isSlacks(url, deps.apiUrl)) return { unread: "outside-slack" };
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${deps.botToken}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
    });
    if (response.status === 403 || response.status === 401) return { unread: "missing-scope" };
    if (response.status === 404 || response.status === 410) return { unread: "gone" };
    if (!response.ok || !response.body) return later;
    const bytes = await readBody(response.body, response.headers.get("content-length"));
    if (bytes === null) return { unread: "too-large" };
    return isSignIn(file.name, response, bytes) ? { unread: "missing-scope" } : { bytes };
  } catch (error) {
    const refusal = readApiError(error);
    if (refusal?.code === "missing_scope") return { unread: "missing-scope" };
    if (refusal && refusal.retryAfterMs === null) return { unread: "gone" };
    return refusal?.retryAfterMs ? { laterMs: refusal.retryAfterMs } : later;
  }
}

/** Over Slack Connect a message may name no more of a file than its id. */
async function findUrl(clients: Clients, id: string): Promise<string | null> {
  const { file } = await clients.reading.files.info({ file: id });
  return file?.url_private_download ?? file?.url_private ?? null;
}

function isSlacks(text: string, apiUrl: string | undefined): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  if (apiUrl !== undefined && url.origin === URL.parse(apiUrl)?.origin) return true;
  return url.protocol === "https:" && (url.hostname === "slack.com" || url.hostname.endsWith(".slack.com"));
}

/** Null when it is larger than a file may be. */
async function readBody(body: ReadableStream<Uint8Array>, length: string | null): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let size = Number(length ?? 0);
  if (size > largestFile) return null;
  size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > largestFile) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Without the scope files:read Slack answers 200 with a page to sign in on. */
function isSignIn(name: string, response: Response, bytes: Uint8Array): boolean {
  if (!(response.headers.get("content-type") ?? "").startsWith("text/html")) return false;
  const isPage = /\.html?$/i.test(name);
  return !isPage || /<title>[^<]*Sign in[^<]*Slack/i.test(Buffer.from(bytes.subarray(0, 4_096)).toString());
}
