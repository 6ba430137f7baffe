import { isObject } from "./json.ts";
import { fault, under } from "./block-checks.ts";
import type { Check } from "./block-checks.ts";
import { ELEMENTS } from "./element-rules.ts";

const SELECTS = ["static_select", "external_select", "users_select", "conversations_select", "channels_select"];
const MULTI_SELECTS = SELECTS.map((type) => `multi_${type}`);
const PICKED = ["datepicker", "timepicker", "radio_buttons", "checkboxes"];

/** Where elements are allowed. Measured on real Slack where the SDK's types say otherwise: no multi_* in `actions`. */
const PLACES = {
  actions: ["button", "workflow_button", "overflow", "datetimepicker", ...SELECTS, ...PICKED],
  accessory: ["button", "workflow_button", "overflow", "image", ...SELECTS, ...MULTI_SELECTS, ...PICKED],
  input: [
    "plain_text_input",
    "number_input",
    "email_text_input",
    "url_text_input",
    "rich_text_input",
    "file_input",
    "datetimepicker",
    ...SELECTS,
    ...MULTI_SELECTS,
    ...PICKED,
  ],
  context_actions: ["feedback_buttons", "icon_button"],
  card: ["button"],
} satisfies Record<string, string[]>;

const NOT_IN_MESSAGES = ["rich_text_input", "file_input"];

export function elementIn(where: keyof typeof PLACES): Check {
  return (value, place) => {
    if (!isObject(value)) return fault(place, "must be an object");
    const type = String(value.type);
    const check = Object.hasOwn(ELEMENTS, type) ? ELEMENTS[type] : undefined;
    if (!check) return fault(under(place, "type"), `unsupported type: ${type}`);
    const misplaced = !PLACES[where].includes(type) || (place.surface === "message" && NOT_IN_MESSAGES.includes(type));
    if (misplaced) return fault(place, MULTI_SELECTS.includes(type) ? "unsupported element: multiselect" : `unsupported type: ${type}`);
    check(value, place);
  };
}
