import { sql } from "kysely";
import { newId } from "../base/ids.ts";
import { takenLease } from "../conversations/lease-store.ts";
import { type Leading, takenMessages } from "../conversations/message-state-store.ts";
import { changeTold, recordedChange } from "../db/changes.ts";
import type { Connection, Database, Transaction } from "../db/database.ts";
import type { StartingTurn } from "./starting-turn.ts";
import type { Turn } from "./turn.ts";

/** Starts a Turn with the leading messages, in one statement. The caller holds the row lock. */
export async function startTurn(
  transaction: Transaction,
  conversationId: string,
  epoch: number,
  leading: Leading,
  model: string,
): Promise<Turn> {
  const start = startedTurn(conversationId, leading, model);
  const { rows } = await sql<StartedRow>`with ${start.steps} select ${start.columns} from tree`.execute(transaction);
  if (!rows[0]) throw new Error("a Turn needs its tree");
  return start.turn(rows[0], epoch);
}

/**
 * Takes a free Conversation for this worker and starts a Turn with these messages, in one statement.
 * @returns null when somebody else has it; without a Turn when the messages do not all wait any more: then the lease
 * alone was taken
 */
export async function takeAndStart(
  database: Database,
  conversationId: string,
  worker: { owner: string; leaseMs?: number },
  leading: Leading,
  model: string,
): Promise<{ epoch: number; turn: Turn | null } | null> {
  const { messageIds } = leading;
  const start = startedTurn(conversationId, leading, model, sql`(select all_wait from ready)`);
  const { rows } = await sql<StartedRow & { id: string | null; epoch: number }>`
    with leased as (${takenLease(conversationId, worker.owner, worker.leaseMs)}),
    locked as (
      select message.id from leased, junior_messages as message
      where message.id = any(${messageIds}::uuid[]) and message.state = 'waiting'
      for update of message
    ),
    ready as (select count(*) = ${messageIds.length}::integer as all_wait from locked),
    ${start.steps}
    select leased.lease_epoch as epoch, tree.id, ${start.columns} from leased left join tree on true`.execute(database);
  const [row] = rows;
  return row ? { epoch: row.epoch, turn: row.id === null ? null : start.turn(row, row.epoch) } : null;
}

type StartedRow = { rootConversationId: string; principalUserId: string | null };

/** The steps of a statement that starts a Turn, where the condition holds: then `tree` has a row with these columns. */
function startedTurn(conversationId: string, leading: Leading, model: string, condition = sql`true`) {
  const { actorIdentityId, startedByMachine, messageIds } = leading;
  const id = newId();
  const treeId = leading.turnTreeId ?? newId();
  const tree = leading.turnTreeId
    ? sql`select id, root_conversation_id, principal_user_id from junior_turn_trees where id = ${treeId} and ${condition}`
    : openedTree(treeId, conversationId, actorIdentityId, condition);
  return {
    steps: sql`
    tree as (${tree}),
    started as (
      insert into junior_turns (id, conversation_id, turn_tree_id, actor_identity_id, state, model)
      select ${id}::uuid, ${conversationId}::uuid, tree.id, ${actorIdentityId}::uuid, 'running', ${model} from tree
    ),
    taken as (${takenMessages(messageIds, { turnId: id, turnTreeId: treeId, afterStep: 0 }, condition)}),
    ${recordedChange("conversation", conversationId, conversationId, sql`from tree`)}`,
    columns: sql`tree.root_conversation_id as "rootConversationId", tree.principal_user_id as "principalUserId", ${changeTold}`,
    turn: ({ rootConversationId, principalUserId }: StartedRow, epoch: number): Turn => ({
      id,
      treeId,
      conversationId,
      rootConversationId,
      principalUserId,
      actorIdentityId,
      startedByMachine,
      epoch,
      isNew: true,
    }),
  };
}

/** The step of a statement: a tree whose principal is the Actor's User. */
const openedTree = (id: string, conversationId: string, actorIdentityId: string | null, condition: Condition) => sql`
    insert into junior_turn_trees (id, root_conversation_id, principal_user_id)
    select ${id}::uuid, conversation.root_id, actor.user_id
    from junior_conversations as conversation left join junior_identities as actor on actor.id = ${actorIdentityId}
    where conversation.id = ${conversationId} and ${condition}
    returning id, root_conversation_id, principal_user_id`;

type Condition = ReturnType<typeof sql>;

/** What a Turn with these messages would be. */
export async function describeStart(connection: Connection, conversationId: string, leading: Leading): Promise<StartingTurn> {
  const { actorIdentityId, turnTreeId, startedByMachine } = leading;
  const person = turnTreeId
    ? await connection.selectFrom("junior_turn_trees").select("principal_user_id as id").where("id", "=", turnTreeId).executeTakeFirst()
    : await connection.selectFrom("junior_identities").select("user_id as id").where("id", "=", actorIdentityId).executeTakeFirst();
  return { conversationId, actorIdentityId, principalUserId: person?.id ?? null, startedByMachine };
}

/** Turns here that automations and events started since a person last said something. */
export async function countMachineTurns(connection: Connection, conversationId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct turn_id) as count from junior_messages
    where conversation_id = ${conversationId} and turn_id is not null and joined_after_step = 0
      and author_kind = 'event' and source <> 'child'
      and sequence > (
        select coalesce(max(sequence), 0) from junior_messages
        where conversation_id = ${conversationId} and author_kind = 'person')`.execute(connection);
  return rows[0]?.count ?? 0;
}
