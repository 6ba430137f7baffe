import type { DeliveryResult } from "junior-plugin-api";
import { readApiError, refusedToken } from "./read-api-error.ts";

/** Slack's refusals of blocks: the same words without them may pass. */
export const refusedBlocks: ReadonlySet<string> = new Set([
  "invalid_blocks",
  "invalid_blocks_format",
  "msg_blocks_too_long",
  "msg_too_long",
  "markdown_text_conflict",
]);

const triesOfTheUnknown = 5;

/**
 * What a failed call means for its delivery. Waiting helps against limits and a refused token, nothing against a
 * channel that is closed to us; a refusal that nobody foresaw gets some tries before it is set aside.
 * @throws the error itself where the outcome is unknown
 */
export function deliveryOutcome(error: unknown, attempts: number): DeliveryResult {
  const refusal = readApiError(error);
  if (!refusal) throw error;
  const { code, retryAfterMs } = refusal;
  if (retryAfterMs !== null) return { outcome: "later", afterMs: Math.max(retryAfterMs, 1_000), code, untouched: true };
  if (refusedToken.has(code) || code === "message_limit_exceeded") return { outcome: "later", afterMs: 60_000, code, untouched: true };
  if (closed.has(code) || attempts >= triesOfTheUnknown) return { outcome: "parked", code };
  throw error;
}

const closed: ReadonlySet<string> = new Set([
  "channel_not_found",
  "not_in_channel",
  "is_archived",
  "is_inactive",
  "restricted_action",
  "restricted_action_read_only_channel",
  "restricted_action_thread_only_channel",
  "restricted_action_non_threadable_channel",
  "restricted_action_thread_locked",
  "team_access_not_granted",
  "cannot_reply_to_message",
  "invalid_thread_ts",
  "thread_not_found",
  "message_not_found",
  "cant_update_message",
  "cant_delete_message",
  "edit_window_closed",
  "missing_scope",
  "no_permission",
  "ekm_access_denied",
  "no_text",
  // reactions
  "invalid_name",
  "bad_timestamp",
  "not_reactable",
  "too_many_emoji",
  "too_many_reactions",
  "thread_locked",
  // direct messages
  "user_not_found",
  "user_not_visible",
  "user_disabled",
  "cannot_dm_bot",
  "not_allowed",
  // files
  "file_uploads_disabled",
  "file_upload_size_restricted",
  "storage_limit_reached",
  "posting_to_channel_denied",
  ...refusedBlocks,
]);
