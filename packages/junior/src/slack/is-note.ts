/** Notes of Slack's about a channel, a file or a bot, each with many kinds. */
const families = /^(channel|group|im|mpim|bot|app|ekm|reminder|joiner|sharing|sh_room|document|pinned|unpinned|workflow)_/;

const notes: ReadonlySet<string> = new Set([
  "message_changed",
  "message_deleted",
  "message_replied",
  "reply_broadcast",
  "tombstone",
  "file_comment",
  "file_mention",
  "huddle_thread",
  "assistant_app_thread",
]);

/**
 * Whether a message of this subtype is no one's words. Named are those that are not, so that a kind of message that
 * Slack invents later is heard: files, replies shown in the channel too, and `/me` came that way.
 */
export const isNote = (subtype: string): boolean => notes.has(subtype) || families.test(subtype);
