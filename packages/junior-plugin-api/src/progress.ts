/** What a Turn does at the moment, for people who wait. */
export type Working = {
  conversationId: string;
  turnId: string;
  /** Whom the Turn acts for. */
  actorIdentityId: string | null;
  /** One short line that stands after Junior's name: "is thinking", "is using fetchPage: example.com". Null: nothing any more. */
  doing: string | null;
};

/**
 * Shows people that something goes on; it is no history. Best effort: never waited for, a throw is ignored, the same
 * may come twice and the last one may never come.
 */
export type Progress = (working: Working) => void;
