/** One message as it stands in a thread outside Junior. */
export type ThreadMessage = {
  /** The surface's own name for it. */
  id: string;
  author: string;
  text: string;
  at: Date;
  /** Names of its files. */
  files: string[];
};

export type ThreadPage =
  | {
      /** The thread's first message, where it is not among the others. */
      first: ThreadMessage | null;
      /** Oldest first: the newest ones before `before`. */
      messages: ThreadMessage[];
      /** Messages between the first one and the others that are left out; null: some, and the surface does not say how many. */
      omitted: number | null;
    }
  /** The surface's own code for why not: no access, too many requests. */
  | { unreadable: string };

/** Reads a thread where it stands: what was said there before Junior was called, it has nowhere else. */
export type ThreadReader = {
  surface: string;
  /**
   * Reads this thread and no other, whatever `before` says. Waits a few seconds at most; where the surface wants a
   * longer wait, that is `unreadable`.
   * @param page `before`: an `id`, or the key under which the surface stored the message in Junior (`externalKey`);
   * the page ends before it. Null: the newest ones
   */
  readThread(
    place: { tenant: string; channel: string; thread: string },
    page: { before: string | null; limit: number },
    signal: AbortSignal,
  ): Promise<ThreadPage>;
};
