import { findIdByExternalKey, type NewConversation } from "../../conversations/conversation-store.ts";
import { findByPost } from "../../conversations/delivery-store.ts";
import { receiveMessage } from "../../conversations/receive-message.ts";
import type { Database } from "../../db/database.ts";
import type { Queue } from "../../queue/queue.ts";
import type { Channels } from "../channels.ts";
import type { Install } from "../install.ts";
import type { MessageEvent } from "../payload.ts";
import type { People } from "../people.ts";
import { type PostedMessage, readMessage } from "../read-message.ts";
import { titleOf } from "../title-of.ts";

type Deps = { install: Install; database: Database; queue: Queue; people: People; channels: Channels };

/**
 * Stores a person's message where Junior takes part or is spoken to; everything else leaves no trace. One human
 * message is one row, whether it comes as `message`, as `app_mention`, again, or in another order.
 * @throws on a fault of the database, or when nobody says whose team its author is of: Slack sends the event again
 */
export async function messagePosted(deps: Deps, event: MessageEvent): Promise<void> {
  const { install, database, queue, people, channels } = deps;
  const posted = readMessage(event, install);
  if (!posted) return;
  if (posted.isPublic !== null) channels.note(posted.channel, posted.isPublic);

  const joined = posted.threadTs === null ? null : await findJoined(deps, posted, posted.threadTs);
  if (!joined && !posted.isForJunior) return;
  const author = await people.meet(posted.userId, posted.isAuthorOurs);
  if (!author) return;

  const conversation = joined ? { id: joined } : await describe(deps, posted);
  await database.transaction().execute((transaction) =>
    receiveMessage(transaction, queue, {
      conversation,
      externalKey: keyOf(install, posted.channel, posted.ts),
      source: "slack",
      author: { kind: "person", userId: author.userId, identityId: author.identityId },
      text: posted.text,
      state: posted.isForJunior ? "waiting" : "undecided",
    }),
  );
}

/** The Conversation of this thread: of the card or reply at its root, else the one that began there. */
async function findJoined({ install, database }: Deps, posted: PostedMessage, root: string): Promise<string | null> {
  const post = await findByPost(database, "slack", install.teamId, posted.channel, root);
  return post?.conversationId ?? findIdByExternalKey(database, keyOf(install, posted.channel, root));
}

async function describe({ install, channels }: Deps, posted: PostedMessage): Promise<NewConversation> {
  const root = posted.threadTs ?? posted.ts;
  return {
    externalKey: keyOf(install, posted.channel, root),
    source: "slack",
    visibility: (await channels.isPublic(posted.channel)) ? "public" : "private",
    title: titleOf(posted.text),
    location: { surface: "slack", tenant: install.teamId, channel: posted.channel, thread: root },
  };
}

const keyOf = (install: Install, channel: string, ts: string) => `slack:${install.teamId}:${channel}:${ts}`;
