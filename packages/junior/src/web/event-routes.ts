import { Hono } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { faultCode, type Log } from "../base/log.ts";
import type { ChangeBatch, Changes } from "../db/changes.ts";
import type { Database } from "../db/database.ts";
import { followChanges } from "./follow-changes.ts";
import { keepReadable } from "./keep-readable.ts";
import { type Feed, openFeeds } from "./open-feeds.ts";
import type { WebEnv } from "./web-env.ts";

const heartbeatMs = 15_000;
const mostStreams = 20;
/** How long a browser whose stream gave way to newer ones waits before it asks again: not at once, or they would take turns. */
const retryMs = 60_000;

type Deps = { database: Database; changes: Changes; log: Log; closing: AbortSignal };

/**
 * Server-sent events: `change` with ids only, for what this reader may know of; `reload` when it came too late.
 * A stream ends when its session does, or when its person has become another User: the browser asks again.
 * Of more than 20 streams of one person the oldest ends; its browser asks again after a minute and resumes where it was.
 */
export function eventRoutes({ database, changes, log, closing }: Deps) {
  const feedOf = openFeeds(changes, (reader, found) => keepReadable(database, reader, found));
  const streamsOf = new Map<string, OpenStream[]>();
  return new Hono<WebEnv>().get("/", (context) => {
    if (context.req.method === "HEAD") return context.body(null, 200, { "content-type": "text/event-stream" });
    const { person, askAgain } = context.var;
    const { userId } = person;
    const isStillThey = async () => {
      const now = (await askAgain())?.person;
      return now?.userId === userId && now.fullMember === person.fullMember;
    };
    const feed = feedOf(context.var.person);
    const after = context.req.header("last-event-id") ?? null;
    return streamSSE(context, async (stream) => {
      const open = { stream, response: context.env.outgoing, ended: new AbortController() };
      const streams = streamsOf.get(userId) ?? [];
      streamsOf.set(userId, streams);
      streams.push(open);
      if (streams.length > mostStreams) giveWay(streams.shift());
      try {
        await tell({ stream, feed, isStillThey }, after, AbortSignal.any([open.ended.signal, closing]));
      } catch (error) {
        // The reader connects again and resumes after the last batch that it was told of.
        log.warn("live changes could not be told", { code: faultCode(error), userId });
      } finally {
        if (streams.includes(open)) streams.splice(streams.indexOf(open), 1);
        if (streams.length === 0 && streamsOf.get(userId) === streams) streamsOf.delete(userId);
      }
    });
  });
}

type OpenStream = { stream: SSEStreamingApi; response: WebEnv["Bindings"]["outgoing"]; ended: AbortController };

function giveWay(oldest: OpenStream | undefined): void {
  if (!oldest) return;
  void oldest.stream.write(`retry: ${retryMs}\n\n`);
  oldest.ended.abort();
  // One that nobody reads does not end by itself.
  setTimeout(() => {
    if (!oldest.response.writableFinished) oldest.response.destroy();
  }, 1_000).unref();
}

/** `isStillThey`: the session has not ended, and its person is the User for whom the feed was opened. */
type Reading = { stream: SSEStreamingApi; feed: Feed; isStillThey: () => Promise<boolean> };

async function tell({ stream, feed, isStillThey }: Reading, after: string | null, stop: AbortSignal): Promise<void> {
  const gone = new AbortController();
  stream.onAbort(() => gone.abort());
  const heartbeat = setInterval(() => {
    void stream.write(": still here\n\n");
    // A session that expires is told of by nobody. Without an answer of the database it is looked at again next time.
    isStillThey().then(
      (same) => same || gone.abort(),
      () => undefined,
    );
  }, heartbeatMs);
  try {
    const from = after ?? feed.cursor();
    // An id without data is no event: it lets a reader resume that has not been told of anything yet.
    if (after === null) await stream.write(`id: ${from}\n\n`);
    for await (const batch of followChanges(feed, from, AbortSignal.any([gone.signal, stop]))) {
      if (batch === "reload") {
        await stream.writeSSE({ event: "reload", data: "{}", id: feed.cursor() });
        continue;
      }
      if (batch.changes.some((change) => change.kind === "person") && !(await isStillThey())) return;
      await tellBatch(stream, batch);
    }
  } finally {
    clearInterval(heartbeat);
  }
}

/** Only the last event carries the cursor: a reader that is lost in the middle of a batch gets it again as a whole. */
async function tellBatch(stream: SSEStreamingApi, { changes, cursor }: ChangeBatch): Promise<void> {
  for (const [place, { kind, id, conversationId }] of changes.entries()) {
    const data = JSON.stringify({ kind, id, conversationId });
    await stream.writeSSE({ event: "change", data, ...(place === changes.length - 1 && { id: cursor }) });
  }
}
