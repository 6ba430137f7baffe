import type { Changes } from "../db/changes.ts";
import type { Database } from "../db/database.ts";
import type { Person } from "../people/person.ts";
import type { Queue } from "../queue/queue.ts";
import type { TargetOf } from "../turns/target-of.ts";

/** What looking at the desk takes. */
export type CliDesk = {
  database: Database;
  /** Whom this terminal speaks for. */
  person: Person;
  publicUrl: string | null;
  /** Where this machine reaches the page. */
  pageUrl: string;
  /** Whether the settings of this folder connect Slack. */
  slack: boolean;
  /** What a tool call touches. */
  targets(): Promise<TargetOf>;
  close(): Promise<void>;
};

/** What answering and talking take. */
export type CliHouse = CliDesk & {
  queue: Queue;
  changes: Changes;
  /** Works on one Conversation in this process until closed; harmless when a server works on it too. */
  workOn(conversationId: string): Promise<() => Promise<void>>;
  /** Deletes a Conversation and all that came of it. */
  purge(conversationId: string): Promise<"purged" | "not-found" | "not-allowed">;
  model: { name: string; rehearsal: boolean; suggestions: string[] };
};

/** `mend` says what to do, in one sentence. */
export type Check = { name: string; ok: boolean; detail: string; mend: string | null };

/** Everything the commands may touch; nothing here is read from the process. */
export type CliDeps = {
  version: string;
  /** This and the next three end soon after `interrupted`, if need be by a throw; nothing is then left open. */
  openDesk(progress: (text: string) => void): Promise<CliDesk>;
  openHouse(progress: (text: string) => void): Promise<CliHouse>;
  start(): Promise<void>;
  /** @returns the names of what was applied now, in order */
  migrate(progress: (text: string) => void): Promise<string[]>;
  doctor(): Promise<Check[]>;
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  setExitCode(code: number): void;
  interrupted: AbortSignal;
};
