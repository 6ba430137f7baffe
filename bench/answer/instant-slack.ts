import type { IncomingMessage } from "node:http";
import { readRequestBody } from "./read-request-body.ts";
import { type Served, answerJson, serve } from "./serve.ts";
import { marker, world } from "./world.ts";

export type Post = {
  /** The words that it answers, in the order in which they stand there. */
  words: string[];
  /** `performance.now()` when the whole call had come in. */
  arrivedAt: number;
};

export type InstantSlack = Served & {
  /** When the first post that answers the word arrived; it may have come already. Rejects with the signal. */
  answered(word: string, signal: AbortSignal): Promise<number>;
  posts(thread: string): Post[];
};

type Stored = Post & { message: Record<string, unknown> };

/** A Web API without checks or limits, which notes when what was posted. */
export async function startInstantSlack(): Promise<InstantSlack> {
  const threads = new Map<string, Stored[]>();
  const answeredAt = new Map<string, number>();
  const waiting = new Map<string, (at: number) => void>();
  let count = 0;

  const post = (given: Record<string, string>, arrivedAt: number) => {
    const thread = given["thread_ts"] ?? "";
    const ts = `${Math.floor(Date.now() / 1_000)}.${String(++count).padStart(6, "0")}`;
    const shown = `${given["text"] ?? ""} ${given["blocks"] ?? ""} ${given["markdown_text"] ?? ""}`;
    const words = [...new Set(shown.match(marker))];
    const metadata = given["metadata"] === undefined ? undefined : JSON.parse(given["metadata"]);
    const message = { type: "message", user: world.botUserId, text: given["text"] ?? "", ts, thread_ts: thread, metadata };
    threads.set(thread, [...(threads.get(thread) ?? []), { words, arrivedAt, message }]);
    for (const word of words) {
      if (!answeredAt.has(word)) answeredAt.set(word, arrivedAt);
      waiting.get(word)?.(arrivedAt);
      waiting.delete(word);
    }
    return { ok: true, channel: given["channel"], ts, message };
  };

  const served = await serve(async (request, response) => {
    const given = readArguments(request, await readRequestBody(request));
    const arrivedAt = performance.now();
    const method = request.url?.split("?", 1)[0]?.split("/").at(-1) ?? "";
    if (method === "chat.postMessage") answerJson(response, post(given, arrivedAt));
    else if (method === "conversations.replies")
      answerJson(response, { ok: true, messages: (threads.get(given["ts"] ?? "") ?? []).map(({ message }) => message) });
    else answerJson(response, look(method, given) ?? { ok: false, error: "unknown_method" });
  });

  return {
    ...served,
    posts: (thread) => threads.get(thread) ?? [],
    answered: (word, signal) =>
      new Promise((resolve, reject) => {
        const at = answeredAt.get(word);
        if (at !== undefined) return resolve(at);
        const stop = () => reject(new Error(`nobody answered ${word}`));
        signal.addEventListener("abort", stop, { once: true });
        waiting.set(word, (arrivedAt) => {
          signal.removeEventListener("abort", stop);
          resolve(arrivedAt);
        });
      }),
  };
}

function look(method: string, given: Record<string, string>): Record<string, unknown> | null {
  const { teamId, appId, botId, botUserId } = world;
  if (method === "auth.test") return { ok: true, team_id: teamId, team: "bench", user_id: botUserId, user: "bot", bot_id: botId };
  if (method === "bots.info") return { ok: true, bot: { id: botId, app_id: appId, user_id: botUserId, name: "bot" } };
  if (method === "conversations.info")
    return { ok: true, channel: { id: world.channel, name: "ops", is_channel: true, is_private: false, is_member: true } };
  if (method === "users.info") {
    const name = world.people.find(({ id }) => id === given["user"])?.name ?? "bot";
    return { ok: true, user: { id: given["user"], team_id: teamId, name, real_name: name, tz: "UTC", profile: { display_name: name } } };
  }
  return null;
}

/** Slack takes JSON, a form, or the query. */
function readArguments(request: IncomingMessage, body: string): Record<string, string> {
  if (request.headers["content-type"]?.startsWith("application/json")) return JSON.parse(body) as Record<string, string>;
  return Object.fromEntries(new URLSearchParams(body || request.url?.split("?")[1]));
}
