export type { Gate, GateAction, GateDecision } from "./gate.ts";
export type { Deliverer, DeliveryResult, WaitingDelivery } from "./deliverer.ts";
export type { Progress, Working } from "./progress.ts";
export type { EndedTurn, OnTurnEnded } from "./turn-ended.ts";
export type { PreparedEffect, Tool, ToolCall, ToolHints, ToolResult, Transaction } from "./tool.ts";
export type { ThreadMessage, ThreadPage, ThreadReader } from "./thread-reader.ts";
