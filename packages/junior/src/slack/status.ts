import type { Working } from "junior-plugin-api";
import { plainWithin } from "./escape-text.ts";
import { readApiError } from "./read-api-error.ts";

export type Thread = { channel: string; thread: string };

export type Status = {
  /** Shows or, with nothing any more, takes away; returns at once and never throws. */
  progress(working: Working): void;
  /** A reply is about to be posted in the thread: nothing is shown there after it. */
  replied(place: { channel: string; thread: string | null }): void;
  /** What is shown ends by itself at Slack; a call under way is not waited for. */
  close(): void;
};

type Shown = Thread & {
  turnId: string;
  /** What people should see; null: nothing. */
  wanted: string | null;
  /** What Slack shows as far as we know; null when it shows nothing, or a post has cleared it. */
  told: string | null;
  toldAt: number;
  /** The last time that somebody said what goes on. */
  heardAt: number;
  calling: boolean;
  timer: NodeJS.Timeout | null;
};

/** Calls in one thread keep this distance. */
const leastMs = 1_000;
/** Slack takes a status away after two minutes. */
const refreshMs = 90_000;
/** A Turn that says nothing for so long is no longer shown: its end may have been lost with its worker. */
const longestMs = 3_600_000;
/** A status that a post has not cleared by then is taken away. */
const clearAfterMs = 1_500;
/** So long nothing is tried where Slack does not know the call or does not allow it. */
const latchedMs = 3_600_000;
const longestText = 100;

/**
 * "Junior is thinking…" in the threads where it works. Best effort: nobody waits for it, what Slack refuses is dropped, and
 * it never stands longer than the work: no call begins after a reply, and one that was under way then is taken back.
 */
export function openStatus(options: {
  /** The thread of a Conversation in Slack; null where it has none. */
  findThread: (conversationId: string) => Promise<Thread | null>;
  setStatus: (thread: Thread, status: string) => Promise<unknown>;
  now: () => number;
  /** Work that is done sooner shows nothing. */
  firstAfterMs?: number;
}): Status {
  const { now, firstAfterMs = 400 } = options;
  const soon = new Map<string, { working: Working; timer: NodeJS.Timeout }>();
  const threads = new Map<string, Promise<Thread | null>>();
  const shown = new Map<string, Shown>();
  let offUntil = Number.NEGATIVE_INFINITY;
  let closed = false;

  const keyOf = ({ channel, thread }: Thread) => `${channel}:${thread}`;
  const threadOf = (conversationId: string): Promise<Thread | null> => {
    const known = threads.get(conversationId);
    if (known) return known;
    if (threads.size >= 1_000) threads.clear();
    const found = options.findThread(conversationId).catch(() => {
      threads.delete(conversationId);
      return null;
    });
    threads.set(conversationId, found);
    return found;
  };

  const note = async (working: Working) => {
    const thread = await threadOf(working.conversationId);
    if (!thread || closed) return;
    const key = keyOf(thread);
    const one = shown.get(key);
    if (working.doing === null) {
      if (one?.turnId === working.turnId) end(one);
      return;
    }
    const wanted = plainWithin(working.doing.replace(/\s+/g, " "), longestText);
    if (one) Object.assign(one, { wanted, turnId: working.turnId, heardAt: now() });
    else
      shown.set(key, {
        ...thread,
        turnId: working.turnId,
        wanted,
        told: null,
        toldAt: Number.NEGATIVE_INFINITY,
        heardAt: now(),
        calling: false,
        timer: null,
      });
    const entry = shown.get(key);
    if (entry) plan(entry, entry.told === wanted ? refreshMs : leastMs);
  };

  const end = (one: Shown) => {
    one.wanted = null;
    if (one.told === null && !one.calling) forget(one);
    else plan(one, clearAfterMs);
  };
  const forget = (one: Shown) => {
    if (one.timer) clearTimeout(one.timer);
    one.timer = null;
    if (shown.get(keyOf(one)) === one) shown.delete(keyOf(one));
  };
  /** The next call comes no sooner than so long after the last. */
  const plan = (one: Shown, distanceMs: number) => {
    if (closed) return;
    if (one.timer) clearTimeout(one.timer);
    const since = one.wanted === null ? now() : one.toldAt;
    one.timer = setTimeout(() => tell(one), Math.max(0, since + distanceMs - now()));
    one.timer.unref();
  };

  const tell = (one: Shown) => {
    one.timer = null;
    if (closed || one.calling) return;
    const isOver = one.wanted === null || now() - one.heardAt > longestMs;
    if ((isOver && one.told === null) || now() < offUntil) return forget(one);
    const status = isOver ? "" : (one.wanted ?? "");
    one.calling = true;
    one.told = status === "" ? null : status;
    one.toldAt = now();
    void options
      .setStatus(one, status)
      .then(() => undefined, refused)
      .then(() => {
        one.calling = false;
        if (status === "" && one.wanted === null) forget(one);
        else if (one.wanted === null) clear(one);
        else if (!one.timer) plan(one, one.wanted === status ? refreshMs : leastMs);
      });
  };
  /** What was under way when the work ended may have come after the reply. */
  const clear = (one: Shown) => {
    one.told ??= "";
    if (!one.timer) tell(one);
  };

  const isShown = (turnId: string) => [...shown.values()].some((one) => one.turnId === turnId);

  const refused = (error: unknown) => {
    const refusal = readApiError(error);
    if (!refusal) return;
    if (refusal.retryAfterMs !== null) offUntil = now() + refusal.retryAfterMs;
    else if (latching.has(refusal.code)) offUntil = now() + latchedMs;
  };

  return {
    progress(working) {
      if (closed || (working.doing !== null && now() < offUntil)) return;
      const waiting = soon.get(working.turnId);
      if (waiting && working.doing !== null) waiting.working = working;
      else if (waiting) {
        clearTimeout(waiting.timer);
        soon.delete(working.turnId);
      } else if (working.doing !== null && !isShown(working.turnId)) {
        const timer = setTimeout(() => {
          const { working: last = working } = soon.get(working.turnId) ?? {};
          soon.delete(working.turnId);
          note(last).catch(() => undefined);
        }, firstAfterMs).unref();
        soon.set(working.turnId, { working, timer });
      } else note(working).catch(() => undefined);
    },
    replied({ channel, thread }) {
      const one = thread === null ? undefined : shown.get(keyOf({ channel, thread }));
      if (!one) return;
      one.wanted = null;
      if (one.timer) clearTimeout(one.timer);
      one.timer = null;
      // The post itself clears what stands; a call under way is followed by one that clears.
      one.told = null;
      if (!one.calling) forget(one);
    },
    close() {
      closed = true;
      for (const { timer } of soon.values()) clearTimeout(timer);
      for (const one of shown.values()) if (one.timer) clearTimeout(one.timer);
    },
  };
}

const latching: ReadonlySet<string> = new Set([
  "unknown_method",
  "method_deprecated",
  "not_allowed_token_type",
  "missing_scope",
  "no_permission",
  "not_allowed",
  "access_denied",
  "feature_not_enabled",
  "invalid_auth",
]);
