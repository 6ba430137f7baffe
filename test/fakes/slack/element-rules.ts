import { isObject, objectsIn } from "./json.ts";
import type { JsonObject } from "./json.ts";
import { anything, boolean, both, fault, integer, list, matching, oneOf, optional, required, shape, string, url } from "./block-checks.ts";
import type { Check, Field } from "./block-checks.ts";
import {
  confirmDialog,
  imageFields,
  oneImageSource,
  optionGroup,
  overflowOption,
  plainOption,
  plainText,
  richOption,
} from "./composition-rules.ts";

type Fields = Record<string, Field>;

const actionId = { action_id: optional(string(255)) };
const confirm = { confirm: optional(confirmDialog) };
const focus = { focus_on_load: optional(boolean) };
const placeholder = { placeholder: optional(plainText(150)) };
const dispatch = {
  dispatch_action_config: optional(shape({ trigger_actions_on: optional(list(1, 2, oneOf("on_enter_pressed", "on_character_entered"))) })),
};
const most = { max_selected_items: optional(integer(1, 1000)) };
const style = { style: optional(oneOf("primary", "danger")) };
const accessibility = { accessibility_label: optional(string(75)) };
const ids = optional(list(0, 1000, string(255)));
const staticOptions = {
  options: optional(list(1, 100, plainOption)),
  option_groups: optional(list(1, 100, optionGroup)),
};
const conversationSource = {
  default_to_current_conversation: optional(boolean),
  response_url_enabled: optional(boolean),
  filter: optional(anything),
};
const choice = { ...actionId, ...confirm, ...focus, ...placeholder };
const typed = { ...actionId, ...focus, ...placeholder, ...dispatch };

const element = (fields: Fields, ...also: Check[]): Check => both(shape({ type: required(anything), ...fields }), ...also);

const feedbackButton = shape({ text: required(plainText(75)), value: required(string(2000)), ...accessibility });

/** Every interactive or visual element there is, with all it may carry (facts A2 and the SDK's field lists). */
export const ELEMENTS: Record<string, Check> = {
  button: element({
    ...actionId,
    ...confirm,
    ...style,
    ...accessibility,
    text: required(plainText(75)),
    value: optional(string(2000)),
    url: optional(url),
  }),
  workflow_button: element({
    ...actionId,
    ...confirm,
    ...style,
    ...accessibility,
    text: required(plainText(75)),
    workflow: required(anything),
  }),
  static_select: element({ ...choice, ...staticOptions, initial_option: optional(plainOption) }, oneSourceOfOptions, initialIsAnOption),
  multi_static_select: element(
    { ...choice, ...most, ...staticOptions, initial_options: optional(list(1, 100, plainOption)) },
    oneSourceOfOptions,
    initialIsAnOption,
  ),
  external_select: element({
    ...choice,
    initial_option: optional(plainOption),
    min_query_length: optional(integer(0, 255)),
  }),
  multi_external_select: element({
    ...choice,
    ...most,
    initial_options: optional(list(1, 100, plainOption)),
    min_query_length: optional(integer(0, 255)),
  }),
  users_select: element({ ...choice, initial_user: optional(string(255)) }),
  multi_users_select: element({ ...choice, ...most, initial_users: ids }),
  conversations_select: element({ ...choice, ...conversationSource, initial_conversation: optional(string(255)) }),
  multi_conversations_select: element({ ...choice, ...most, ...conversationSource, initial_conversations: ids }),
  channels_select: element({
    ...choice,
    response_url_enabled: optional(boolean),
    initial_channel: optional(string(255)),
  }),
  multi_channels_select: element({ ...choice, ...most, initial_channels: ids }),
  overflow: element({ ...actionId, ...confirm, options: required(list(1, 5, overflowOption)) }),
  radio_buttons: element(
    {
      ...actionId,
      ...confirm,
      ...focus,
      options: required(list(1, 10, richOption)),
      initial_option: optional(richOption),
    },
    initialIsAnOption,
  ),
  checkboxes: element(
    {
      ...actionId,
      ...confirm,
      ...focus,
      options: required(list(1, 10, richOption)),
      initial_options: optional(list(1, 10, richOption)),
    },
    initialIsAnOption,
  ),
  datepicker: element({
    ...choice,
    initial_date: optional(matching(/^\d{4}-\d{2}-\d{2}$/, "must be a date like 2030-01-31")),
  }),
  timepicker: element({
    ...choice,
    timezone: optional(string(255)),
    initial_time: optional(matching(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time like 23:59")),
  }),
  datetimepicker: element({
    ...actionId,
    ...confirm,
    ...focus,
    initial_date_time: optional(integer(1_000_000_000, 9_999_999_999)),
  }),
  plain_text_input: element(
    {
      ...typed,
      initial_value: optional(string(3000, 0)),
      multiline: optional(boolean),
      min_length: optional(integer(0, 3000)),
      max_length: optional(integer(1, 3000)),
    },
    minimumBelowMaximum,
  ),
  number_input: element({
    ...typed,
    is_decimal_allowed: required(boolean),
    initial_value: optional(string(255)),
    min_value: optional(string(255)),
    max_value: optional(string(255)),
  }),
  email_text_input: element({ ...typed, initial_value: optional(string(3000, 0)) }),
  url_text_input: element({ ...typed, initial_value: optional(string(3000, 0)) }),
  rich_text_input: element({
    ...typed,
    initial_value: optional(anything),
    min_lines: optional(integer(1, 1000)),
    max_lines: optional(integer(1, 1000)),
  }),
  file_input: element({
    ...actionId,
    filetypes: optional(list(1, 100, string(255))),
    max_files: optional(integer(1, 10)),
  }),
  image: element(imageFields, oneImageSource),
  feedback_buttons: element({
    ...actionId,
    positive_button: required(feedbackButton),
    negative_button: required(feedbackButton),
  }),
  icon_button: element({
    ...actionId,
    ...confirm,
    ...accessibility,
    icon: required(string(255)),
    text: required(plainText(75)),
    value: optional(string(2000)),
    visible_to_user_ids: ids,
  }),
};

function oneSourceOfOptions(value: unknown, place: Parameters<Check>[1]): void {
  if (isObject(value) && (value.options === undefined) === (value.option_groups === undefined))
    fault(place, "must have exactly one of options, option_groups");
}

function initialIsAnOption(value: unknown, place: Parameters<Check>[1]): void {
  if (!isObject(value)) return;
  const offered = [...objectsIn(value.options), ...objectsIn(value.option_groups).flatMap((group) => objectsIn(group.options))];
  const known = new Set(offered.map(likeness));
  const initial = isObject(value.initial_option) ? [value.initial_option] : objectsIn(value.initial_options);
  for (const option of initial) if (!known.has(likeness(option))) fault(place, "initial option must match an option exactly");
}

function likeness(option: JsonObject): string {
  const words = (text: unknown) => (isObject(text) ? [text.type, text.text] : null);
  return JSON.stringify([words(option.text), option.value, words(option.description)]);
}

function minimumBelowMaximum(value: unknown, place: Parameters<Check>[1]): void {
  if (
    isObject(value) &&
    typeof value.min_length === "number" &&
    typeof value.max_length === "number" &&
    value.min_length > value.max_length
  )
    fault(place, "min_length must not be more than max_length");
}
