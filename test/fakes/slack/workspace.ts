import { EventEmitter } from "node:events";
import { randomBytes } from "node:crypto";
import type { ChosenValues } from "./control-values.ts";
import type { JsonObject } from "./json.ts";

/*
 * The fake keeps its own small store instead of `emulate` 0.12.2. Under `emulate` nearly every answer that matters here
 * would have to be rewritten by a proxy in front of it: it knows no invalid_auth (an unknown token is an admin), lets
 * non-members post, keeps thread_ts under a deleted parent, counts ts once per process, caps a token at 5,000 calls an
 * hour with a 403, awaits event delivery inside the API call, has no way to register an event URL but patching a hashed
 * file, and has neither interactivity, threads status nor block rules. What would be left of it is a list of messages.
 */

export type FakeUser = {
  id: string;
  name: string;
  email?: string;
  realName: string;
  tz: string;
  teamId: string;
  isRestricted: boolean;
  /** Deactivated. */
  isDeleted: boolean;
  /** When it last changed, in seconds. */
  updated: number;
  isStranger: boolean;
  isBot: boolean;
  botId?: string;
};
export type FakeChannel = {
  id: string;
  name: string;
  kind: "public" | "private" | "im" | "mpim";
  members: string[];
  isArchived: boolean;
};
export type StoredFile = {
  id: string;
  name: string;
  mimetype: string;
  content: Buffer;
  user: string;
  title?: string;
  complete: boolean;
};
export type StoredMessage = {
  ts: string;
  channel: string;
  user: string;
  teamId: string;
  text: string;
  blocks?: JsonObject[];
  attachments?: JsonObject[];
  threadTs?: string;
  metadata?: JsonObject;
  edited?: { user: string; ts: string };
  deleted: boolean;
  subtype?: string;
  botId?: string;
  appId?: string;
  /** Set on a message that was started as a native stream. */
  stream?: { startedAt: number; mode?: "text" | "chunks"; isOver: boolean };
  files?: StoredFile[];
  clientMsgId?: string;
  reactions: { name: string; users: string[] }[];
};
export type Ephemeral = {
  ts: string;
  channel: string;
  user: string;
  text: string;
  blocks?: JsonObject[];
  threadTs?: string;
  deleted: boolean;
};
export type StoredView = JsonObject & { id: string; hash: string; root_view_id: string; blocks: JsonObject[] };
export type Trigger = { id: string; user: string; at: number; used: boolean; fromModal: boolean };
export type ResponseUrl = {
  channel: string;
  messageTs: string;
  user: string;
  isEphemeral: boolean;
  threadTs?: string;
  at: number;
  uses: number;
};
export type Identity = {
  teamId: string;
  teamName: string;
  domain: string;
  botToken: string;
  signingSecret: string;
  botUserId: string;
  botId: string;
  appId: string;
  scopes: string[];
};

export type Workspace = ReturnType<typeof createWorkspace>;

/** One Slack workspace with one installed app, in memory. Emits `changed` whenever something a person could see did. */
export function createWorkspace(identity: Identity) {
  const changes = new EventEmitter();
  const clock = { offsetMs: 0 };
  const lastTs = new Map<string, bigint>();
  let ids = 0;
  changes.setMaxListeners(0);

  function now(): number {
    return Date.now() + clock.offsetMs;
  }

  return {
    identity,
    clock,
    changes,
    now,
    users: new Map<string, FakeUser>(),
    channels: new Map<string, FakeChannel>(),
    messages: [] as StoredMessage[],
    ephemerals: [] as Ephemeral[],
    files: new Map<string, StoredFile>(),
    /** The stack of open modals of each user, the one they see last. */
    modals: new Map<string, StoredView[]>(),
    homes: new Map<string, StoredView>(),
    triggers: new Map<string, Trigger>(),
    responseUrls: new Map<string, ResponseUrl>(),
    /** Assistant status by `channel:threadTs`. */
    statuses: new Map<string, { status: string; loadingMessages: string[]; at: number }>(),
    /** What a user has chosen or typed so far in a message or view, by `user:place`, then block_id, then action_id. */
    chosen: new Map<string, ChosenValues>(),
    /** How long after an upload was finished its post appears; Infinity: never. */
    sharing: { afterMs: 0 },
    origin: "",

    changed(): void {
      changes.emit("changed");
    },

    /** Unique and rising within the channel, a decimal string as on Slack. */
    nextTs(channel: string): string {
      const wanted = BigInt(now()) * 1000n;
      const last = lastTs.get(channel) ?? 0n;
      const ts = wanted > last ? wanted : last + 1n;
      lastTs.set(channel, ts);
      return tsOf(ts);
    },

    nextId(prefix: string): string {
      ids += 1;
      return `${prefix}${String(ids).padStart(4, "0")}${randomBytes(3).toString("hex").toUpperCase()}`;
    },

    find(channel: string, ts: string): StoredMessage | undefined {
      return this.messages.find((message) => message.channel === channel && message.ts === ts && !message.deleted);
    },

    /** Replies of a thread, oldest first, without the root. */
    repliesTo(channel: string, threadTs: string): StoredMessage[] {
      return this.messages.filter((message) => message.channel === channel && message.threadTs === threadTs && !message.deleted);
    },
  };
}

function tsOf(microseconds: bigint): string {
  return `${microseconds / 1_000_000n}.${String(microseconds % 1_000_000n).padStart(6, "0")}`;
}

/** A ts, or a bound that a caller gave ("0", "1796000000", "1796000000.0001"), in microseconds; undefined when it is none. */
export function microsecondsOf(ts: string): bigint | undefined {
  const parts = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(ts);
  return parts ? BigInt(parts[1]!) * 1_000_000n + BigInt((parts[2] ?? "").padEnd(6, "0")) : undefined;
}
