import { Hono } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { faultCode, type Log } from "../base/log.ts";
import type { Changes } from "../db/changes.ts";
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
 * Of more than 20 streams of one person the oldest ends; its browser asks again after a minute and resumes where it was.
 */
export function eventRoutes({ database, changes, log, closing }: Deps) {
  const feedOf = openFeeds(changes, (reader, batch) => keepReadable(database, reader, batch));
  const streamsOf = new Map<string, OpenStream[]>();
  return new Hono<WebEnv>().get("/", (context) => {
    if (context.req.method === "HEAD") return context.body(null, 200, { "content-type": "text/event-stream" });
    const { userId } = context.var.person;
    const feed = feedOf(context.var.person);
    const after = context.req.header("last-event-id") ?? null;
    return streamSSE(context, async (stream) => {
      const open = { stream, response: context.env.outgoing, ended: new AbortController() };
      const streams = streamsOf.get(userId) ?? [];
      streamsOf.set(userId, streams);
      streams.push(open);
      if (streams.length > mostStreams) giveWay(streams.shift());
      try {
        await tell(stream, feed, after, AbortSignal.any([open.ended.signal, closing]));
      } catch (error) {
        // The reader connects again and resumes after the last change that it was told of.
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

async function tell(stream: SSEStreamingApi, feed: Feed, after: string | null, stop: AbortSignal): Promise<void> {
  const gone = new AbortController();
  stream.onAbort(() => gone.abort());
  const heartbeat = setInterval(() => void stream.write(": still here\n\n"), heartbeatMs);
  try {
    const from = after ?? feed.cursor();
    // An id without data is no event: it lets a reader resume that has not been told of anything yet.
    if (after === null) await stream.write(`id: ${from}\n\n`);
    for await (const batch of followChanges(feed, from, AbortSignal.any([gone.signal, stop]))) {
      if (batch === "reload") {
        await stream.writeSSE({ event: "reload", data: "{}", id: feed.cursor() });
        continue;
      }
      for (const { cursor, ...change } of batch) await stream.writeSSE({ event: "change", id: cursor, data: JSON.stringify(change) });
    }
  } finally {
    clearInterval(heartbeat);
  }
}
