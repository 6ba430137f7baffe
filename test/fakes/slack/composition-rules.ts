import { isObject } from "./json.ts";
import { anything, boolean, both, fault, list, oneOf, optional, required, shape, string, url } from "./block-checks.ts";
import type { Check } from "./block-checks.ts";

export const plainText = (max: number): Check =>
  shape({ type: required(oneOf("plain_text")), text: required(string(max)), emoji: optional(boolean) });

const mrkdwn = (max: number): Check => shape({ type: required(oneOf("mrkdwn")), text: required(string(max)), verbatim: optional(boolean) });

export const anyText =
  (max: number): Check =>
  (value, place) => {
    if (!isObject(value)) return fault(place, "must be an object");
    if (value.type === "mrkdwn") return mrkdwn(max)(value, place);
    plainText(max)(value, place);
  };

export const mrkdwnText = mrkdwn;

export const confirmDialog = shape({
  title: required(plainText(100)),
  text: required(anyText(300)),
  confirm: required(plainText(30)),
  deny: required(plainText(30)),
  style: optional(oneOf("primary", "danger")),
});

/**
 * Slack's page says 150 for the value; one measured table and the SDK say 75. The fake takes the smaller one, so that
 * nothing that passes here is refused there.
 */
const OPTION_VALUE = 75;

const optionShape = (text: Check, withUrl: boolean): Check =>
  shape({
    text: required(text),
    value: required(string(OPTION_VALUE)),
    description: optional(text),
    ...(withUrl ? { url: optional(url) } : {}),
  });

export const plainOption = optionShape(plainText(75), false);
export const richOption = optionShape(anyText(75), false);
export const overflowOption = optionShape(plainText(75), true);

export const optionGroup = shape({ label: required(plainText(75)), options: required(list(1, 100, plainOption)) });

export const slackFile: Check = both(shape({ id: optional(string(255)), url: optional(url) }), (value, place) => {
  if (isObject(value) && (value.id === undefined) === (value.url === undefined)) fault(place, "must have exactly one of id, url");
});

/** Image fields of the block and the element alike: one source, and a description for those who cannot see it. */
export const imageFields = {
  alt_text: required(string(2000)),
  image_url: optional(url),
  slack_file: optional(slackFile),
  image_width: optional(anything),
  image_height: optional(anything),
  image_bytes: optional(anything),
};

export const oneImageSource: Check = (value, place) => {
  if (isObject(value) && (value.image_url === undefined) === (value.slack_file === undefined))
    fault(place, "must have exactly one of image_url, slack_file");
};
