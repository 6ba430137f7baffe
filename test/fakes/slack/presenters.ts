import { copyOf } from "./json.ts";
import type { JsonObject } from "./json.ts";
import type { FakeChannel, FakeUser, StoredFile, StoredMessage, Workspace } from "./workspace.ts";

/** A message as the Web API and interaction payloads show it; `metadata` only where it was asked for. */
export function presentMessage(workspace: Workspace, message: StoredMessage, withMetadata = false): JsonObject {
  return copyOf({
    type: "message",
    subtype: message.subtype,
    user: message.user,
    ts: message.ts,
    client_msg_id: message.clientMsgId,
    text: message.text,
    team: message.teamId,
    bot_id: message.botId,
    app_id: message.appId,
    bot_profile: message.appId ? botProfile(workspace) : undefined,
    blocks: message.blocks,
    attachments: message.attachments,
    files: message.files?.map((file) => presentFile(workspace, file)),
    edited: message.edited,
    metadata: withMetadata ? message.metadata : undefined,
    reactions:
      message.reactions.length > 0 ? message.reactions.map((reaction) => ({ ...reaction, count: reaction.users.length })) : undefined,
    ...threadFields(workspace, message),
  });
}

function threadFields(workspace: Workspace, message: StoredMessage): JsonObject {
  if (message.threadTs) {
    const root = workspace.find(message.channel, message.threadTs);
    return { thread_ts: message.threadTs, parent_user_id: root?.user };
  }
  const replies = workspace.repliesTo(message.channel, message.ts);
  const latest = replies.at(-1);
  if (!latest) return {};
  const users = [...new Set(replies.map((reply) => reply.user))];
  return {
    thread_ts: message.ts,
    reply_count: replies.length,
    reply_users: users,
    reply_users_count: users.length,
    latest_reply: latest.ts,
  };
}

function botProfile(workspace: Workspace): JsonObject {
  const { botId, appId, teamId } = workspace.identity;
  return { id: botId, app_id: appId, name: "junior", deleted: false, team_id: teamId };
}

/** Of somebody deactivated Slack leaves out what they may do and where they are. */
export function presentUser(user: FakeUser): JsonObject {
  const { isDeleted } = user;
  return copyOf({
    id: user.id,
    team_id: user.teamId,
    name: user.name,
    real_name: user.realName,
    deleted: isDeleted,
    updated: user.updated,
    tz: isDeleted ? undefined : user.tz,
    is_bot: user.isBot,
    is_restricted: isDeleted ? undefined : user.isRestricted,
    is_ultra_restricted: isDeleted ? undefined : false,
    is_stranger: user.isStranger || undefined,
    is_admin: isDeleted ? undefined : false,
    is_app_user: false,
    profile: {
      real_name: user.realName,
      display_name: user.name,
      email: user.email,
      team: user.teamId,
      bot_id: user.botId,
    },
  });
}

export function presentChannel(workspace: Workspace, channel: FakeChannel): JsonObject {
  const { botUserId, teamId } = workspace.identity;
  const isShared = isExternallyShared(workspace, channel);
  const base = {
    id: channel.id,
    created: 1_700_000_000,
    is_archived: channel.isArchived,
    is_im: channel.kind === "im",
    is_mpim: channel.kind === "mpim",
    context_team_id: teamId,
  };
  if (channel.kind === "im")
    return {
      ...base,
      user: channel.members.find((member) => member !== botUserId) ?? botUserId,
      is_user_deleted: false,
    };
  return {
    ...base,
    name: channel.name,
    name_normalized: channel.name,
    is_channel: channel.kind === "public",
    is_group: channel.kind === "private",
    is_private: channel.kind !== "public",
    is_member: channel.members.includes(botUserId),
    is_shared: isShared,
    is_ext_shared: isShared,
    num_members: channel.members.length,
  };
}

export function isExternallyShared(workspace: Workspace, channel: FakeChannel | undefined): boolean {
  return channel?.members.some((member) => workspace.users.get(member)?.isStranger) ?? false;
}

export function presentFile(workspace: Workspace, file: StoredFile): JsonObject {
  const url = `${workspace.origin}/files/${file.id}/${encodeURIComponent(file.name)}`;
  return {
    id: file.id,
    name: file.name,
    title: file.title ?? file.name,
    mimetype: file.mimetype,
    filetype: file.name.split(".").at(-1) ?? "binary",
    size: file.content.length,
    user: file.user,
    mode: "hosted",
    is_external: false,
    is_public: false,
    file_access: "visible",
    url_private: url,
    url_private_download: `${url}?download=1`,
    shares: sharesOf(workspace, file),
  };
}

/** The posts that show a file, by the kind of their channel, then the channel. */
function sharesOf(workspace: Workspace, file: StoredFile): JsonObject {
  const shares: { public: Record<string, JsonObject[]>; private: Record<string, JsonObject[]> } = { public: {}, private: {} };
  for (const message of workspace.messages) {
    if (message.deleted || !message.files?.some(({ id }) => id === file.id)) continue;
    const kind = workspace.channels.get(message.channel)?.kind === "public" ? "public" : "private";
    (shares[kind][message.channel] ??= []).push(copyOf({ ts: message.ts, thread_ts: message.threadTs }));
  }
  return shares;
}
