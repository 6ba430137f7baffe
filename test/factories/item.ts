import { newId } from "../../packages/junior/src/base/ids.ts";
import { receiveMessage } from "../../packages/junior/src/conversations/receive-message.ts";
import { lockConversation } from "../../packages/junior/src/conversations/conversation-store.ts";
import type { Database } from "../../packages/junior/src/db/database.ts";
import type { Source, Visibility } from "../../packages/junior/src/db/schema.ts";
import { type Added, type NewItem, addItem } from "../../packages/junior/src/desk/add-item.ts";
import { parseRequest } from "../../packages/junior/src/desk/request.ts";
import { findOrCreatePerson } from "../../packages/junior/src/people/people-store.ts";
import type { Person } from "../../packages/junior/src/people/person.ts";
import type { Queue } from "../../packages/junior/src/queue/queue.ts";

export type World = { database: Database; queue: Queue };

/** A full member of the one Slack workspace, by handle. */
export function makePerson({ database }: World, handle: string, fullMember = true): Promise<Person> {
  return findOrCreatePerson(database, { provider: "slack", tenant: "T1", subject: `U-${handle}`, handle, name: handle, fullMember });
}

/** A Conversation that this person began with one message, which no worker has taken. */
export async function makeConversation(
  { database, queue }: World,
  author: Person,
  given: { visibility?: Visibility; source?: Source; title?: string } = {},
): Promise<string> {
  const { visibility = "private", source = "web", title = "Paint the shed" } = given;
  const received = await database.transaction().execute((transaction) =>
    receiveMessage(transaction, queue, {
      conversation: { externalKey: null, source, visibility, title, location: null },
      externalKey: `test:${newId()}`,
      source,
      author: { kind: "person", userId: author.userId, identityId: author.identityId },
      text: "Please paint the shed.",
      state: "waiting",
    }),
  );
  if (!received) throw new Error("the conversation was not made");
  return received.conversationId;
}

export const colourRequest = {
  kind: "decision",
  questions: [
    {
      id: "colour",
      label: "Colour",
      input: {
        kind: "single-choice",
        options: [
          { id: "b", label: "Blue" },
          { id: "r", label: "Red" },
        ],
      },
    },
  ],
};

export type ItemGiven = Partial<Omit<NewItem, "request" | "assignees" | "conversationId">> & { request?: unknown; assignees: Person[] };

/** Puts a question on the desk: a choice of colour, unless said otherwise. The same `dedupeKey` revises it. */
export async function makeItem({ database, queue }: World, conversationId: string, given: ItemGiven): Promise<Added> {
  const { request = colourRequest, assignees, kind = "action", ...others } = given;
  const parsed = parseRequest(request);
  if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
  return database.transaction().execute(async (transaction) => {
    await lockConversation(transaction, conversationId);
    return addItem(transaction, queue, {
      conversationId,
      rootConversationId: conversationId,
      turnId: null,
      turnTreeId: null,
      actorIdentityId: null,
      askedByUserId: null,
      kind,
      title: "Which colour?",
      ask: "Choose the colour of the shed.",
      body: null,
      link: null,
      dedupeKey: newId(),
      assigneesByDefault: false,
      ...others,
      request: kind === "action" ? parsed.request : null,
      assignees: assignees.map((person) => ({ userId: person.userId, because: "you started this" })),
    });
  });
}
