import { copyOf } from "./json.ts";
import type { JsonObject } from "./json.ts";
import { isExternallyShared, presentMessage, presentUser } from "./presenters.ts";
import type { FakeChannel, FakeUser, StoredMessage, Workspace } from "./workspace.ts";

const CHANNEL_TYPES = { public: "channel", private: "group", im: "im", mpim: "mpim" };

/** The envelope around an event; what `given` already holds wins. */
export function envelopeOf(workspace: Workspace, event: JsonObject, given: JsonObject = {}): JsonObject {
  const { teamId, appId, botUserId } = workspace.identity;
  const item = event.item as JsonObject | undefined;
  const channel = workspace.channels.get(String(event.channel ?? item?.channel ?? ""));
  return {
    token: "verification-token",
    team_id: teamId,
    context_team_id: teamId,
    context_enterprise_id: null,
    api_app_id: appId,
    type: "event_callback",
    event_id: workspace.nextId("Ev"),
    event_time: Math.floor(workspace.now() / 1000),
    is_ext_shared_channel: isExternallyShared(workspace, channel),
    event_context: workspace.nextId("4-"),
    authorizations: [{ enterprise_id: null, team_id: teamId, user_id: botUserId, is_bot: true, is_enterprise_install: false }],
    ...given,
    event,
  };
}

export function messageEvent(workspace: Workspace, message: StoredMessage): JsonObject {
  const channel = workspace.channels.get(message.channel);
  return {
    ...presentMessage(workspace, message),
    ...strangerFields(workspace, message),
    channel: message.channel,
    event_ts: message.ts,
    channel_type: channel ? CHANNEL_TYPES[channel.kind] : undefined,
  };
}

/** The twin of a message that mentions the app: the same message, another type, no channel_type. */
export function mentionEvent(workspace: Workspace, message: StoredMessage): JsonObject {
  const { channel_type: _, subtype: __, ...event } = messageEvent(workspace, message);
  return { ...event, type: "app_mention" };
}

/** An edit, an unfurl, a reply counter or the app's own update: no user at the top. */
export function changedEvent(workspace: Workspace, message: StoredMessage, previous: JsonObject): JsonObject {
  return {
    ...metaEvent(workspace, message.channel, "message_changed"),
    message: presentMessage(workspace, message),
    previous_message: previous,
  };
}

export function deletedEvent(workspace: Workspace, channel: string, previous: JsonObject): JsonObject {
  return { ...metaEvent(workspace, channel, "message_deleted"), deleted_ts: previous.ts, previous_message: previous };
}

export function userChangedEvent(workspace: Workspace, user: FakeUser): JsonObject {
  return { type: "user_change", user: presentUser(user), cache_ts: user.updated, event_ts: workspace.nextTs("users") };
}

export function memberLeftEvent(workspace: Workspace, channel: FakeChannel, user: string): JsonObject {
  const { teamId } = workspace.identity;
  const channelType = channel.id.startsWith("G") || channel.kind === "private" ? "G" : "C";
  return {
    type: "member_left_channel",
    user,
    channel: channel.id,
    channel_type: channelType,
    team: teamId,
    event_ts: workspace.nextTs(channel.id),
  };
}

/** The note in the channel: its channel_type is already the new one. */
export function madePrivateEvent(workspace: Workspace, channel: FakeChannel, user: string): JsonObject {
  const { hidden: _, ...note } = metaEvent(workspace, channel.id, "channel_convert_to_private");
  return { ...note, user, text: "made this channel *private*. Now, it can only be viewed or joined by invitation." };
}

function metaEvent(workspace: Workspace, channelId: string, subtype: string): JsonObject {
  const channel: FakeChannel | undefined = workspace.channels.get(channelId);
  const ts = workspace.nextTs(channelId);
  return {
    type: "message",
    subtype,
    hidden: true,
    channel: channelId,
    ts,
    event_ts: ts,
    channel_type: channel ? CHANNEL_TYPES[channel.kind] : undefined,
  };
}

function strangerFields(workspace: Workspace, message: StoredMessage): JsonObject {
  const author = workspace.users.get(message.user);
  if (!author?.isStranger) return {};
  return {
    user_team: author.teamId,
    source_team: author.teamId,
    user_profile: { name: author.name, real_name: author.realName, team: author.teamId },
  };
}

/** Whether Slack would tell the app about this channel at all: only where its bot is a member. */
export function isHeard(workspace: Workspace, channelId: string): boolean {
  return workspace.channels.get(channelId)?.members.includes(workspace.identity.botUserId) ?? false;
}

export function snapshot(workspace: Workspace, message: StoredMessage): JsonObject {
  return copyOf(presentMessage(workspace, message));
}
