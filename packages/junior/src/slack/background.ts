import { faultCode, type Log } from "../base/log.ts";

/** Work that nobody waits for and whose failure harms nothing stored. */
export type Background = {
  run(what: string, task: () => Promise<unknown>): void;
  /** Waits for what is under way; nothing new is begun. */
  close(): Promise<void>;
};

export function createBackground(log: Log): Background {
  const underWay = new Set<Promise<void>>();
  let closed = false;
  return {
    run(what, task) {
      if (closed) return;
      const running: Promise<void> = Promise.resolve()
        .then(task)
        .then(
          () => undefined,
          (error: unknown) => log.warn(what, { code: faultCode(error) }),
        )
        .finally(() => underWay.delete(running));
      underWay.add(running);
    },
    async close() {
      closed = true;
      await Promise.all(underWay);
    },
  };
}
