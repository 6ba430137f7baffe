import type { Deliveries } from "./deliveries.ts";
import { changedEvent, isHeard, snapshot } from "./envelopes.ts";
import { isObject, objectsIn } from "./json.ts";
import type { JsonObject } from "./json.ts";
import type { StoredMessage, Workspace } from "./workspace.ts";

type NewMessage = Omit<StoredMessage, "ts" | "deleted" | "reactions">;

/**
 * Stores what somebody wrote. A reply bumps the counters of its parent, which Slack tells as a message_changed of the
 * parent with unchanged text, and ends the status that the assistant showed in that thread.
 */
export function storeMessage(workspace: Workspace, deliveries: Deliveries, input: NewMessage): StoredMessage {
  const message = { ...input, ts: workspace.nextTs(input.channel), deleted: false, reactions: [] };
  const parent = input.threadTs ? workspace.find(input.channel, input.threadTs) : undefined;
  const before = parent ? snapshot(workspace, parent) : undefined;
  workspace.messages.push(message);
  if (parent && before && isHeard(workspace, input.channel)) deliveries.echo(changedEvent(workspace, parent, before));
  if (message.appId) workspace.statuses.delete(`${message.channel}:${message.threadTs ?? message.ts}`);
  workspace.changed();
  return message;
}

/** Blocks as Slack keeps them: every block and control has an id, text objects say whether emoji and links are parsed. */
export function storedBlocks(workspace: Workspace, blocks: JsonObject[]): JsonObject[] {
  return blocks.map((block) => {
    const kept = completed(block) as JsonObject;
    if (block.type === "markdown" || kept.block_id === undefined) kept.block_id = workspace.nextId("b");
    nameControls(workspace, kept);
    if (kept.child_blocks) kept.child_blocks = storedBlocks(workspace, objectsIn(kept.child_blocks));
    if (kept.type === "carousel") kept.elements = storedBlocks(workspace, objectsIn(kept.elements));
    return kept;
  });
}

const WITH_CONTROLS = ["actions", "section", "input", "context_actions", "card"];

/** A control without action_id gets a made-up one, so that no listener of the product matches it. */
function nameControls(workspace: Workspace, block: JsonObject): void {
  if (!WITH_CONTROLS.includes(String(block.type))) return;
  const controls = [...objectsIn(block.elements), ...objectsIn(block.actions), ...[block.accessory, block.element].filter(isObject)];
  for (const control of controls) if (control.type !== "image") control.action_id ??= workspace.nextId("a");
}

function completed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(completed);
  if (!isObject(value)) return value;
  const copy: JsonObject = Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, completed(entry)]));
  if (copy.type === "plain_text" && typeof copy.text === "string") copy.emoji ??= true;
  if (copy.type === "mrkdwn" && typeof copy.text === "string") copy.verbatim ??= false;
  return copy;
}
