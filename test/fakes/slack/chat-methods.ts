import { ApiRefusal } from "./api-arguments.ts";
import { joinedChannel, storedMessage, visibleChannel } from "./api-method.ts";
import type { ApiMethod, ApiMethods } from "./api-method.ts";
import { lengthOf } from "./block-checks.ts";
import { changedEvent, deletedEvent, messageEvent, snapshot } from "./envelopes.ts";
import { contentOf, isEmpty, warningsOf } from "./message-content.ts";
import { openDirect } from "./open-direct.ts";
import { presentMessage } from "./presenters.ts";
import { storeMessage } from "./store-message.ts";
import { microsecondsOf } from "./workspace.ts";
import type { FakeChannel, StoredMessage, Workspace } from "./workspace.ts";

/** The limit of an updated text is on the method page of chat.update, and lower than that of a post (recalled). */
const MOST_UPDATED_TEXT = 4000;

const postMessage: ApiMethod = ({ args, workspace, deliveries }) => {
  const channel = postable(workspace, args.needed("channel"));
  const content = contentOf(workspace, args);
  if (isEmpty(content)) throw new ApiRefusal("no_text");
  const threadTs = rootOf(workspace, channel.id, args.text("thread_ts"));
  const { botUserId, botId, appId, teamId } = workspace.identity;
  const message = storeMessage(workspace, deliveries, {
    channel: channel.id,
    user: botUserId,
    teamId,
    botId,
    appId,
    text: content.text ?? "",
    blocks: content.blocks,
    attachments: content.attachments,
    metadata: content.metadata,
    threadTs,
    subtype: threadTs && args.flag("reply_broadcast") ? "thread_broadcast" : undefined,
  });
  deliveries.echo(messageEvent(workspace, message));
  return {
    channel: channel.id,
    ts: message.ts,
    message: presentMessage(workspace, message, true),
    ...warningsOf(content),
  };
};

const update: ApiMethod = ({ args, workspace, deliveries }) => {
  const channel = joinedChannel(workspace, args.needed("channel"));
  const message = ownMessage(workspace, channel, args.needed("ts"), "cant_update_message");
  const content = contentOf(workspace, args);
  if (content.text !== undefined && lengthOf(content.text) > MOST_UPDATED_TEXT) throw new ApiRefusal("msg_too_long");
  const isNothing = content.text === undefined && !content.blocks && !content.attachments && !content.metadata;
  if (isNothing || (content.text !== undefined && isEmpty(content))) throw new ApiRefusal("no_text");
  const previous = snapshot(workspace, message);
  // Text without blocks takes the old blocks away.
  if (content.text !== undefined || content.blocks !== undefined) message.blocks = content.blocks?.length ? content.blocks : undefined;
  if (content.attachments !== undefined) message.attachments = content.attachments.length > 0 ? content.attachments : undefined;
  message.text = content.text ?? message.text;
  message.metadata = content.metadata ?? message.metadata;
  message.edited = { user: workspace.identity.botId, ts: workspace.nextTs(channel.id) };
  workspace.changed();
  deliveries.echo(changedEvent(workspace, message, previous));
  return {
    channel: channel.id,
    ts: message.ts,
    text: message.text,
    message: presentMessage(workspace, message, true),
    ...warningsOf(content),
  };
};

const remove: ApiMethod = ({ args, workspace, deliveries }) => {
  const channel = joinedChannel(workspace, args.needed("channel"));
  const message = ownMessage(workspace, channel, args.needed("ts"), "cant_delete_message");
  const previous = snapshot(workspace, message);
  message.deleted = true;
  workspace.changed();
  deliveries.echo(deletedEvent(workspace, channel.id, previous));
  return { channel: channel.id, ts: message.ts };
};

const postEphemeral: ApiMethod = ({ args, workspace }) => {
  const channel = postable(workspace, args.needed("channel"));
  const user = args.needed("user");
  if (!channel.members.includes(user)) throw new ApiRefusal("user_not_in_channel");
  const content = contentOf(workspace, args);
  if (isEmpty(content)) throw new ApiRefusal("no_text");
  const ts = workspace.nextTs(channel.id);
  workspace.ephemerals.push({
    ts,
    channel: channel.id,
    user,
    text: content.text ?? "",
    blocks: content.blocks,
    threadTs: args.text("thread_ts"),
    deleted: false,
  });
  workspace.changed();
  return { message_ts: ts };
};

const getPermalink: ApiMethod = ({ args, workspace }) => {
  const channel = visibleChannel(workspace, args.needed("channel"));
  const message = storedMessage(workspace, channel.id, args.needed("message_ts"));
  const thread = message.threadTs ? `?thread_ts=${message.threadTs}&cid=${channel.id}` : "";
  return {
    channel: channel.id,
    permalink: `https://${workspace.identity.domain}.slack.com/archives/${channel.id}/p${message.ts.replace(".", "")}${thread}`,
  };
};

export const chatMethods: ApiMethods = {
  "chat.postMessage": postMessage,
  "chat.update": update,
  "chat.delete": remove,
  "chat.postEphemeral": postEphemeral,
  "chat.getPermalink": getPermalink,
};

/** A user id in place of a channel means the DM with that user. */
function postable(workspace: Workspace, id: string): FakeChannel {
  const channel = workspace.users.has(id) ? openDirect(workspace, [id]) : joinedChannel(workspace, id);
  if (channel.isArchived) throw new ApiRefusal("is_archived");
  return channel;
}

/** Under a parent that is gone, Slack posts at channel root without a word; under a reply, into the reply's thread. */
function rootOf(workspace: Workspace, channel: string, threadTs: string | undefined): string | undefined {
  if (!threadTs) return undefined;
  if (microsecondsOf(threadTs) === undefined) throw new ApiRefusal("invalid_thread_ts");
  const parent = workspace.find(channel, threadTs);
  return parent && (parent.threadTs ?? parent.ts);
}

function ownMessage(workspace: Workspace, channel: FakeChannel, ts: string, refusal: string): StoredMessage {
  const message = storedMessage(workspace, channel.id, ts);
  if (message.botId !== workspace.identity.botId) throw new ApiRefusal(refusal);
  return message;
}
