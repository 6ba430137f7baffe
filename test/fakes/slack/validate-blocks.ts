import { isObject, objectsIn } from "./json.ts";
import type { JsonObject } from "./json.ts";
import { fault, lengthOf, under } from "./block-checks.ts";
import type { Place, Surface } from "./block-checks.ts";
import { checkBlock, textIn, withChildren } from "./block-rules.ts";

const MOST_BLOCKS = { message: 50, modal: 100, home: 100 };
const MOST_MARKDOWN = 12_000;
const MOST_CHARTS = 2;

/**
 * Undocumented: somewhere near 13.2k characters over all blocks Slack refuses the message (13,172 with a divider were
 * too many, bolt-js #2509). Data tables have their own limit and are left out.
 */
export const MOST_TEXT = 13_171;

/**
 * All faults Slack would find in these blocks, each like "[ERROR] must be less than 76 characters
 * [json-pointer:/blocks/0/elements/0/text/text]"; empty when Slack would take them. One fault refuses the whole payload.
 * A message that is only too long in total gives one fault that starts with `msg_blocks_too_long`.
 */
export function validateBlocks(blocks: unknown, surface: Surface = "message", pointer = "/blocks"): string[] {
  const place: Place = { pointer, surface, faults: [] };
  if (!Array.isArray(blocks)) {
    fault(place, "must be an array");
    return place.faults;
  }
  if (blocks.length > MOST_BLOCKS[surface]) fault(place, `no more than ${MOST_BLOCKS[surface]} items allowed`);
  blocks.forEach((block, index) => checkBlock(block, under(place, index)));
  checkIds(blocks, place);
  checkTotals(blocks, place);
  return place.faults;
}

function checkIds(blocks: unknown[], place: Place): void {
  const seen = new Set<string>();
  for (const block of withChildren(blocks)) {
    // Slack makes up its own block_id for a markdown block.
    if (typeof block.block_id === "string" && block.type !== "markdown") {
      if (seen.has(block.block_id)) fault(place, `\`block_id\` "${block.block_id}" already exists`);
      seen.add(block.block_id);
    }
    const actions = new Set<string>();
    for (const { action_id: id } of ownElements(block)) {
      if (typeof id !== "string") continue;
      if (actions.has(id)) fault(place, `\`action_id\` "${id}" already exists for block_id "${String(block.block_id ?? "")}"`);
      actions.add(id);
    }
  }
}

function ownElements(block: JsonObject): JsonObject[] {
  const single = [block.accessory, block.element].filter(isObject);
  const many = block.type === "carousel" || block.type === "rich_text" ? [] : objectsIn(block.elements);
  return [...single, ...many, ...objectsIn(block.actions)];
}

function checkTotals(blocks: unknown[], place: Place): void {
  const all = withChildren(blocks);
  const markdown = all.reduce(
    (sum, block) => sum + (block.type === "markdown" && typeof block.text === "string" ? lengthOf(block.text) : 0),
    0,
  );
  if (markdown > MOST_MARKDOWN) fault(place, `no more than ${MOST_MARKDOWN} characters allowed in all markdown blocks`);
  if (all.filter((block) => block.type === "data_visualization").length > MOST_CHARTS)
    fault(place, `no more than ${MOST_CHARTS} charts allowed`);
  const text = blocks.reduce<number>(
    (sum, block) => sum + (isObject(block) && String(block.type).includes("table") ? 0 : textIn(block)),
    0,
  );
  if (place.surface === "message" && text > MOST_TEXT)
    place.faults.push(`msg_blocks_too_long: ${text} characters, no more than about ${MOST_TEXT} [json-pointer:${place.pointer}]`);
}
