import { enter, stateValues } from "./control-values.ts";
import type { EnteredValues } from "./control-values.ts";
import { controlsIn } from "./controls.ts";
import type { Deliveries } from "./deliveries.ts";
import { chosenBy, common, newTrigger, personOf } from "./interactions.ts";
import type { Interaction } from "./interactions.ts";
import { isObject } from "./json.ts";
import type { JsonObject } from "./json.ts";
import { validateView } from "./validate-view.ts";
import { renewedView, storedView } from "./view-methods.ts";
import type { StoredView, Workspace } from "./workspace.ts";

export type SubmitInput = { user: string; values?: EnteredValues };
/** `outcome` is what the person sees then; 'trouble' is Slack's "We had some trouble connecting". */
export type Submitted = Interaction & {
  outcome: "closed" | "errors" | "updated" | "pushed" | "cleared" | "trouble";
  errors?: Record<string, string>;
};

/** What people do with the modal they see. */
export function createViewInteractions(workspace: Workspace, deliveries: Deliveries) {
  return {
    /** Submits the user's topmost modal. Throws where Slack's client would not let them press the button. */
    async submit(input: SubmitInput): Promise<Submitted> {
      const user = personOf(workspace, input.user);
      const view = topmost(workspace, user.id);
      if (!view.submit) throw new Error(`The modal of ${user.id} has no submit button`);
      const chosen = chosenBy(workspace, `${user.id}:${view.id}`);
      if (input.values) enter(view.blocks, chosen, input.values);
      const values = stateValues(view.blocks, chosen);
      refuseIncomplete(view, values);
      const payload = {
        type: "view_submission",
        ...common(workspace, user),
        trigger_id: newTrigger(workspace, user.id, true),
        response_urls: [],
        view: { ...view, state: { values } },
      };
      const answer = await deliveries.interact({ payload: JSON.stringify(payload) });
      const outcome = follow(workspace, user.id, view, answer);
      workspace.changed();
      return { ...answer, ...outcome };
    },

    /** Closes the topmost modal; the app hears of it only when it asked to. */
    async closeView(input: { user: string }): Promise<Interaction | undefined> {
      const user = personOf(workspace, input.user);
      const view = topmost(workspace, user.id);
      workspace.modals.get(user.id)?.pop();
      if (view.notify_on_close !== true) return undefined;
      const values = stateValues(view.blocks, chosenBy(workspace, `${user.id}:${view.id}`));
      return deliveries.interact({
        payload: JSON.stringify({
          type: "view_closed",
          ...common(workspace, user),
          view: { ...view, state: { values } },
          is_cleared: false,
        }),
      });
    },
  };
}

function topmost(workspace: Workspace, user: string): StoredView {
  const view = workspace.modals.get(user)?.at(-1);
  if (!view) throw new Error(`${user} has no modal open`);
  return view;
}

function refuseIncomplete(view: StoredView, values: JsonObject): void {
  for (const { block, element } of controlsIn(view.blocks)) {
    if (block.type !== "input") continue;
    const state = (values[String(block.block_id)] as JsonObject)[String(element.action_id)] as JsonObject;
    const [, entered] = Object.entries(state).find(([name]) => name !== "type") ?? [];
    const isMissing = entered === null || entered === undefined || (Array.isArray(entered) && entered.length === 0);
    if (isMissing && block.optional !== true) throw new Error(`Slack does not submit: ${String(block.block_id)} is required and empty`);
    if (typeof entered !== "string") continue;
    const [least, most] = [Number(element.min_length ?? 0), Number(element.max_length ?? Infinity)];
    if (entered.length < least || entered.length > most)
      throw new Error(`Slack does not submit: ${String(block.block_id)} takes ${least} to ${most} characters`);
  }
}

function follow(workspace: Workspace, user: string, view: StoredView, answer: Interaction): Omit<Submitted, "status" | "body"> {
  const reply = replyOf(answer);
  const stack = workspace.modals.get(user) ?? [];
  if (!reply) return { outcome: "trouble" };
  switch (reply.response_action) {
    case undefined:
      stack.pop();
      return { outcome: "closed" };
    case "clear":
      workspace.modals.set(user, []);
      return { outcome: "cleared" };
    case "errors": {
      const inputs = view.blocks.filter((block) => block.type === "input").map((block) => block.block_id);
      const isShown =
        isObject(reply.errors) &&
        Object.keys(reply.errors).length > 0 &&
        Object.keys(reply.errors).every((blockId) => inputs.includes(blockId));
      return isShown ? { outcome: "errors", errors: reply.errors as Record<string, string> } : { outcome: "trouble" };
    }
    case "update":
    case "push": {
      const isPush = reply.response_action === "push";
      if (validateView(reply.view, "modal").length > 0 || (isPush && stack.length >= 3)) return { outcome: "trouble" };
      if (isPush) stack.push(storedView(workspace, reply.view as JsonObject, view));
      else stack[stack.length - 1] = renewedView(workspace, reply.view as JsonObject, view);
      return { outcome: isPush ? "pushed" : "updated" };
    }
    default:
      return { outcome: "trouble" };
  }
}

function replyOf(answer: Interaction): JsonObject | undefined {
  if (answer.status !== 200) return undefined;
  if (answer.body === "") return {};
  try {
    const reply: unknown = JSON.parse(answer.body);
    return isObject(reply) ? reply : undefined;
  } catch {
    return undefined;
  }
}
