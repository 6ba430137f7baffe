import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { RunningJunior } from "../start-junior.ts";
import type { CuttableProxy } from "./cuttable-proxy.ts";

/** What happens to Juniors at work. */
export type Disturbance = {
  /** Juniors on one database; the last one hears Slack. */
  processes: number;
  /** Long enough that Slack's last attempt comes after the end of it; the real ones are none, a minute and five. */
  retryDelaysMs: number[];
  /** From its end to the last reply. */
  longestRecoveryMs: number;
  /** @returns the Juniors that run afterwards */
  disturb(world: {
    juniors: RunningJunior[];
    start(index: number): Promise<RunningJunior>;
    database: CuttableProxy;
    databaseUrl: string;
  }): Promise<RunningJunior[]>;
};

export type DisturbanceName = "kill" | "pause" | "away" | "hints";

/** `lengthMs` shortens those that last; left out: as long as the design asks for. */
export function disturbances(lengthMs?: number): Record<DisturbanceName, Disturbance> {
  return {
    /** SIGKILL, and a new start. */
    kill: {
      processes: 1,
      retryDelaysMs: [400, 2_000, 3_000],
      longestRecoveryMs: 10_000,
      async disturb({ juniors: [junior], start }) {
        await junior?.kill();
        return [await start(0)];
      },
    },
    /** SIGSTOP well past its lease, beside a second Junior on the same database; then SIGCONT. */
    pause: {
      processes: 2,
      retryDelaysMs: [400, 2_000, 3_000],
      longestRecoveryMs: 10_000,
      async disturb({ juniors }) {
        const [first] = juniors;
        if (!first) throw new Error("two run");
        process.kill(first.pid, "SIGSTOP");
        await pause(lengthMs ?? 10_000);
        process.kill(first.pid, "SIGCONT");
        return juniors;
      },
    },
    /** The database cannot be reached. */
    away: {
      processes: 1,
      retryDelaysMs: [400, (lengthMs ?? 20_000) / 2, (lengthMs ?? 20_000) / 2 + 1_000],
      // Slack's last attempt comes ten seconds after, and then the work begins.
      longestRecoveryMs: 30_000,
      async disturb({ juniors, database }) {
        database.cut();
        await pause(lengthMs ?? 20_000);
        database.restore();
        return juniors;
      },
    },
    /** Whoever listens for hints is cut off, and the queue's tables are emptied, again and again for as long as it lasts. */
    hints: {
      processes: 1,
      retryDelaysMs: [400, 2_000, 3_000],
      longestRecoveryMs: 10_000,
      async disturb({ juniors, databaseUrl }) {
        const client = new pg.Client({ connectionString: databaseUrl });
        await client.connect();
        const end = performance.now() + (lengthMs ?? 3_000);
        while (performance.now() < end) {
          await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name like 'junior queue %'`);
          await client.query("delete from pgboss.job").catch(() => undefined); // pg-boss may not have made it yet
          await pause(5);
        }
        await client.end();
        return juniors;
      },
    },
  };
}
