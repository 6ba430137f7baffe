import { type Kysely, sql } from "kysely";

/** The tables of people, conversations, turns, desk and live changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // people
  `create table junior_users (
    id uuid primary key,
    name text not null,
    time_zone text,
    admin boolean not null default false,
    deactivated_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create table junior_identities (
    id uuid primary key,
    user_id uuid not null references junior_users,
    provider text not null check (provider in ('slack', 'web', 'github', 'api', 'local')),
    tenant text not null,
    subject text not null,
    handle text not null,
    name text not null,
    full_member boolean not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (provider, tenant, subject)
  )`,
  `create index junior_identities_user on junior_identities (user_id)`,

  // conversations
  `create table junior_conversations (
    id uuid primary key,
    root_id uuid not null references junior_conversations,
    parent_id uuid references junior_conversations,
    source text not null check (source in ('slack', 'web', 'cli', 'api', 'automation', 'event', 'child')),
    visibility text not null check (visibility in ('public', 'private')),
    title text not null,
    external_key text unique,
    location_surface text,
    location_tenant text,
    location_channel text,
    location_thread text,
    last_sequence bigint not null default 0,
    lease_owner uuid,
    lease_epoch bigint not null default 0,
    lease_until timestamptz,
    purged_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check ((location_surface is null) = (location_tenant is null)),
    check ((location_surface is null) = (location_channel is null))
  )`,
  `create index junior_conversations_newest on junior_conversations (updated_at desc, id desc)`,
  `create index junior_conversations_root on junior_conversations (root_id)`,
  `create table junior_conversation_participants (
    conversation_id uuid not null references junior_conversations,
    user_id uuid not null references junior_users,
    primary key (conversation_id, user_id)
  )`,
  `create index junior_conversation_participants_user on junior_conversation_participants (user_id)`,

  // turns: a tree is a Turn and all that resumes it; its principal is stored here and nowhere else
  `create table junior_turn_trees (
    id uuid primary key,
    root_conversation_id uuid not null references junior_conversations,
    principal_user_id uuid references junior_users,
    created_at timestamptz not null default now()
  )`,
  `create table junior_turns (
    id uuid primary key,
    conversation_id uuid not null references junior_conversations,
    turn_tree_id uuid not null references junior_turn_trees,
    actor_identity_id uuid references junior_identities,
    state text not null check (state in ('running', 'done', 'failed', 'stopped')),
    failure_code text,
    stop_requested_at timestamptz,
    faults integer not null default 0,
    model text not null,
    input_tokens bigint not null default 0,
    output_tokens bigint not null default 0,
    started_at timestamptz not null default now(),
    ended_at timestamptz,
    check ((state = 'running') = (ended_at is null))
  )`,
  `create unique index junior_turns_running on junior_turns (conversation_id) where state = 'running'`,
  `create index junior_turns_conversation on junior_turns (conversation_id, started_at)`,
  `create table junior_messages (
    id uuid primary key,
    conversation_id uuid not null references junior_conversations,
    sequence bigint not null,
    external_key text unique,
    source text not null check (source in ('slack', 'web', 'cli', 'api', 'automation', 'event', 'child')),
    author_kind text not null check (author_kind in ('person', 'junior', 'child', 'event')),
    author_identity_id uuid references junior_identities,
    actor_identity_id uuid references junior_identities,
    by_token boolean not null default false,
    state text not null check (state in ('undecided', 'waiting', 'seen', 'taken', 'done')),
    text text not null,
    turn_tree_id uuid references junior_turn_trees,
    turn_id uuid references junior_turns,
    joined_after_step integer not null default 0,
    item_id uuid,
    item_revision integer,
    created_at timestamptz not null default now(),
    unique (conversation_id, sequence),
    check ((author_kind = 'person') = (author_identity_id is not null))
  )`,
  `create index junior_messages_to_do on junior_messages (conversation_id, sequence) where state in ('undecided', 'waiting')`,
  `create index junior_messages_turn on junior_messages (turn_id) where turn_id is not null`,
  `create table junior_turn_steps (
    turn_id uuid not null references junior_turns,
    number integer not null,
    output jsonb not null,
    text text not null,
    input_tokens bigint not null,
    output_tokens bigint not null,
    created_at timestamptz not null default now(),
    primary key (turn_id, number)
  )`,
  `create table junior_tool_calls (
    turn_id uuid not null,
    step_number integer not null,
    position integer not null,
    call_id text not null,
    tool text not null,
    input jsonb not null,
    state text not null check (state in ('waiting', 'started', 'done')),
    result jsonb,
    started_at timestamptz,
    ended_at timestamptz,
    primary key (turn_id, call_id),
    foreign key (turn_id, step_number) references junior_turn_steps (turn_id, number),
    check ((state = 'done') = (result is not null))
  )`,

  // the desk
  `create table junior_review_items (
    id uuid primary key,
    kind text not null check (kind in ('action', 'notice')),
    dedupe_key text not null,
    revision integer not null default 1,
    title text not null,
    ask text not null,
    body text,
    link text,
    request jsonb,
    images jsonb not null default '[]',
    conversation_id uuid not null references junior_conversations,
    turn_id uuid references junior_turns,
    turn_tree_id uuid references junior_turn_trees,
    actor_identity_id uuid references junior_identities,
    automation_id uuid,
    plugin text,
    asked_by_user_id uuid references junior_users,
    needed_by timestamptz,
    visibility text not null check (visibility in ('public', 'private')),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    closed_at timestamptz,
    closed_how text check (closed_how in ('answered', 'replied', 'dismissed', 'cancelled', 'agent', 'source', 'purged')),
    closed_by_identity_id uuid references junior_identities,
    closed_by_turn_id uuid references junior_turns,
    closed_by_plugin text,
    closed_on text,
    answer jsonb,
    answer_message_id uuid references junior_messages,
    outcome text,
    outcome_weak boolean not null default false,
    check ((kind = 'action') = (request is not null)),
    check ((closed_at is null) = (closed_how is null)),
    check (num_nonnulls(closed_by_identity_id, closed_by_turn_id, closed_by_plugin) <= 1)
  )`,
  `create unique index junior_review_items_open_key on junior_review_items (dedupe_key) where closed_at is null`,
  `create index junior_review_items_conversation on junior_review_items (conversation_id, created_at)`,
  `create index junior_review_items_open on junior_review_items (created_at, id) where closed_at is null`,
  `create index junior_review_items_closed on junior_review_items (closed_at desc, id desc) where closed_at is not null`,
  `create index junior_review_items_answer on junior_review_items (answer_message_id) where answer_message_id is not null`,
  `alter table junior_messages add foreign key (item_id) references junior_review_items deferrable initially deferred`,
  `create table junior_review_item_assignees (
    item_id uuid not null references junior_review_items,
    user_id uuid not null references junior_users,
    because text not null,
    primary key (item_id, user_id)
  )`,
  `create index junior_review_item_assignees_user on junior_review_item_assignees (user_id)`,
  `create table junior_review_item_revisions (
    item_id uuid not null references junior_review_items,
    revision integer not null,
    title text not null,
    ask text not null,
    body text,
    link text,
    request jsonb,
    images jsonb not null,
    assignee_user_ids uuid[] not null,
    turn_id uuid references junior_turns,
    created_at timestamptz not null default now(),
    primary key (item_id, revision)
  )`,
  `create index junior_review_item_revisions_turn on junior_review_item_revisions (turn_id) where turn_id is not null`,
  `create table junior_review_item_notes (
    id uuid primary key,
    item_id uuid not null references junior_review_items,
    kind text not null check (kind in ('question-back', 'passed-on', 'correction', 'later')),
    identity_id uuid references junior_identities,
    text text,
    created_at timestamptz not null default now()
  )`,
  `create index junior_review_item_notes_item on junior_review_item_notes (item_id, created_at)`,

  // what waits to be posted: a row is due while wanted_version > posted_version
  `create table junior_deliveries (
    id uuid primary key,
    conversation_id uuid not null references junior_conversations,
    kind text not null check (kind in ('reply', 'card')),
    message_id uuid references junior_messages,
    item_id uuid references junior_review_items,
    surface text not null,
    tenant text not null,
    channel text not null,
    thread text,
    wanted_version integer not null default 1,
    posted_version integer not null default 0,
    posted_channel text,
    posted_id text,
    attempts integer not null default 0,
    next_attempt_at timestamptz not null default now(),
    claim_id uuid,
    claim_until timestamptz,
    parked_code text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check ((kind = 'reply') = (message_id is not null)),
    check ((kind = 'card') = (item_id is not null)),
    check ((posted_channel is null) = (posted_id is null))
  )`,
  `create index junior_deliveries_due on junior_deliveries (surface, next_attempt_at) where wanted_version > posted_version and parked_code is null`,
  `create index junior_deliveries_item on junior_deliveries (item_id) where item_id is not null`,
  `create index junior_deliveries_post on junior_deliveries (surface, tenant, posted_channel, posted_id) where posted_id is not null`,

  // live changes: what a reader was told is a snapshot, so that a late commit is not skipped
  `create table junior_changes (
    id bigint generated always as identity primary key,
    transaction_id xid8 not null default pg_current_xact_id(),
    kind text not null check (kind in ('conversation', 'item', 'person')),
    subject_id uuid not null,
    conversation_id uuid,
    created_at timestamptz not null default now()
  )`,
  `create index junior_changes_order on junior_changes (transaction_id, id)`,
];
