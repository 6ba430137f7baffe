/**
 * Something that waits to be posted or redrawn at a place outside Junior.
 * `posted` is where an earlier post of this very row stands, or may stand if it was remembered only: for a card it is an
 * update. The id `unknown` means that only looking tells.
 */
export type WaitingDelivery = {
  surface: string;
  id: string;
  conversationId: string;
  /** `notice`: a fixed text for one person; `erasure`: an earlier post, to be taken away. */
  kind: "reply" | "card" | "reaction" | "file" | "notice" | "erasure";
  /** The message of a reply; the message that a reaction stands on. */
  messageId: string | null;
  itemId: string | null;
  /** Of a reaction: its name, such as `eyes`. */
  emoji: string | null;
  fileId: string | null;
  /** Of a notice: which text, and after a colon what it is about (`reply-not-posted:is_archived`). */
  code: string | null;
  /** Of a reply: its Markdown; null when its message is gone. */
  text: string | null;
  place: { tenant: string; channel: string; thread: string | null };
  posted: { channel: string; id: string } | null;
  /** How often it was tried before; above 0 an earlier outcome may be unknown. */
  attempts: number;
  createdAt: Date;
};

export type DeliveryResult =
  | { outcome: "posted"; channel: string; id: string }
  /** Not now: try again after so many milliseconds. `untouched`: nothing of it was posted by this try, so that it counts as none. */
  | { outcome: "later"; afterMs: number; code: string; untouched?: true }
  /** It can never succeed (archived channel, no access). */
  | { outcome: "parked"; code: string };

/** Posts for one surface. A throw means that the outcome is unknown; the next attempt must look before it posts. */
export type Deliverer = {
  surface: string;
  /**
   * The signal is aborted when the claim was lost or Junior stops: then nothing more may be posted.
   * @param remember stores the address of a post that is about to be made; false: the claim was lost
   */
  deliver(
    delivery: WaitingDelivery,
    signal: AbortSignal,
    remember: (address: { channel: string; id: string }) => Promise<boolean>,
  ): Promise<DeliveryResult>;
  /** Removes a post whose claim was lost meanwhile to another poster. */
  withdraw(post: { tenant: string; channel: string; id: string }): Promise<void>;
};
