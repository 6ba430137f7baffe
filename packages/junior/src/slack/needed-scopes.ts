/** What the app must be allowed, each with what uses it. The manifests in `docs/` ask for these and no more. */
export const neededScopes = {
  "app_mentions:read": "hears mentions",
  "assistant:write": "shows that it works",
  "channels:history": "hears and reads back threads of public channels",
  "channels:read": "tells public channels from private ones",
  "chat:write": "answers",
  commands: "/junior",
  "files:read": "reads files of messages",
  "files:write": "uploads files",
  "groups:history": "hears and reads back threads of private channels",
  "groups:read": "tells public channels from private ones",
  "im:history": "hears DMs",
  "im:read": "tells public channels from private ones",
  "im:write": "opens a DM with whom it asks",
  "mpim:history": "hears DMs of several people",
  "mpim:read": "tells public channels from private ones",
  "reactions:write": "reacts",
  "users:read": "knows names, and who is a guest",
} as const;

/** What the app subscribes to; anything else that comes is acknowledged and forgotten. */
export const neededEvents = [
  "app_mention",
  "member_left_channel",
  "message.channels",
  "message.groups",
  "message.im",
  "message.mpim",
  "user_change",
] as const;

/** Which of the needed scopes a token lacks, by what Slack says of it; none where Slack does not say. */
export function missingScopes(granted: readonly string[] | undefined): string[] {
  return granted === undefined ? [] : Object.keys(neededScopes).filter((scope) => !granted.includes(scope));
}
