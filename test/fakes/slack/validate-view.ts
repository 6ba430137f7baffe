import { isObject, objectsIn } from "./json.ts";
import { anything, boolean, fault, oneOf, optional, required, shape, string } from "./block-checks.ts";
import type { Place } from "./block-checks.ts";
import { plainText } from "./composition-rules.ts";
import { validateBlocks } from "./validate-blocks.ts";

const common = {
  type: required(oneOf("modal", "home")),
  blocks: required(anything),
  callback_id: optional(string(255, 0)),
  private_metadata: optional(string(3000, 0)),
  external_id: optional(string(255, 0)),
};

const modal = shape({
  ...common,
  title: required(plainText(24)),
  submit: optional(plainText(24)),
  close: optional(plainText(24)),
  clear_on_close: optional(boolean),
  notify_on_close: optional(boolean),
  submit_disabled: optional(boolean),
});

const home = shape(common);

/** All faults Slack would find in a view that is opened, pushed, updated (`modal`) or published (`home`). */
export function validateView(view: unknown, expected: "modal" | "home"): string[] {
  const place: Place = { pointer: "/view", surface: expected, faults: [] };
  if (!isObject(view)) {
    fault(place, "must be an object");
    return place.faults;
  }
  if (view.type !== expected) fault(place, `must be of type ${expected}`);
  const check = expected === "modal" ? modal : home;
  check(view, place);
  if (expected === "modal" && view.submit === undefined && objectsIn(view.blocks).some((block) => block.type === "input"))
    fault(place, "missing required field: submit");
  return [...place.faults, ...validateBlocks(view.blocks, expected, "/view/blocks")];
}
