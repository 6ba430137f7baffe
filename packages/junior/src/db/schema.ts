import type { ColumnType, Generated } from "kysely";
import type { SlackFilesTable } from "./slack-files-table.ts";

/** The tables as Kysely sees them. `bigint` columns are numbers here: sequences and epochs stay far below 2^53. */
export type Schema = {
  junior_users: UsersTable;
  junior_identities: IdentitiesTable;
  junior_conversations: ConversationsTable;
  junior_conversation_participants: { conversation_id: string; user_id: string; left_at: Optional<Date> };
  junior_messages: MessagesTable;
  junior_turn_trees: TurnTreesTable;
  junior_turns: TurnsTable;
  junior_turn_steps: TurnStepsTable;
  junior_tool_calls: ToolCallsTable;
  junior_review_items: ReviewItemsTable;
  junior_review_item_assignees: { item_id: string; user_id: string; because: string };
  junior_review_item_revisions: ReviewItemRevisionsTable;
  junior_review_item_notes: ReviewItemNotesTable;
  junior_deliveries: DeliveriesTable;
  junior_changes: ChangesTable;
  junior_sign_in_links: SecretTable & { token_hash: Buffer; used_at: Optional<Date> };
  junior_link_codes: SecretTable & { code_hash: Buffer; used_at: Optional<Date> };
  junior_sessions: SecretTable & { id: string; token_hash: Buffer; ended_at: Optional<Date> };
  junior_file_bytes: { hash: Buffer; size: number; bytes: Buffer; created_at: Now };
  junior_files: FilesTable;
  junior_message_files: { message_id: string; file_id: string; position: number };
  junior_slack_files: SlackFilesTable;
  junior_sandbox_files: { conversation_id: string; path: string; file_id: string; updated_at: Now };
  junior_purged_keys: { key_hash: Buffer; created_at: Now };
  junior_early_edits: { key_hash: Buffer; text: string; created_at: Now };
  junior_conversation_summaries: SummariesTable;
  junior_usage_days: UsageDaysTable;
};

export type Source = "slack" | "web" | "cli" | "api" | "automation" | "event" | "child";
export type Visibility = "public" | "private";
export type AuthorKind = "person" | "junior" | "child" | "event";
export type MessageState = "undecided" | "waiting" | "seen" | "taken" | "done";
export type TurnState = "running" | "done" | "failed" | "stopped";
export type ClosedHow = "answered" | "replied" | "dismissed" | "cancelled" | "agent" | "source" | "purged";
export type DeliveryKind = "reply" | "card" | "reaction" | "file" | "notice" | "erasure";
export type Provider = "slack" | "web" | "github" | "api" | "local";

type Now = ColumnType<Date, Date | undefined, Date>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** Written as JSON text, read parsed. */
type Json = ColumnType<unknown, string, string>;
type OptionalJson = ColumnType<unknown, string | null | undefined, string | null>;

type UsersTable = {
  id: string;
  name: string;
  time_zone: Optional<string>;
  admin: Generated<boolean>;
  deactivated_at: Optional<Date>;
  merged_into_user_id: Optional<string>;
  created_at: Now;
};

type IdentitiesTable = {
  id: string;
  user_id: string;
  provider: Provider;
  tenant: string;
  subject: string;
  handle: string;
  name: string;
  full_member: boolean;
  created_at: Now;
  updated_at: Now;
};

type ConversationsTable = {
  id: string;
  root_id: string;
  parent_id: Optional<string>;
  source: Source;
  visibility: Visibility;
  title: string;
  external_key: Optional<string>;
  location_surface: Optional<string>;
  location_tenant: Optional<string>;
  location_channel: Optional<string>;
  location_thread: Optional<string>;
  last_sequence: Generated<number>;
  lease_owner: Optional<string>;
  lease_epoch: Generated<number>;
  lease_until: Optional<Date>;
  /** "Stay out": nothing here is for Junior until the next mention. */
  muted: Generated<boolean>;
  /** The budget is used up: what waits here is taken up again then. */
  paused_until: Optional<Date>;
  purged_at: Optional<Date>;
  purging: Generated<boolean>; // marked as purged, and not removed yet
  created_at: Now;
  updated_at: Now;
};

type MessagesTable = {
  id: string;
  conversation_id: string;
  sequence: number;
  external_key: Optional<string>;
  source: Source;
  author_kind: AuthorKind;
  author_identity_id: Optional<string>;
  /** Whom a Turn that takes this message acts for; null for a machine. */
  actor_identity_id: Optional<string>;
  by_token: Generated<boolean>;
  state: MessageState;
  text: string;
  turn_tree_id: Optional<string>;
  turn_id: Optional<string>;
  /** 0: it started its Turn; n: it joined after the n-th step. */
  joined_after_step: Generated<number>;
  item_id: Optional<string>;
  item_revision: Optional<number>;
  edited_at: Optional<Date>;
  deleted_at: Optional<Date>;
  created_at: Now;
};

type TurnTreesTable = {
  id: string;
  root_conversation_id: string;
  principal_user_id: Optional<string>;
  created_at: Now;
};

type TurnsTable = {
  id: string;
  conversation_id: string;
  turn_tree_id: string;
  actor_identity_id: Optional<string>;
  state: TurnState;
  failure_code: Optional<string>;
  stop_requested_at: Optional<Date>;
  /** How often a worker broke on it. */
  faults: Generated<number>;
  model: string;
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  /** US dollars as a decimal text; null where the model's price is not known. */
  cost_usd: Optional<string>;
  started_at: Now;
  ended_at: Optional<Date>;
};

type TurnStepsTable = {
  turn_id: string;
  number: number;
  output: Json;
  text: string;
  input_tokens: number;
  output_tokens: number;
  created_at: Now;
};

type ToolCallsTable = {
  turn_id: string;
  step_number: number;
  position: number;
  call_id: string;
  tool: string;
  input: Json;
  state: "waiting" | "started" | "done";
  result: OptionalJson;
  started_at: Optional<Date>;
  ended_at: Optional<Date>;
};

type ReviewItemsTable = {
  id: string;
  kind: "action" | "notice";
  dedupe_key: string;
  revision: Generated<number>;
  title: string;
  ask: string;
  body: Optional<string>;
  link: Optional<string>;
  request: OptionalJson;
  images: Json;
  conversation_id: string;
  turn_id: Optional<string>;
  turn_tree_id: Optional<string>;
  actor_identity_id: Optional<string>;
  automation_id: Optional<string>;
  plugin: Optional<string>;
  asked_by_user_id: Optional<string>;
  needed_by: Optional<Date>;
  visibility: Visibility;
  created_at: Now;
  updated_at: Now;
  closed_at: Optional<Date>;
  closed_how: Optional<ClosedHow>;
  closed_by_identity_id: Optional<string>;
  closed_by_turn_id: Optional<string>;
  closed_by_plugin: Optional<string>;
  closed_on: Optional<string>;
  answer: OptionalJson;
  answer_message_id: Optional<string>;
  outcome: Optional<string>;
  outcome_weak: Generated<boolean>;
};

type ReviewItemRevisionsTable = {
  item_id: string;
  revision: number;
  title: string;
  ask: string;
  body: Optional<string>;
  link: Optional<string>;
  request: OptionalJson;
  images: Json;
  assignee_user_ids: string[];
  /** The Turn that asked in this way. */
  turn_id: Optional<string>;
  created_at: Now;
};

type ReviewItemNotesTable = {
  id: string;
  item_id: string;
  kind: "question-back" | "passed-on" | "correction" | "later";
  identity_id: Optional<string>;
  text: Optional<string>;
  created_at: Now;
};

type DeliveriesTable = {
  id: string;
  conversation_id: string;
  kind: DeliveryKind;
  /** Of a reply: what it says; of a reaction: the message reacted to. */
  message_id: Optional<string>;
  item_id: Optional<string>;
  emoji: Optional<string>;
  file_id: Optional<string>;
  /** Of a notice: which text of `base/words.ts`. */
  code: Optional<string>;
  surface: string;
  tenant: string;
  channel: string;
  thread: Optional<string>;
  wanted_version: Generated<number>;
  posted_version: Generated<number>;
  posted_channel: Optional<string>;
  posted_id: Optional<string>;
  attempts: Generated<number>;
  next_attempt_at: Now;
  claim_id: Optional<string>;
  claim_until: Optional<Date>;
  parked_code: Optional<string>;
  created_at: Now;
  updated_at: Now;
};

type ChangesTable = {
  id: Generated<number>;
  transaction_id: Generated<string>;
  kind: "conversation" | "item" | "person";
  subject_id: string;
  conversation_id: Optional<string>;
  created_at: Now;
};

/** What a person carries is stored as a hash only. */
type SecretTable = { identity_id: string; created_at: Now; expires_at: Date };

type FilesTable = {
  id: string;
  hash: Buffer;
  name: string;
  media_type: string;
  /** Bytes. */
  size: number;
  uploaded_by_user_id: Optional<string>;
  /** Something refers to it: a message, or a path of a sandbox. */
  attached: Generated<boolean>;
  created_at: Now;
};

type SummariesTable = {
  conversation_id: string;
  /** The last message that it stands for. */
  through_sequence: number;
  text: string;
  turn_id: string;
  created_at: Now;
};

type UsageDaysTable = {
  /** YYYY-MM-DD, UTC. */
  day: ColumnType<string, string, never>;
  user_id: string;
  model: string;
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  cost_usd: Optional<string>;
};
