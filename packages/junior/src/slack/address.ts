/** The id under which a row of the deliveries remembers what stands in Slack: a post's ts, a file's id, or a reaction. */
export const reactionAddress = (ts: string, emoji: string): string => `reaction:${emoji}:${ts}`;

export type Address = { kind: "post"; ts: string } | { kind: "file"; id: string } | { kind: "reaction" } | { kind: "unknown" };

export function readAddress(id: string): Address {
  if (/^\d+\.\d+$/.test(id)) return { kind: "post", ts: id };
  if (/^F[A-Z0-9]+$/.test(id)) return { kind: "file", id };
  return id.startsWith("reaction:") ? { kind: "reaction" } : { kind: "unknown" };
}
