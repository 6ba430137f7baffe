import { ApiRefusal } from "./api-arguments.ts";
import type { Arguments } from "./api-arguments.ts";
import { joinedChannel, page, visibleChannel } from "./api-method.ts";
import type { ApiMethod, ApiMethods } from "./api-method.ts";
import type { JsonObject } from "./json.ts";
import { openDirect } from "./open-direct.ts";
import { presentChannel, presentMessage } from "./presenters.ts";
import { microsecondsOf } from "./workspace.ts";
import type { StoredMessage, Workspace } from "./workspace.ts";

const open: ApiMethod = ({ args, workspace }) => {
  const known = args.text("channel");
  const channel = known
    ? visibleChannel(workspace, known)
    : openDirect(
        workspace,
        args
          .needed("users")
          .split(",")
          .map((id) => id.trim()),
      );
  return { channel: args.flag("return_im") ? presentChannel(workspace, channel) : { id: channel.id } };
};

const info: ApiMethod = ({ args, workspace }) => ({
  channel: presentChannel(workspace, visibleChannel(workspace, args.needed("channel"))),
});

const members: ApiMethod = ({ args, workspace }) => {
  const found = page(visibleChannel(workspace, args.needed("channel")).members, args, 100, 1000);
  return { members: found.entries, response_metadata: { next_cursor: found.nextCursor } };
};

const list: ApiMethod = ({ args, workspace }) => {
  const kinds = { public: "public_channel", private: "private_channel", im: "im", mpim: "mpim" };
  const types = (args.text("types") ?? "public_channel").split(",").map((type) => type.trim());
  const seen = [...workspace.channels.values()].filter((channel) => types.includes(kinds[channel.kind]));
  const known = seen.filter((channel) => channel.kind === "public" || channel.members.includes(workspace.identity.botUserId));
  const found = page(
    known.filter((channel) => !args.flag("exclude_archived") || !channel.isArchived),
    args,
    100,
    1000,
  );
  return {
    channels: found.entries.map((channel) => presentChannel(workspace, channel)),
    response_metadata: { next_cursor: found.nextCursor },
  };
};

/** A page of a thread: the OLDEST first, the parent at the head of the first page whatever the bounds. */
const replies: ApiMethod = ({ args, workspace }) => {
  const channel = joinedChannel(workspace, args.needed("channel"));
  const ts = args.needed("ts");
  const named = workspace.find(channel.id, ts);
  const rootTs = named?.threadTs ?? ts;
  const root = named && !named.threadTs ? named : workspace.find(channel.id, rootTs);
  const all = workspace.repliesTo(channel.id, rootTs);
  if (!root && all.length === 0) throw new ApiRefusal("thread_not_found");
  const head = root ? shown(workspace, root, args) : tombstone(channel.id, rootTs);
  const entries = [head, ...all.filter(within(args)).map((message) => shown(workspace, message, args))];
  const found = page(entries, args, 1000, 1000);
  return {
    messages: found.entries,
    has_more: found.nextCursor !== "",
    response_metadata: { next_cursor: found.nextCursor },
  };
};

/** A page of what stands at channel root: the newest first. */
const history: ApiMethod = ({ args, workspace }) => {
  const channel = joinedChannel(workspace, args.needed("channel"));
  const all = workspace.messages.filter(
    (message) => message.channel === channel.id && !message.deleted && (!message.threadTs || message.subtype === "thread_broadcast"),
  );
  const found = page(all.filter(within(args)).toReversed(), args, 100, 999);
  const messages = found.entries.map((message) => shown(workspace, message, args));
  return {
    messages,
    has_more: found.nextCursor !== "",
    pin_count: 0,
    response_metadata: { next_cursor: found.nextCursor },
  };
};

export const conversationMethods: ApiMethods = {
  "conversations.open": open,
  "conversations.info": info,
  "conversations.members": members,
  "conversations.list": list,
  "conversations.replies": replies,
  "conversations.history": history,
};

function shown(workspace: Workspace, message: StoredMessage, args: Arguments): JsonObject {
  return presentMessage(workspace, message, args.flag("include_all_metadata"));
}

/** What stays of a deleted parent that has replies. */
function tombstone(channel: string, ts: string): JsonObject {
  return {
    type: "message",
    subtype: "tombstone",
    user: "USLACKBOT",
    hidden: true,
    text: "This message was deleted.",
    ts,
    thread_ts: ts,
    channel,
  };
}

function within(args: Arguments): (message: StoredMessage) => boolean {
  const oldest = bound(args.text("oldest"), "invalid_ts_oldest");
  const latest = bound(args.text("latest"), "invalid_ts_latest");
  const inclusive = args.flag("inclusive");
  return (message) => {
    const at = microsecondsOf(message.ts)!;
    const isLate = oldest === undefined || at > oldest || (inclusive && at === oldest);
    return isLate && (latest === undefined || at < latest || (inclusive && at === latest));
  };
}

function bound(given: string | undefined, refusal: string): bigint | undefined {
  if (given === undefined || given === "") return undefined;
  const at = microsecondsOf(given);
  if (at === undefined) throw new ApiRefusal(refusal);
  return at;
}
