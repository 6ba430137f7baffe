import { ApiRefusal } from "./api-arguments.ts";
import { joinedChannel, storedMessage } from "./api-method.ts";
import type { ApiMethod, ApiMethods } from "./api-method.ts";
import type { Deliveries } from "./deliveries.ts";
import type { StoredMessage, Workspace } from "./workspace.ts";

/** A status stands for two minutes, or until the app posts in the thread. */
const STATUS_LIFE_MS = 120_000;
const MOST_LOADING_MESSAGES = 10;

const addReaction: ApiMethod = ({ args, workspace, deliveries }) => {
  const message = target(workspace, args.needed("channel"), args.needed("timestamp"));
  const name = args.needed("name");
  if (!/^[a-z0-9_+'-]+(::skin-tone-[2-6])?$/.test(name)) throw new ApiRefusal("invalid_name");
  const reaction = message.reactions.find((known) => known.name === name);
  if (reaction?.users.includes(workspace.identity.botUserId)) throw new ApiRefusal("already_reacted");
  if (reaction) reaction.users.push(workspace.identity.botUserId);
  else message.reactions.push({ name, users: [workspace.identity.botUserId] });
  tell(workspace, deliveries, message, "reaction_added", name);
  return {};
};

const removeReaction: ApiMethod = ({ args, workspace, deliveries }) => {
  const message = target(workspace, args.needed("channel"), args.needed("timestamp"));
  const name = args.needed("name");
  const reaction = message.reactions.find((known) => known.name === name);
  if (!reaction?.users.includes(workspace.identity.botUserId)) throw new ApiRefusal("no_reaction");
  reaction.users = reaction.users.filter((user) => user !== workspace.identity.botUserId);
  message.reactions = message.reactions.filter((known) => known.users.length > 0);
  tell(workspace, deliveries, message, "reaction_removed", name);
  return {};
};

const setStatus: ApiMethod = ({ args, workspace }) => {
  const channel = joinedChannel(workspace, args.needed("channel_id"));
  const threadTs = args.needed("thread_ts");
  if (!workspace.find(channel.id, threadTs)) throw new ApiRefusal("invalid_thread_ts");
  const given = args.json("loading_messages", "invalid_arguments");
  const loadingMessages = Array.isArray(given) ? given.map(String) : [];
  if (loadingMessages.length > MOST_LOADING_MESSAGES) throw new ApiRefusal("invalid_arguments");
  const status = args.text("status") ?? "";
  if (status === "") workspace.statuses.delete(`${channel.id}:${threadTs}`);
  else workspace.statuses.set(`${channel.id}:${threadTs}`, { status, loadingMessages, at: workspace.now() });
  workspace.changed();
  return {};
};

export const threadMethods: ApiMethods = {
  "reactions.add": addReaction,
  "reactions.remove": removeReaction,
  "assistant.threads.setStatus": setStatus,
};

/** The status people see in a thread now, undefined when none. */
export function statusIn(workspace: Workspace, channel: string, threadTs: string): string | undefined {
  const status = workspace.statuses.get(`${channel}:${threadTs}`);
  return status && workspace.now() - status.at < STATUS_LIFE_MS ? status.status : undefined;
}

function target(workspace: Workspace, channelId: string, ts: string): StoredMessage {
  return storedMessage(workspace, joinedChannel(workspace, channelId).id, ts);
}

function tell(workspace: Workspace, deliveries: Deliveries, message: StoredMessage, type: string, reaction: string): void {
  const item = { type: "message", channel: message.channel, ts: message.ts };
  deliveries.echo({
    type,
    user: workspace.identity.botUserId,
    reaction,
    item,
    item_user: message.user,
    event_ts: workspace.nextTs(message.channel),
  });
  workspace.changed();
}
