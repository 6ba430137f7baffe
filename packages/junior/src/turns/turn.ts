import type { ToolResult } from "junior-plugin-api";
import type { AssistantContent } from "ai";
import type { AuthorKind, Source } from "../db/schema.ts";
import type { FileInfo } from "../files/file.ts";

/** One run from waiting messages to the end of the work, as its worker holds it. */
export type Turn = {
  id: string;
  treeId: string;
  conversationId: string;
  rootConversationId: string;
  /** The lease under which every write of this run is made. */
  epoch: number;
  /** Started just now by this worker: nothing of it can be there yet. */
  isNew: boolean;
  actorIdentityId: string | null;
  principalUserId: string | null;
  /** An automation or an event began it, no person and no helper's report. */
  startedByMachine: boolean;
};

/** One model call, as saved: its output, and the calls that it asked for in order. */
export type Step = {
  number: number;
  content: AssistantContent;
  text: string;
  usage: { inputTokens: number; outputTokens: number };
  calls: Call[];
};

export type Call = {
  callId: string;
  tool: string;
  input: unknown;
  state: "waiting" | "started" | "done";
  result: ToolResult | null;
};

/** What was said so far, as the prompt shows it. */
export type Said = {
  sequence: number;
  author: { kind: AuthorKind; name: string };
  source: Source;
  text: string;
  files: FileInfo[];
  /** Taken by the running Turn: its instruction, or the answer that woke it. */
  current: boolean;
  /** Of a current one: 0 when it started the Turn, n when it joined after the n-th step. */
  joinedAfterStep: number;
  /** Kept, but not said to Junior. */
  aside: boolean;
  answersItem: boolean;
};

export type TurnLimits = typeof turnLimits;

/** Each of the first four ends the Turn with one plain message; the words are in `base/words.ts`. */
export const turnLimits = {
  toolCalls: 60,
  /** Read and written, by all model calls of the Turn. */
  tokens: 3_000_000,
  /** Time in which the Turn was worked on, see `findWorkedMs`. */
  workedMs: 3_600_000,
  refusalsInARow: 3,
  faults: 3,
  /** Calls with the same tool and input, one right after the other, that are carried out. */
  sameCalls: 2,
  /** Turns that automations and events start in one Conversation without a word of a person. */
  machineTurnsInARow: 25,
};
