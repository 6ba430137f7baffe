import { PgBoss, fromKysely } from "pg-boss";
import { faultCode, type Log } from "../base/log.ts";
import { applicationName } from "../db/application-name.ts";
import { longestAnswerMs, type Transaction } from "../db/database.ts";

/**
 * Hints say where to look; the rows say what is to do. A hint may be lost, merged or come twice without harm.
 * `turn` carries a Conversation's id, `delivery` a delivery's.
 */
export type HintName = "turn" | "delivery";

export type Queue = {
  /** Leaves a hint in the caller's transaction. */
  hint(transaction: Transaction, name: HintName, id: string): Promise<void>;
  /**
   * Calls `onHints` with the ids of each batch. It starts the work and returns; waiting there only for room
   * keeps the next batch in the queue. A throw leaves the work to the sweep.
   */
  listen(name: HintName, onHints: (ids: string[]) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

/** Settings of `pg` that pg-boss hands on without naming them. */
const passedToPool = { query_timeout: longestAnswerMs };
const names: HintName[] = ["turn", "delivery"];

/**
 * pg-boss on its own small pool. NOTIFY wakes its workers; both polls stand at 5 s, since NOTIFY is sent on
 * insert only and a hint that failed or came during a fetch must not wait for the default backstop of 30 s. What is
 * older than 2 s the sweeps find by its rows.
 * Jobs are completed as soon as the work is started, so a slow Turn holds nobody else's hint.
 */
export async function openQueue(options: { connectionString: string; log: Log; maintain: boolean }): Promise<Queue> {
  const { log } = options;
  const boss = new PgBoss({
    connectionString: options.connectionString,
    application_name: applicationName("queue"),
    max: 2,
    options: "-c idle_in_transaction_session_timeout=2000 -c lock_timeout=2000 -c statement_timeout=10000",
    ...passedToPool,
    schedule: false,
    supervise: options.maintain,
    useListenNotify: options.maintain,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on("error", (error: unknown) => log.warn("the queue had a fault", { code: faultCode(error) }));
  boss.on("warning", () => undefined);
  await boss.start();
  for (const name of names) await ensureQueue(boss, name);

  return {
    async hint(transaction, name, id) {
      await boss.send(name, { id }, { db: fromKysely(transaction) });
    },
    async listen(name, onHints) {
      await boss.work<{ id: string }>(name, { batchSize: 20, pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 5 }, async (jobs) =>
        onHints([...new Set(jobs.map((job) => job.data.id))]),
      );
    },
    async close() {
      await boss.stop({ graceful: true, timeout: 2_000 });
    },
  };
}

/** A hint is worth seconds: no retries, and nothing is kept. */
async function ensureQueue(boss: PgBoss, name: HintName): Promise<void> {
  if (await boss.getQueue(name)) return;
  await boss.createQueue(name, {
    policy: "standard",
    notify: true,
    retryLimit: 0,
    expireInSeconds: 60,
    retentionSeconds: 3_600,
    deleteAfterSeconds: 60,
  });
}
