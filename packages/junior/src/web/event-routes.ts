import { Hono } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { faultCode, type Log } from "../base/log.ts";
import { findReadableConversationIds } from "../conversations/conversation-reader-store.ts";
import type { Change, Changes } from "../db/changes.ts";
import type { Database } from "../db/database.ts";
import { findReadableIds } from "../desk/item-reader-store.ts";
import type { Person } from "../people/person.ts";
import { followChanges } from "./follow-changes.ts";
import type { WebEnv } from "./web-env.ts";

const heartbeatMs = 15_000;

type Deps = { database: Database; changes: Changes; log: Log; closing: AbortSignal };

/** Server-sent events: `change` with ids only, for what this reader may know of; `reload` when it came too late. */
export function eventRoutes(deps: Deps) {
  return new Hono<WebEnv>().get("/", (context) => {
    if (context.req.method === "HEAD") return context.body(null, 200, { "content-type": "text/event-stream" });
    const reader = context.var.person;
    const after = context.req.header("last-event-id") ?? null;
    return streamSSE(context, (stream) => tell(deps, stream, reader, after));
  });
}

async function tell(deps: Deps, stream: SSEStreamingApi, reader: Person, after: string | null): Promise<void> {
  const gone = new AbortController();
  stream.onAbort(() => gone.abort());
  const heartbeat = setInterval(() => void stream.write(": still here\n\n"), heartbeatMs);
  try {
    const from = after ?? deps.changes.cursor();
    // An id without data is no event: it lets a reader resume that has not been told of anything yet.
    if (after === null) await stream.write(`id: ${from}\n\n`);
    for await (const batch of followChanges(deps.changes, from, AbortSignal.any([gone.signal, deps.closing]))) {
      if (batch === "reload") {
        await stream.writeSSE({ event: "reload", data: "{}", id: deps.changes.cursor() });
        continue;
      }
      for (const { cursor, ...change } of await keepReadable(deps.database, reader, batch)) {
        await stream.writeSSE({ event: "change", id: cursor, data: JSON.stringify(change) });
      }
    }
  } catch (error) {
    // The reader connects again and resumes after the last change that it was told of.
    deps.log.warn("live changes could not be told", { code: faultCode(error), userId: reader.userId });
  } finally {
    clearInterval(heartbeat);
  }
}

/** Of several changes to one thing only the last is told: each means "fetch it again". */
async function keepReadable(database: Database, reader: Person, batch: Change[]): Promise<Change[]> {
  const ids = (kind: Change["kind"]) => [...new Set(batch.filter((change) => change.kind === kind).map((change) => change.id))];
  const [conversations, items] = await Promise.all([
    findReadableConversationIds(database, reader, ids("conversation")),
    findReadableIds(database, reader, ids("item")),
  ]);
  const readable = { conversation: conversations, item: items, person: new Set([reader.userId]) };
  const last = new Map(batch.map((change) => [`${change.kind} ${change.id}`, change]));
  return batch.filter((change) => readable[change.kind].has(change.id) && last.get(`${change.kind} ${change.id}`) === change);
}
