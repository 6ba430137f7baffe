import { readApiError } from "./read-api-error.ts";

/** Slack limits posts by the channel: where it said so, nothing more is sent until then, and no other channel waits. */
export type ChannelPauses = {
  /** Milliseconds until posts may go to the channel again; 0: now. */
  left(channel: string): number;
  /** Makes a post; a limit that it meets is remembered, and thrown. */
  watch<Result>(channel: string, post: () => Promise<Result>): Promise<Result>;
};

const mostKept = 1_000;

export function createChannelPauses(now: () => number): ChannelPauses {
  const until = new Map<string, number>();
  return {
    left: (channel) => Math.max(0, (until.get(channel) ?? 0) - now()),
    async watch(channel, post) {
      try {
        return await post();
      } catch (error) {
        const afterMs = readApiError(error)?.retryAfterMs;
        if (typeof afterMs === "number") {
          if (until.size >= mostKept) until.clear();
          until.set(channel, now() + Math.max(afterMs, 1_000));
        }
        throw error;
      }
    },
  };
}
