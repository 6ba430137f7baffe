import { ApiRefusal } from "./api-arguments.ts";
import type { Arguments } from "./api-arguments.ts";
import type { ApiMethod, ApiMethods } from "./api-method.ts";
import { objectsIn } from "./json.ts";
import type { JsonObject } from "./json.ts";
import { storedBlocks } from "./store-message.ts";
import { validateView } from "./validate-view.ts";
import type { StoredView, Trigger, Workspace } from "./workspace.ts";

const TRIGGER_LIFE_MS = 3000;
const DEEPEST_STACK = 3;

const open: ApiMethod = ({ args, workspace }) => {
  const trigger = spend(workspace, args);
  const view = storedView(workspace, sentView(args, "modal"));
  workspace.modals.set(trigger.user, [view]);
  workspace.changed();
  return { view };
};

const push: ApiMethod = ({ args, workspace }) => {
  const trigger = spend(workspace, args);
  const stack = workspace.modals.get(trigger.user) ?? [];
  if (stack.length === 0 || !trigger.fromModal) throw new ApiRefusal("invalid_trigger_id");
  if (stack.length >= DEEPEST_STACK) throw new ApiRefusal("push_limit_reached");
  const view = storedView(workspace, sentView(args, "modal"), stack.at(-1));
  stack.push(view);
  workspace.changed();
  return { view };
};

const update: ApiMethod = ({ args, workspace }) => {
  const [id, externalId] = [args.text("view_id"), args.text("external_id")];
  const stacks = [...workspace.modals.values()];
  const stack = stacks.find((views) => views.some((view) => isNamed(view, id, externalId)));
  const index = stack?.findIndex((view) => isNamed(view, id, externalId)) ?? -1;
  const current = stack?.[index];
  if (!stack || !current) throw new ApiRefusal("not_found");
  if (args.text("hash") && args.text("hash") !== current.hash) throw new ApiRefusal("hash_conflict");
  const view = renewedView(workspace, sentView(args, "modal"), current);
  stack[index] = view;
  workspace.changed();
  return { view };
};

const publish: ApiMethod = ({ args, workspace }) => {
  const user = args.needed("user_id");
  if (!workspace.users.has(user)) throw new ApiRefusal("invalid_arguments");
  const current = workspace.homes.get(user);
  if (args.text("hash") && args.text("hash") !== current?.hash) throw new ApiRefusal("hash_conflict");
  const view = current ? renewedView(workspace, sentView(args, "home"), current) : storedView(workspace, sentView(args, "home"));
  workspace.homes.set(user, view);
  workspace.changed();
  return { view };
};

export const viewMethods: ApiMethods = {
  "views.open": open,
  "views.push": push,
  "views.update": update,
  "views.publish": publish,
};

export function storedView(workspace: Workspace, view: JsonObject, previous?: StoredView): StoredView {
  const { teamId, appId, botId } = workspace.identity;
  const id = workspace.nextId("V");
  return {
    private_metadata: "",
    callback_id: "",
    external_id: "",
    clear_on_close: false,
    notify_on_close: false,
    close: null,
    submit: null,
    ...view,
    blocks: storedBlocks(workspace, objectsIn(view.blocks)),
    id,
    team_id: teamId,
    app_id: appId,
    bot_id: botId,
    app_installed_team_id: teamId,
    hash: workspace.nextId(`${Math.floor(workspace.now() / 1000)}.`),
    root_view_id: previous?.root_view_id ?? id,
    previous_view_id: previous?.id ?? null,
  };
}

/** The same place in the stack with new content and a new hash. */
export function renewedView(workspace: Workspace, view: JsonObject, current: StoredView): StoredView {
  const { id, root_view_id, previous_view_id } = current;
  return { ...storedView(workspace, view), id, root_view_id, previous_view_id };
}

function isNamed(view: StoredView, id: string | undefined, externalId: string | undefined): boolean {
  return id ? view.id === id : Boolean(externalId) && view.external_id === externalId;
}

function sentView(args: Arguments, expected: "modal" | "home"): JsonObject {
  const view = args.json("view", "invalid_arguments");
  const faults = validateView(view, expected);
  if (faults.length > 0) throw new ApiRefusal("invalid_arguments", { response_metadata: { messages: faults } });
  return view as JsonObject;
}

/** A trigger works once and for three seconds, and is spent even if the view is then refused. */
function spend(workspace: Workspace, args: Arguments): Trigger {
  const trigger = workspace.triggers.get(args.needed("trigger_id"));
  if (!trigger) throw new ApiRefusal("invalid_trigger_id");
  if (trigger.used) throw new ApiRefusal("exchanged_trigger_id");
  trigger.used = true;
  if (workspace.now() - trigger.at > TRIGGER_LIFE_MS) throw new ApiRefusal("expired_trigger_id");
  return trigger;
}
