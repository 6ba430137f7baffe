import { sql } from "kysely";
import type { WaitingDelivery } from "junior-plugin-api";
import type { Connection } from "../db/database.ts";

/**
 * Whom the Turn behind a reply or a file acted for, as their own id at the delivery's surface.
 * Null for a machine's own work, and for somebody who is not known there.
 */
export async function findActorAt(
  connection: Connection,
  delivery: Pick<WaitingDelivery, "messageId" | "fileId" | "conversationId" | "surface" | "place">,
): Promise<string | null> {
  const { messageId, fileId, conversationId, surface, place } = delivery;
  const { rows } = await sql<{ subject: string }>`
    select identity.subject
    from junior_messages as said
    join junior_messages as taken on taken.turn_id = said.turn_id and taken.actor_identity_id is not null
    join junior_identities as identity on identity.id = taken.actor_identity_id
    where said.conversation_id = ${conversationId}
      and (said.id = ${messageId}::uuid
        or said.id in (select message_id from junior_message_files where file_id = ${fileId}::uuid))
      and identity.provider = ${surface} and identity.tenant = ${place.tenant}
    order by taken.sequence
    limit 1`.execute(connection);
  return rows[0]?.subject ?? null;
}
