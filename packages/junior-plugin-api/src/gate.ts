import type { ToolCall, ToolHints } from "./tool.ts";

/** A validated tool call that is about to happen. */
export type GateAction = { tool: string; hints: ToolHints; target: string; input: unknown; call: ToolCall };

/** `reason` is one sentence that the model reads. */
export type GateDecision = { decision: "allow" } | { decision: "refuse"; reason: string };

/** Looks at an action just before it happens. A gate that throws or times out has not allowed it. */
export type Gate = (action: GateAction) => Promise<GateDecision>;
