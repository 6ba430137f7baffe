import { controlsIn } from "./controls.ts";
import { isObject, objectsIn } from "./json.ts";
import type { JsonObject } from "./json.ts";

/** What a person enters: an option's value or label, an id, a date, a text; a list where several may be chosen; null for nothing. */
export type Entered = string | string[] | null;
/** By block_id, and by action_id unless the block has one control only. */
export type EnteredValues = Record<string, Entered | Record<string, Entered>>;
export type ChosenValues = Record<string, Record<string, Entered>>;

const STATELESS = ["button", "workflow_button", "overflow", "icon_button", "feedback_buttons"];
const SINGLE: Record<string, string> = {
  users_select: "user",
  conversations_select: "conversation",
  channels_select: "channel",
  datepicker: "date",
  timepicker: "time",
  datetimepicker: "date_time",
};

/** `state.values` of a click or submission: what this person chose so far, else what the app pre-selected. */
export function stateValues(blocks: JsonObject[] | undefined, chosen: ChosenValues): JsonObject {
  const values: Record<string, JsonObject> = {};
  for (const { block, element } of controlsIn(blocks)) {
    if (STATELESS.includes(String(element.type))) continue;
    const [blockId, actionId] = [String(block.block_id), String(element.action_id)];
    const entered = chosen[blockId]?.[actionId];
    values[blockId] = {
      ...values[blockId],
      [actionId]: {
        type: element.type,
        ...(entered === undefined || !offers(element, entered) ? initialOf(element) : fieldsOf(element, entered)),
      },
    };
  }
  return values;
}

/** Notes entered values; throws for a control that is not there or a choice that it does not offer. */
export function enter(blocks: JsonObject[] | undefined, chosen: ChosenValues, values: EnteredValues): void {
  for (const [blockId, given] of Object.entries(values)) {
    const controls = controlsIn(blocks).filter(({ block }) => block.block_id === blockId);
    if (controls.length === 0)
      throw new Error(
        `No control in block ${blockId}; there are ${controlsIn(blocks)
          .map(({ block }) => String(block.block_id))
          .join(", ")}`,
      );
    const byAction: Record<string, Entered> = isObject(given) ? given : { [String(controls[0]!.element.action_id)]: given };
    if (!isObject(given) && controls.length > 1) throw new Error(`Block ${blockId} has ${controls.length} controls: name the action_id`);
    for (const [actionId, entered] of Object.entries(byAction)) {
      const control = controls.find(({ element }) => element.action_id === actionId);
      if (!control) throw new Error(`No control ${actionId} in block ${blockId}`);
      fieldsOf(control.element, entered);
      chosen[blockId] = { ...chosen[blockId], [actionId]: entered };
    }
  }
}

/** The fields of a value as Slack sends it in actions and state; throws when the control does not offer it. */
export function fieldsOf(element: JsonObject, entered: Entered): JsonObject {
  const type = String(element.type);
  const list = entered === null ? [] : [entered].flat();
  if (type === "checkboxes" || type.startsWith("multi_")) return manyFields(element, type, list);
  if (list.length > 1) throw new Error(`${type} takes one value, not ${list.length}`);
  const value = list[0] ?? null;
  if (type === "static_select" || type === "radio_buttons" || type === "overflow" || type === "external_select")
    return { selected_option: value === null ? null : optionOf(element, value) };
  const single = SINGLE[type];
  if (single) return { [`selected_${single}`]: value !== null && single === "date_time" ? Number(value) : value };
  if (type === "rich_text_input") return { rich_text_value: value === null ? undefined : JSON.parse(value) };
  return { value: value === "" ? null : value };
}

function manyFields(element: JsonObject, type: string, list: string[]): JsonObject {
  const most = Number(element.max_selected_items ?? Infinity);
  if (list.length > most) throw new Error(`${type} takes ${most} choices at most`);
  if (type === "checkboxes" || type === "multi_static_select" || type === "multi_external_select")
    return { selected_options: list.map((value) => optionOf(element, value)) };
  return { [type.replace("multi_", "selected_").replace("_select", "")]: list };
}

function optionOf(element: JsonObject, wanted: string): JsonObject {
  const found = findOption(element, wanted);
  if (found) return found;
  const values = optionsOf(element).map((option) => `"${String(option.value)}"`);
  throw new Error(`No option "${wanted}"; there are ${values.join(", ")}`);
}

function findOption(element: JsonObject, wanted: string): JsonObject | undefined {
  const offered = optionsOf(element);
  const isLabelled = (option: JsonObject) => isObject(option.text) && option.text.text === wanted;
  return offered.find((option) => option.value === wanted) ?? offered.find(isLabelled);
}

function optionsOf(element: JsonObject): JsonObject[] {
  return [...objectsIn(element.options), ...objectsIn(element.option_groups).flatMap((group) => objectsIn(group.options))];
}

/** Whether an earlier choice is still there; the app may have changed the options under the same ids. */
function offers(element: JsonObject, entered: Entered): boolean {
  const options = optionsOf(element);
  return options.length === 0 || [entered ?? []].flat().every((value) => findOption(element, value) !== undefined);
}

function initialOf(element: JsonObject): JsonObject {
  const type = String(element.type);
  if (element.initial_option || ["static_select", "radio_buttons", "external_select"].includes(type))
    return { selected_option: element.initial_option ?? null };
  if (type === "checkboxes" || type === "multi_static_select" || type === "multi_external_select")
    return { selected_options: element.initial_options ?? [] };
  if (type.startsWith("multi_")) {
    const name = type.replace("multi_", "").replace("_select", "");
    return { [`selected_${name}`]: element[`initial_${name}`] ?? [] };
  }
  const single = SINGLE[type];
  if (single) return { [`selected_${single}`]: element[`initial_${single}`] ?? null };
  return { value: element.initial_value ?? null };
}
