import { ApiRefusal } from "./api-arguments.ts";
import type { Arguments } from "./api-arguments.ts";
import type { Deliveries } from "./deliveries.ts";
import type { JsonObject } from "./json.ts";
import type { FakeChannel, StoredMessage, Workspace } from "./workspace.ts";

/** One Web API method: answers what joins `{ok: true}`, or throws ApiRefusal. */
export type ApiMethod = (call: { args: Arguments; workspace: Workspace; deliveries: Deliveries }) => JsonObject;
export type ApiMethods = Record<string, ApiMethod>;

/** A channel the bot may know of: what is private and not its own does not exist for it. */
export function visibleChannel(workspace: Workspace, id: string | undefined): FakeChannel {
  const channel = workspace.channels.get(id ?? "");
  if (!channel || (channel.kind !== "public" && !channel.members.includes(workspace.identity.botUserId)))
    throw new ApiRefusal("channel_not_found");
  return channel;
}

export function joinedChannel(workspace: Workspace, id: string | undefined): FakeChannel {
  const channel = visibleChannel(workspace, id);
  if (!channel.members.includes(workspace.identity.botUserId)) throw new ApiRefusal("not_in_channel");
  return channel;
}

export function storedMessage(workspace: Workspace, channel: string, ts: string | undefined): StoredMessage {
  const message = workspace.find(channel, ts ?? "");
  if (!message) throw new ApiRefusal("message_not_found");
  return message;
}

/** One page of a list; the cursor is the opaque place of the next entry. */
export function page<T>(entries: T[], args: Arguments, byDefault: number, most: number): { entries: T[]; nextCursor: string } {
  const limit = args.count("limit", byDefault, most);
  const cursor = args.text("cursor");
  const decoded = cursor ? /^next:(\d+)$/.exec(Buffer.from(cursor, "base64").toString()) : null;
  if (cursor && !decoded) throw new ApiRefusal("invalid_cursor");
  const from = Number(decoded?.[1] ?? 0);
  const hasMore = entries.length > from + limit;
  return {
    entries: entries.slice(from, from + limit),
    nextCursor: hasMore ? Buffer.from(`next:${from + limit}`).toString("base64") : "",
  };
}
