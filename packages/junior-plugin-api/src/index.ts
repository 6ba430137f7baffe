export type { Gate, GateAction, GateDecision } from "./gate.ts";
export type { Deliverer, DeliveryResult, WaitingDelivery } from "./deliverer.ts";
export type { EndedTurn, OnTurnEnded } from "./turn-ended.ts";
export type { Tool, ToolCall, ToolHints, ToolResult, Transaction } from "./tool.ts";
