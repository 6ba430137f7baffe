import { isObject, objectsIn } from "./json.ts";
import type { JsonObject } from "./json.ts";

export type Control = { block: JsonObject; element: JsonObject };
export type ControlQuery = { blockId?: string; actionId?: string; value?: string; text?: string };
/** One control found, and for a menu the label in it that was named. */
export type Found = Control & { menuItem?: string };

/** Everything a person can operate in these blocks, in the order it is shown. */
export function controlsIn(blocks: JsonObject[] | undefined): Control[] {
  return (blocks ?? []).flatMap((block) => {
    if (block.type === "container") return controlsIn(objectsIn(block.child_blocks));
    if (block.type === "carousel") return controlsIn(objectsIn(block.elements));
    if (!["actions", "section", "input", "context_actions", "card"].includes(String(block.type))) return [];
    const elements = [...objectsIn(block.elements), ...objectsIn(block.actions), ...[block.accessory, block.element].filter(isObject)];
    return elements.filter((element) => element.type !== "image").map((element) => ({ block, element }));
  });
}

/** The one control that fits; throws, with what there is, when none or several do. `text` is a button's or menu item's label. */
export function findControl(blocks: JsonObject[] | undefined, query: ControlQuery): Found {
  const controls = controlsIn(blocks);
  const fitting = controls.flatMap((control) => fit(control, query));
  if (fitting.length === 1) return fitting[0]!;
  const shown = controls.map(
    ({ block, element }) =>
      `${String(block.block_id)}/${String(element.action_id)} ${String(element.type)} "${labelOf(element)}" value=${String(element.value)}`,
  );
  throw new Error(
    `${fitting.length === 0 ? "No control" : `${fitting.length} controls`} for ${JSON.stringify(query)}; there are:\n${shown.join("\n") || "(none)"}`,
  );
}

function fit({ block, element }: Control, query: ControlQuery): Found[] {
  if (query.blockId !== undefined && block.block_id !== query.blockId) return [];
  if (query.actionId !== undefined && element.action_id !== query.actionId) return [];
  if (element.type === "feedback_buttons") return feedback(block, element, query);
  if (query.value !== undefined && element.value !== query.value) return [];
  if (query.text === undefined || labelOf(element) === query.text) return [{ block, element }];
  const item = element.type === "overflow" ? objectsIn(element.options).find((option) => wordsOf(option.text) === query.text) : undefined;
  return item ? [{ block, element, menuItem: String(item.value) }] : [];
}

/** The pair counts as two buttons that share an action_id. */
function feedback(block: JsonObject, element: JsonObject, query: ControlQuery): Found[] {
  const buttons = [element.positive_button, element.negative_button].filter(isObject);
  const chosen = buttons.filter(
    (button) =>
      (query.value === undefined || button.value === query.value) && (query.text === undefined || wordsOf(button.text) === query.text),
  );
  return chosen.map((button) => ({
    block,
    element: { ...button, type: "feedback_buttons", action_id: element.action_id },
  }));
}

function labelOf(element: JsonObject): string {
  return wordsOf(element.text) || wordsOf(element.placeholder);
}

function wordsOf(text: unknown): string {
  return isObject(text) && typeof text.text === "string" ? text.text : "";
}
