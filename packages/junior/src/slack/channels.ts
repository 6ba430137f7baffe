import type { Clients } from "./clients.ts";

/** Whether everybody of the team may read a channel. */
export type Channels = {
  note(channel: string, isPublic: boolean): void;
  /** Waits 1 s at most; a channel that Slack says nothing of counts as private. */
  isPublic(channel: string): Promise<boolean>;
};

const keptMs = 600_000;
const mostKept = 1_000;

/** Asks Slack once per channel in ten minutes. */
export function openChannels(clients: Clients, now: () => number): Channels {
  const known = new Map<string, { isPublic: boolean; until: number }>();
  const note = (channel: string, isPublic: boolean) => {
    if (known.size >= mostKept) known.clear();
    known.set(channel, { isPublic, until: now() + keptMs });
  };
  return {
    note,
    async isPublic(channel) {
      const kept = known.get(channel);
      if (kept && kept.until > now()) return kept.isPublic;
      try {
        const { channel: info } = await clients.lookup.conversations.info({ channel });
        const isPublic = info?.is_private === false && !info.is_im && !info.is_mpim;
        note(channel, isPublic);
        return isPublic;
      } catch {
        return false;
      }
    },
  };
}
