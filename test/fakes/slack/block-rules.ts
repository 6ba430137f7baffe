import { isObject, objectsIn } from "./json.ts";
import {
  anything,
  boolean,
  both,
  fault,
  integer,
  lengthOf,
  list,
  oneOf,
  optional,
  required,
  shape,
  string,
  under,
  url,
} from "./block-checks.ts";
import type { Check, Field, Place, Surface } from "./block-checks.ts";
import { anyText, imageFields, mrkdwnText, oneImageSource, plainText } from "./composition-rules.ts";
import { elementIn } from "./element-places.ts";
import { ELEMENTS } from "./element-rules.ts";

const block = (fields: Record<string, Field>, ...also: Check[]): Check =>
  both(shape({ type: required(anything), block_id: optional(string(255)), ...fields }), ...also);

const imageElement = ELEMENTS.image!;

const RICH_TEXT_PARTS = ["rich_text_section", "rich_text_list", "rich_text_quote", "rich_text_preformatted"];

const richText: Check = block({
  elements: required(
    list(1, 1000, (part, place) => {
      if (!isObject(part) || !RICH_TEXT_PARTS.includes(String(part.type))) return fault(place, "unsupported type");
      if (!Array.isArray(part.elements)) fault(place, "missing required field: elements");
    }),
  ),
});

const cell =
  (kinds: string[]): Check =>
  (value, place) => {
    if (!isObject(value) || !kinds.includes(String(value.type))) return fault(place, "unsupported type");
    if (value.type === "rich_text") return richText(value, place);
    if (typeof value.text !== "string") fault(place, "missing required field: text");
  };

const CELLS = ["rich_text", "raw_text", "raw_number"];

const cellsUpTo =
  (max: number): Check =>
  (value, place) => {
    if (isObject(value) && textIn(value.rows) > max) fault(place, `no more than ${max} characters allowed in all cells`);
  };

const contextElement: Check = (value, place) => {
  if (isObject(value) && value.type === "image") return imageElement(value, place);
  if (isObject(value) && (value.type === "mrkdwn" || value.type === "plain_text")) return anyText(2000)(value, place);
  fault(place, "unsupported type");
};

const card: Check = block(
  {
    hero_image: optional(imageElement),
    icon: optional(imageElement),
    title: optional(mrkdwnText(150)),
    subtitle: optional(mrkdwnText(150)),
    body: optional(mrkdwnText(200)),
    subtext: optional(mrkdwnText(200)),
    actions: optional(list(1, 3, elementIn("card"))),
  },
  (value, place) => {
    if (isObject(value) && !["hero_image", "title", "body", "actions"].some((name) => value[name] !== undefined))
      fault(place, "card must not be empty");
  },
);

const taskCard: Check = block({
  task_id: required(string(255)),
  title: required(string(256)),
  status: required(oneOf("pending", "in_progress", "complete", "error")),
  details: optional(richText),
  output: optional(richText),
  sources: optional(list(0, 100, shape({ type: required(oneOf("url")), url: required(url), text: required(string(255)) }))),
});

const CHILDREN = ["actions", "context", "divider", "header", "image", "input", "rich_text", "section", "table", "video"];

const ofKind =
  (...types: string[]): Check =>
  (value, place) => {
    if (!isObject(value) || !types.includes(String(value.type))) return fault(place, "unsupported type");
    BLOCKS[String(value.type)]!.check(value, place);
  };

type BlockRule = { on: Surface[]; check: Check };
const everywhere: Surface[] = ["message", "modal", "home"];
const inMessages: Surface[] = ["message"];

/** Every block an app may send, where, and with what (facts A1 and A2). `file` blocks only ever come from Slack. */
export const BLOCKS: Record<string, BlockRule> = {
  section: {
    on: everywhere,
    check: block(
      {
        text: optional(anyText(3000)),
        fields: optional(list(1, 10, anyText(2000))),
        accessory: optional(elementIn("accessory")),
        expand: optional(boolean),
      },
      (value, place) => {
        if (isObject(value) && value.text === undefined && value.fields === undefined)
          fault(place, "must have at least one of text, fields");
      },
    ),
  },
  header: { on: everywhere, check: block({ text: required(plainText(150)), level: optional(integer(1, 6)) }) },
  divider: { on: everywhere, check: block({}) },
  context: { on: everywhere, check: block({ elements: required(list(1, 10, contextElement)) }) },
  actions: { on: everywhere, check: block({ elements: required(list(1, 25, elementIn("actions"))) }) },
  input: {
    on: everywhere,
    check: block({
      label: required(plainText(2000)),
      hint: optional(plainText(2000)),
      optional: optional(boolean),
      dispatch_action: optional(boolean),
      element: required(elementIn("input")),
    }),
  },
  image: { on: everywhere, check: block({ ...imageFields, title: optional(plainText(2000)) }, oneImageSource) },
  rich_text: { on: everywhere, check: richText },
  video: {
    on: everywhere,
    check: block({
      video_url: required(url),
      thumbnail_url: required(url),
      alt_text: required(string(2000)),
      title: required(plainText(199)),
      title_url: optional(url),
      author_name: optional(string(49)),
      provider_name: optional(string(255)),
      provider_icon_url: optional(url),
      description: optional(plainText(200)),
    }),
  },
  alert: {
    on: ["modal"],
    check: block({
      text: required(anyText(200)),
      level: optional(oneOf("default", "info", "warning", "error", "success")),
    }),
  },
  markdown: { on: inMessages, check: block({ text: required(string(12_000)) }) },
  context_actions: { on: inMessages, check: block({ elements: required(list(1, 5, elementIn("context_actions"))) }) },
  table: {
    on: inMessages,
    check: block(
      { rows: required(list(1, 100, list(1, 20, cell(CELLS)))), column_settings: optional(list(0, 20, anything)) },
      cellsUpTo(10_000),
    ),
  },
  data_table: {
    on: inMessages,
    check: block(
      {
        rows: required(list(2, 201, list(1, 20, cell(CELLS)))),
        caption: required(string(2000)),
        page_size: optional(integer(1, 100)),
        row_header_column_index: optional(integer(0, 19)),
      },
      cellsUpTo(20_000),
    ),
  },
  data_visualization: {
    on: inMessages,
    // The body of a chart is not on the facts page; only its title is checked.
    check: (value, place) => string(50)(isObject(value) ? value.title : undefined, under(place, "title")),
  },
  card: { on: inMessages, check: card },
  carousel: { on: inMessages, check: block({ elements: required(list(1, 10, ofKind("card"))) }) },
  container: {
    on: inMessages,
    check: block({
      title: optional(plainText(150)),
      rich_text_title: optional(richText),
      subtitle: optional(anyText(150)),
      child_blocks: required(list(1, 10, ofKind(...CHILDREN))),
      width: optional(oneOf("narrow", "standard", "wide", "full")),
      icon: optional(imageElement),
      is_collapsible: optional(boolean),
      default_collapsed: optional(boolean),
      has_header_divider: optional(boolean),
    }),
  },
  task_card: { on: inMessages, check: taskCard },
  plan: {
    on: inMessages,
    check: block({ title: required(string(256)), tasks: optional(list(0, 50, ofKind("task_card"))) }),
  },
};

export function checkBlock(value: unknown, place: Place): void {
  if (!isObject(value)) return fault(place, "must be an object");
  const rule = Object.hasOwn(BLOCKS, String(value.type)) ? BLOCKS[String(value.type)] : undefined;
  if (!rule || !rule.on.includes(place.surface)) return fault(under(place, "type"), `unsupported type: ${String(value.type)}`);
  rule.check(value, place);
}

/** Code points of everything readable in a value: texts of text objects, rich text, markdown, cells; not what controls offer. */
export function textIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, entry) => sum + textIn(entry), 0);
  if (!isObject(value)) return 0;
  return Object.entries(value).reduce((sum, [name, entry]) => {
    if (["options", "option_groups", "confirm", "placeholder"].includes(name)) return sum;
    return sum + (name === "text" && typeof entry === "string" ? lengthOf(entry) : textIn(entry));
  }, 0);
}

/** All blocks of a list with those inside containers. */
export function withChildren(blocks: unknown): Record<string, unknown>[] {
  return objectsIn(blocks).flatMap((entry) => [
    entry,
    ...withChildren(entry.child_blocks),
    ...withChildren(entry.type === "carousel" ? entry.elements : undefined),
  ]);
}
