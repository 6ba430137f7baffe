import type { Attachment } from "junior-web/contract";
import { create as contentDisposition } from "content-disposition";
import { type Context, Hono } from "hono";
import type { Log } from "../base/log.ts";
import { words } from "../base/words.ts";
import { type ReadableFile, findReadableFile } from "../conversations/file-reader-store.ts";
import type { Database } from "../db/database.ts";
import { readFilePart, storeFile } from "../files/file-store.ts";
import { mayShowInPlace } from "../files/may-show-in-place.ts";
import { prepareFile } from "../files/prepare-file.ts";
import { openAllowance } from "./open-allowance.ts";
import { notFound, problem, tooBusy } from "./problem.ts";
import { requireId } from "./require-id.ts";
import { streamFile } from "./stream-file.ts";
import type { WebEnv } from "./web-env.ts";
import { whenSent } from "./when-sent.ts";

export type AttachmentLimits = {
  /** Files that are sent at once: each holds a few parts of 1 MB. */
  read: number;
  readByOne: number;
  longestWaitMs: number;
  /** A reader that takes nothing for so long, or twice as long, is given up. */
  longestStallMs: number;
};

const usualLimits: AttachmentLimits = { read: 24, readByOne: 8, longestWaitMs: 5_000, longestStallMs: 30_000 };

type Deps = { database: Database; log: Log; attachmentLimits?: Partial<AttachmentLimits> };

/**
 * `POST /` takes one file as multipart/form-data; `GET /:id` gives its bytes to whoever may read it. Both answer 503 with
 * `Retry-After` where more are under way than the memory is meant for.
 */
export function attachmentRoutes({ database: withoutDeadline, log, attachmentLimits }: Deps) {
  const limits = { ...usualLimits, ...attachmentLimits };
  const reading = openAllowance({ most: limits.read, mostOfOne: limits.readByOne, longestWaitMs: limits.longestWaitMs });
  // Taking a file of 20 MB apart copies it several times, and nothing else runs meanwhile.
  const preparing = openAllowance({ most: 2, longestWaitMs: 30_000 });

  return new Hono<WebEnv>()
    .post("/", async (context) => {
      const release = await preparing.take(1, context.var.person.userId);
      if (!release) return tooBusy(context, words.files.tooMany);
      try {
        return await takeUpload(context);
      } finally {
        release();
      }
    })
    .get("/:id", requireId, async (context) => {
      const { person, database } = context.var;
      const file = await findReadableFile(database, person, context.req.param("id"));
      if (!file) return notFound(context);
      const headers = headersOf(file);
      if (holds(context.req.header("if-none-match"), headers.etag)) return context.body(null, 304, headers);
      const whole = { ...headers, "content-length": String(file.size) };
      if (context.req.method === "HEAD") return context.body(null, 200, whole);
      const release = await reading.take(1, person.userId);
      if (!release) return tooBusy(context, words.files.tooManyRead);
      const { env } = context;
      whenSent(env, release);
      const first = await readFilePart(database, file.hash, 0);
      if (!first) return notFound(context);
      env.outgoing.setTimeout(limits.longestStallMs, () => env.outgoing.destroy());
      return context.body(
        streamFile(first, (from) => readFilePart(withoutDeadline, file.hash, from), env, log),
        200,
        whole,
      );
    });
}

async function takeUpload(context: Context<WebEnv>): Promise<Response> {
  const uploaded = await readUpload(context);
  if (uploaded instanceof Response) return uploaded;
  const prepared = await prepareFile({ name: uploaded.name, bytes: new Uint8Array(await uploaded.arrayBuffer()) });
  if (prepared === "too-large") return problem(context, 413, { detail: words.files.tooLarge });
  const { person, database } = context.var;
  const stored: Attachment = await database.transaction().execute((transaction) => storeFile(transaction, prepared, person.userId));
  return context.json(stored, 201);
}

async function readUpload(context: Context<WebEnv>): Promise<File | Response> {
  const refused = () => problem(context, 400, { detail: words.files.notOneFile });
  if (!/^multipart\/form-data\s*;/i.test(context.req.header("content-type") ?? "")) {
    return problem(context, 415, { detail: words.files.notOneFile });
  }
  const form = await context.req.formData().catch((error: unknown) => {
    if (context.env.incoming.readableAborted || !(error instanceof TypeError)) throw error;
    return null; // what came is no multipart
  });
  const entries = [...(form?.values() ?? [])];
  const [entry] = entries;
  return entries.length === 1 && entry instanceof File ? entry : refused();
}

/**
 * No browser may take a file for a page of ours: its type was read from its content, nobody guesses another, and what
 * is opened runs nothing. It is kept by a reader's browser, but shown only after we were asked again.
 */
function headersOf(file: ReadableFile) {
  const isText = /^text\/|^application\/json$/.test(file.mediaType);
  return {
    "content-type": isText ? `${file.mediaType}; charset=utf-8` : file.mediaType,
    "content-disposition": contentDisposition(file.name, { type: mayShowInPlace(file.mediaType) ? "inline" : "attachment" }),
    "content-security-policy": "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    "cache-control": "private, no-cache",
    etag: `"${file.hash.toString("hex")}"`,
  };
}

/** RFC 9110, 13.1.2: any of the listed tags, weak or not. */
const holds = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? "").split(",").some((tag) => ["*", etag, `W/${etag}`].includes(tag.trim()));
