import { type Kysely, sql } from "kysely";

/** Sign-in, stored files, reactions and files as deliveries, edits, summaries, budget and purge. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // people: only hashes of what a person carries; each is used once or ends by itself
  `alter table junior_users add column merged_into_user_id uuid references junior_users`,
  `create table junior_sign_in_links (
    token_hash bytea primary key,
    identity_id uuid not null references junior_identities,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create table junior_link_codes (
    code_hash bytea primary key,
    identity_id uuid not null references junior_identities,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create table junior_sessions (
    id uuid primary key,
    token_hash bytea not null unique,
    identity_id uuid not null references junior_identities,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    ended_at timestamptz
  )`,
  `create index junior_sessions_identity on junior_sessions (identity_id)`,

  // files: bytes once per content; a file is a name for them
  `create table junior_file_bytes (
    hash bytea primary key,
    size bigint not null,
    bytes bytea not null,
    created_at timestamptz not null default now()
  )`,
  // uncompressed, so that a part of it can be read by itself
  `alter table junior_file_bytes alter column bytes set storage external`,
  `create table junior_files (
    id uuid primary key,
    hash bytea not null references junior_file_bytes,
    name text not null,
    media_type text not null,
    size bigint not null,
    uploaded_by_user_id uuid references junior_users,
    attached boolean not null default false,
    created_at timestamptz not null default now()
  )`,
  `create index junior_files_hash on junior_files (hash)`,
  `create index junior_files_unattached on junior_files (created_at) where not attached`,
  `create table junior_message_files (
    message_id uuid not null references junior_messages,
    file_id uuid not null references junior_files,
    position integer not null,
    primary key (message_id, file_id)
  )`,
  `create index junior_message_files_file on junior_message_files (file_id)`,
  `create table junior_sandbox_files (
    conversation_id uuid not null references junior_conversations,
    path text not null,
    file_id uuid not null references junior_files,
    updated_at timestamptz not null default now(),
    primary key (conversation_id, path)
  )`,
  `create index junior_sandbox_files_file on junior_sandbox_files (file_id)`,

  // conversations
  `alter table junior_conversations
    add column muted boolean not null default false,
    add column paused_until timestamptz,
    add column purging boolean not null default false`,
  `create index junior_conversations_purging on junior_conversations (root_id) where purging`,
  `alter table junior_conversation_participants add column left_at timestamptz`,
  `alter table junior_messages add column edited_at timestamptz, add column deleted_at timestamptz`,
  // by the hash of a message's key: what was taken away, and the new text of what is still to come
  `create table junior_purged_keys (
    key_hash bytea primary key,
    created_at timestamptz not null default now()
  )`,
  `create table junior_early_edits (
    key_hash bytea primary key,
    text text not null,
    created_at timestamptz not null default now()
  )`,
  `alter table junior_deliveries
    add column emoji text,
    add column file_id uuid references junior_files,
    add column code text,
    drop constraint junior_deliveries_kind_check,
    drop constraint junior_deliveries_check,
    drop constraint junior_deliveries_check1,
    add constraint junior_deliveries_kind check (kind in ('reply', 'card', 'reaction', 'file', 'notice', 'erasure')),
    add constraint junior_deliveries_message check (
      case kind when 'reply' then message_id is not null when 'reaction' then message_id is not null else message_id is null end),
    add constraint junior_deliveries_item check ((kind = 'card') = (item_id is not null)),
    add constraint junior_deliveries_emoji check ((kind = 'reaction') = (emoji is not null)),
    add constraint junior_deliveries_file check ((kind = 'file') = (file_id is not null)),
    add constraint junior_deliveries_notice check ((kind = 'notice') = (code is not null)),
    add constraint junior_deliveries_erasure check (kind <> 'erasure' or posted_id is not null)`,
  `create index junior_deliveries_file on junior_deliveries (file_id) where file_id is not null`,
  `create index junior_deliveries_message on junior_deliveries (message_id) where message_id is not null`,

  // slack: files of messages, until they are read
  `create table junior_slack_files (
    message_id uuid not null references junior_messages on delete cascade,
    position integer not null,
    slack_file_id text not null,
    name text not null,
    size bigint,
    url text,
    state text not null default 'waiting' check (state in ('waiting', 'read', 'unread')),
    file_id uuid,
    unread_because text,
    attempts integer not null default 0,
    next_attempt_at timestamptz not null default now(),
    finished boolean not null default false,
    primary key (message_id, position)
  )`,
  `create index junior_slack_files_unfinished on junior_slack_files (next_attempt_at) where not finished`,

  // turns
  `alter table junior_turns add column cost_usd numeric(14, 6)`,
  `create table junior_conversation_summaries (
    conversation_id uuid not null references junior_conversations,
    through_sequence bigint not null,
    text text not null,
    turn_id uuid not null references junior_turns,
    created_at timestamptz not null default now(),
    primary key (conversation_id, through_sequence)
  )`,

  // budget: what each person's work used on a day (UTC); the machine's own work stands under the nil UUID
  `create table junior_usage_days (
    day date not null,
    user_id uuid not null,
    model text not null,
    input_tokens bigint not null default 0,
    output_tokens bigint not null default 0,
    cost_usd numeric(14, 6),
    primary key (day, user_id, model)
  )`,

  // pg-boss makes its tables itself, later: whether it may is found out here
  `create schema if not exists pgboss`,
];
