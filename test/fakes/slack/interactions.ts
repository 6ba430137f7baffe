import { fieldsOf, enter, stateValues } from "./control-values.ts";
import type { ChosenValues, Entered, EnteredValues } from "./control-values.ts";
import { findControl } from "./controls.ts";
import type { ControlQuery, Found } from "./controls.ts";
import type { Deliveries } from "./deliveries.ts";
import type { JsonObject } from "./json.ts";
import { presentMessage } from "./presenters.ts";
import { makeResponseUrl } from "./response-urls.ts";
import type { Ephemeral, FakeUser, StoredMessage, StoredView, Workspace } from "./workspace.ts";

export type ClickInput = ControlQuery & {
  user: string;
  /** For a message, its channel and ts; for the App Home or the user's topmost modal, `on`. */
  channel?: string;
  messageTs?: string;
  on?: "home" | "modal";
  /** What is chosen in the clicked select, radio, checkbox, menu or date control. */
  selected?: Entered;
  /** What the person filled in on the same message or view before, without anything being sent. */
  values?: EnteredValues;
};
export type Interaction = { status: number; body: string };

type Surface = { blocks?: JsonObject[]; key: string; threadTs?: string; payload: JsonObject; fromModal: boolean };

/** What people do with controls. */
export function createInteractions(workspace: Workspace, deliveries: Deliveries) {
  return {
    /** A signed block_actions for a control that is really there (throws otherwise). Status 0 when no answer came in time. */
    async click(input: ClickInput): Promise<Interaction> {
      const user = personOf(workspace, input.user);
      const surface = input.on ? viewSurface(workspace, user, input.on) : messageSurface(workspace, user, input);
      const chosen = chosenBy(workspace, surface.key);
      if (input.values) enter(surface.blocks, chosen, input.values);
      const found = findControl(surface.blocks, input);
      if (found.block.type === "input" && found.block.dispatch_action !== true)
        throw new Error(
          `Block ${String(found.block.block_id)} sends nothing by itself: give its value in \`values\` of a click on a button`,
        );
      const action = actionOf(workspace, found, input.selected ?? found.menuItem, chosen);
      const payload = {
        type: "block_actions",
        ...common(workspace, user),
        ...surface.payload,
        trigger_id: newTrigger(workspace, user.id, surface.fromModal),
        state: { values: stateValues(surface.blocks, chosen) },
        actions: [action],
      };
      return deliveries.interact({ payload: JSON.stringify(withView(payload)) });
    },

    /** The message shortcut `callbackId` on a message that the user sees. */
    async shortcut(input: { user: string; channel: string; messageTs: string; callbackId: string }): Promise<Interaction> {
      const user = personOf(workspace, input.user);
      const message = workspace.find(input.channel, input.messageTs);
      if (!message) throw new Error(`No message ${input.messageTs} in ${input.channel}`);
      const from = {
        channel: input.channel,
        messageTs: input.messageTs,
        user: user.id,
        isEphemeral: false,
        threadTs: message.threadTs,
      };
      const payload = {
        type: "message_action",
        callback_id: input.callbackId,
        ...common(workspace, user),
        trigger_id: newTrigger(workspace, user.id, false),
        action_ts: workspace.nextTs(input.channel),
        message_ts: input.messageTs,
        channel: channelOf(workspace, input.channel),
        message: presentMessage(workspace, message),
        response_url: makeResponseUrl(workspace, from),
      };
      return deliveries.interact({ payload: JSON.stringify(payload) });
    },

    /** A slash command typed in a channel; `command` with its slash. */
    async command(input: { user: string; channel: string; command: string; text?: string }): Promise<Interaction> {
      const user = personOf(workspace, input.user);
      const { teamId, domain, appId } = workspace.identity;
      const channel = channelOf(workspace, input.channel);
      return deliveries.interact({
        token: "verification-token",
        team_id: teamId,
        team_domain: domain,
        channel_id: channel.id,
        channel_name: channel.name,
        user_id: user.id,
        user_name: user.name,
        command: input.command,
        text: input.text ?? "",
        api_app_id: appId,
        is_enterprise_install: "false",
        trigger_id: newTrigger(workspace, user.id, false),
        response_url: makeResponseUrl(workspace, {
          channel: input.channel,
          messageTs: "",
          user: user.id,
          isEphemeral: true,
        }),
      });
    },
  };
}

export function newTrigger(workspace: Workspace, user: string, fromModal: boolean): string {
  const id = `${workspace.nextId("")}.${workspace.nextId("")}`;
  workspace.triggers.set(id, { id, user, at: workspace.now(), used: false, fromModal });
  return id;
}

export function common(workspace: Workspace, user: FakeUser): JsonObject {
  const { teamId, domain, appId } = workspace.identity;
  return {
    user: { id: user.id, username: user.name, name: user.name, team_id: user.teamId },
    api_app_id: appId,
    token: "verification-token",
    team: { id: teamId, domain },
    enterprise: null,
    is_enterprise_install: false,
  };
}

export function personOf(workspace: Workspace, id: string): FakeUser {
  const user = workspace.users.get(id);
  if (!user) throw new Error(`No user ${id}: addUser first`);
  return user;
}

/** What the user entered on one message or view so far; kept per user, as each has their own client. */
export function chosenBy(workspace: Workspace, key: string): ChosenValues {
  const chosen = workspace.chosen.get(key) ?? {};
  workspace.chosen.set(key, chosen);
  return chosen;
}

function viewSurface(workspace: Workspace, user: FakeUser, on: "home" | "modal"): Surface {
  const view: StoredView | undefined = on === "home" ? workspace.homes.get(user.id) : workspace.modals.get(user.id)?.at(-1);
  if (!view) throw new Error(`${user.id} sees no ${on}`);
  return {
    blocks: view.blocks,
    key: `${user.id}:${view.id}`,
    payload: { container: { type: "view", view_id: view.id }, view },
    fromModal: on === "modal",
  };
}

function messageSurface(workspace: Workspace, user: FakeUser, input: ClickInput): Surface {
  const { channel = "", messageTs = "" } = input;
  const members = workspace.channels.get(channel)?.members ?? [];
  if (!members.includes(user.id) && workspace.channels.get(channel)?.kind !== "public")
    throw new Error(`${user.id} does not see ${channel}`);
  const message = workspace.find(channel, messageTs);
  const ephemeral = workspace.ephemerals.find(
    (shown) => shown.channel === channel && shown.ts === messageTs && shown.user === user.id && !shown.deleted,
  );
  const target: StoredMessage | Ephemeral | undefined = message ?? ephemeral;
  if (!target) throw new Error(`${user.id} sees no message ${messageTs} in ${channel}`);
  const isEphemeral = !message;
  const container = {
    type: "message",
    message_ts: messageTs,
    channel_id: channel,
    is_ephemeral: isEphemeral,
    ...(target.threadTs ? { thread_ts: target.threadTs } : {}),
  };
  const responseUrl = makeResponseUrl(workspace, {
    channel,
    messageTs,
    user: user.id,
    isEphemeral,
    threadTs: target.threadTs,
  });
  const payload: JsonObject = { container, channel: channelOf(workspace, channel), response_url: responseUrl };
  if (message) payload.message = presentMessage(workspace, message);
  return {
    blocks: target.blocks,
    key: `${user.id}:${channel}:${messageTs}`,
    threadTs: target.threadTs,
    payload,
    fromModal: false,
  };
}

function channelOf(workspace: Workspace, id: string): { id: string; name: string } {
  const channel = workspace.channels.get(id);
  if (!channel) throw new Error(`No channel ${id}: addChannel first`);
  return {
    id,
    name: { public: channel.name, private: "privategroup", mpim: "privategroup", im: "directmessage" }[channel.kind],
  };
}

function actionOf(workspace: Workspace, { block, element }: Found, selected: Entered | undefined, chosen: ChosenValues): JsonObject {
  const base = {
    type: element.type,
    action_id: element.action_id,
    block_id: block.block_id,
    action_ts: workspace.nextTs("actions"),
  };
  if (["button", "icon_button", "feedback_buttons", "workflow_button"].includes(String(element.type)))
    return { ...base, text: element.text, value: element.value, style: element.style };
  if (selected === undefined) throw new Error(`A click on a ${String(element.type)} needs \`selected\``);
  const fields = fieldsOf(element, selected);
  if (element.type !== "overflow")
    chosen[String(block.block_id)] = { ...chosen[String(block.block_id)], [String(element.action_id)]: selected };
  return { ...base, ...fields, placeholder: element.placeholder };
}

/** In a view the state is a part of the view. */
function withView(payload: JsonObject): JsonObject {
  if (!payload.view) return payload;
  return { ...payload, view: { ...(payload.view as JsonObject), state: payload.state } };
}
