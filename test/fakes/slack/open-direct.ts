import { ApiRefusal } from "./api-arguments.ts";
import type { FakeChannel, Workspace } from "./workspace.ts";

/** The DM (one user) or group DM of the bot with these users, made when there is none yet. */
export function openDirect(workspace: Workspace, users: string[]): FakeChannel {
  if (users.length === 0) throw new ApiRefusal("no_users_supplied");
  for (const user of users) if (!workspace.users.has(user)) throw new ApiRefusal("user_not_found");
  const members = [...new Set([workspace.identity.botUserId, ...users])];
  const kind = members.length > 2 ? "mpim" : "im";
  const existing = [...workspace.channels.values()].find(
    (channel) =>
      channel.kind === kind && channel.members.length === members.length && members.every((member) => channel.members.includes(member)),
  );
  if (existing) return existing;
  const channel: FakeChannel = {
    id: workspace.nextId(kind === "im" ? "D" : "G"),
    name: kind === "im" ? "directmessage" : `mpdm-${users.join("--")}`,
    kind,
    members,
    isArchived: false,
  };
  workspace.channels.set(channel.id, channel);
  return channel;
}
