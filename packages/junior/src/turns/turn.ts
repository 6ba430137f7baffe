import type { ToolResult } from "junior-plugin-api";
import type { AssistantContent } from "ai";
import type { Source } from "../db/schema.ts";

/** One run from waiting messages to the end of the work, as its worker holds it. */
export type Turn = {
  id: string;
  treeId: string;
  conversationId: string;
  rootConversationId: string;
  /** The lease under which every write of this run is made. */
  epoch: number;
  actorIdentityId: string | null;
  principalUserId: string | null;
};

/** One model call, as saved: its output, and the calls that it asked for in order. */
export type Step = { number: number; content: AssistantContent; text: string; calls: Call[] };

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
  author: { kind: "person" | "junior" | "child" | "event"; name: string };
  source: Source;
  text: string;
  /** Taken by the running Turn: its instruction, or the answer that woke it. */
  current: boolean;
  /** Of a current one: 0 when it started the Turn, n when it joined after the n-th step. */
  joinedAfterStep: number;
  /** Kept, but not said to Junior. */
  aside: boolean;
  answersItem: boolean;
};

/** Each ends the Turn with one plain message; the words are in `base/words.ts`. */
export const turnLimits = { toolCalls: 60, steps: 40, faults: 3, refusalsInARow: 3, historyMessages: 100 } as const;
