import { PgBoss } from "pg-boss";
import { faultCode, type Log } from "../base/log.ts";
import { applicationName } from "../db/application-name.ts";
import { longestAnswerMs, type Transaction } from "../db/database.ts";
import { keepListening } from "../db/keep-listening.ts";
import { notice, notify } from "../db/notice.ts";

/**
 * Hints say where to look; the rows say what is to do. A hint may be lost, merged or come twice without harm.
 * `turn` carries a Conversation's id, `delivery` a delivery's.
 */
export type HintName = "turn" | "delivery";

export type Queue = {
  /** Leaves a hint in the caller's transaction: whoever listens is told when it commits, in every process. */
  hint(transaction: Transaction, name: HintName, id: string): Promise<void>;
  /** Calls `onHint` from now on; it must return at once. Returns how to end it. */
  listen(name: HintName, onHint: (id: string) => void): () => void;
  /** Does something once an hour, in one of the processes that ask for it. A throw is logged; the next hour tries again. */
  hourly(name: string, action: () => Promise<void>): void;
  close(): Promise<void>;
};

const channel = "junior_hints";

/** `hint` as a column of a statement that does more. */
export const hinted = (name: HintName, id: string) => notice(channel, `${name} ${id}`);

/** Settings of `pg` that pg-boss hands on without naming them. */
const passedToPool = { query_timeout: longestAnswerMs };

/** A process that has just started has better things to do. */
const clockStartsAfterMs = 20_000;

/**
 * Hints go by NOTIFY, on a connection of their own: they cost one statement, and nothing is kept. What happens by the
 * clock goes by pg-boss, which starts a while after the first such thing is asked for.
 */
export async function openQueue(options: { connectionString: string; log: Log; clockStartsAfterMs?: number }): Promise<Queue> {
  const { connectionString, log } = options;
  const listeners = new Map<string, Set<(id: string) => void>>();
  const listening = await keepListening({
    connectionString,
    role: "queue",
    channel,
    onNotified(payload) {
      const [name = "", id = ""] = payload.split(" ");
      for (const onHint of listeners.get(name) ?? []) onHint(id);
    },
    // What is missed meanwhile the sweeps find by its rows.
    onListening: () => undefined,
    onLost: () => log.warn("hints lost their connection"),
  });
  const hourly = new Map<string, () => Promise<void>>();
  let clock: Promise<PgBoss | null> | null = null;
  let starting: NodeJS.Timeout | null = null;
  const startClock = () => {
    clock = startBoss(connectionString, hourly, log).catch((error: unknown) => {
      log.warn("what is done every hour could not be set up", { code: faultCode(error) });
      return null;
    });
  };

  return {
    hint: (transaction, name, id) => notify(transaction, channel, `${name} ${id}`),
    listen(name, onHint) {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(onHint));
      return () => listeners.get(name)?.delete(onHint);
    },
    hourly(name, action) {
      hourly.set(name, action);
      starting ??= setTimeout(startClock, options.clockStartsAfterMs ?? clockStartsAfterMs).unref();
    },
    async close() {
      if (starting) clearTimeout(starting);
      await listening.close();
      await clock?.then((boss) => boss?.stop({ graceful: true, timeout: 2_000 }));
    },
  };
}

/** On a small pool of its own. Its fault is no reason to end: what it does can wait an hour. */
async function startBoss(connectionString: string, hourly: Map<string, () => Promise<void>>, log: Log): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString,
    application_name: applicationName("clock"),
    max: 2,
    options: "-c idle_in_transaction_session_timeout=2000 -c lock_timeout=2000 -c statement_timeout=10000",
    ...passedToPool,
    cronMonitorIntervalSeconds: 30,
    cronWorkerIntervalSeconds: 30,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on("error", (error: unknown) => log.warn("the queue had a fault", { code: faultCode(error) }));
  boss.on("warning", () => undefined);
  await boss.start();
  for (const [name, action] of hourly) {
    await boss.createQueue(name, { policy: "singleton", retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 3_600 });
    await boss.work(name, { pollingIntervalSeconds: 30 }, async () => {
      await action().catch((error: unknown) => log.warn("what is done every hour failed", { code: faultCode(error) }));
    });
    await boss.schedule(name, "0 * * * *");
  }
  return boss;
}
