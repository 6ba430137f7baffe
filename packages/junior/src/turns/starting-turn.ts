/** A Turn that is about to start. */
export type StartingTurn = {
  conversationId: string;
  actorIdentityId: string | null;
  /** The person that it would be for; null for a machine's own work. */
  principalUserId: string | null;
  startedByMachine: boolean;
};

/**
 * Whether it may. Where it may not, its messages keep waiting, `text` is said once as a plain line, and it is asked
 * again after a minute, or as soon as somebody says more.
 */
export type MayStart = (turn: StartingTurn) => Promise<{ ok: true } | { ok: false; text: string }>;
