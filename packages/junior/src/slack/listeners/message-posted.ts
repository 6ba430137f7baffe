import type { NewConversation } from "../../conversations/conversation-store.ts";
import { lockMessageKey } from "../../conversations/early-change-store.ts";
import { findByExternalKey } from "../../conversations/message-store.ts";
import { receiveMessage } from "../../conversations/receive-message.ts";
import type { Database } from "../../db/database.ts";
import { makePrivate } from "../../desk/make-private.ts";
import { isGivenLinkCode } from "../../people/is-given-link-code.ts";
import { readLinkCode } from "../../people/link-code.ts";
import type { Person } from "../../people/person.ts";
import type { Queue } from "../../queue/queue.ts";
import type { Channels } from "../channels.ts";
import type { Clients } from "../clients.ts";
import type { FileFetcher } from "../file-fetcher.ts";
import { findJoined } from "../find-joined.ts";
import type { Install } from "../install.ts";
import { messageKey } from "../message-key.ts";
import type { MessageEvent } from "../payload.ts";
import type { Met, People } from "../people.ts";
import { readEarlier } from "../read-earlier.ts";
import { type PostedMessage, readMessage } from "../read-message.ts";
import { addSlackFiles } from "../slack-file-store.ts";
import { titleOf } from "../title-of.ts";
import type { UnheardReplies } from "../unheard-replies.ts";

export type MessageDeps = {
  install: Install;
  database: Database;
  queue: Queue;
  people: People;
  channels: Channels;
  clients: Clients;
  files: FileFetcher;
  unheard: UnheardReplies;
  redeemCode(code: string, by: Person, posted: PostedMessage): Promise<void>;
  now(): number;
};

/** After this, whoever stores a message has stored it. */
const justNowMs = 20_000;

/** Slack brings an event so soon after it was written that nobody has answered it yet. */
const soonMs = 2_000;

/**
 * Stores a person's message where Junior takes part or is spoken to; everything else leaves no trace. One human
 * message is one row, whether it comes as `message`, as `app_mention`, again, or in another order. Guests and people of
 * other teams are kept as context where a Conversation is, and start nothing.
 * @returns `readBack`: the root of a thread whose replies may have come before it, and must be read back; `early`: a
 * reply to what was said just now, whose root another process may be storing: to be looked at again a little later
 * @throws on a fault of the database, where its Conversation is purged at that moment, or when nobody says whose team
 * its author is of: Slack sends the event again
 */
export async function messagePosted(deps: MessageDeps, event: MessageEvent): Promise<{ readBack: PostedMessage } | "early" | null> {
  const { install, channels, unheard } = deps;
  const posted = readMessage(event, install);
  if (!posted) return null;
  if (posted.isPublic !== null) channels.note(posted.channel, posted.isPublic);

  const root = messageKey(install, posted.channel, posted.threadTs ?? posted.ts);
  // Noted before it is looked for: whoever stores the root meanwhile finds one of both.
  if (posted.threadTs !== null && !posted.isForJunior) unheard.note(root);
  const joined = posted.threadTs === null ? null : await findJoined(deps.database, install, posted.channel, posted.threadTs);
  if (!joined && !posted.isForJunior) return posted.threadTs !== null && ageMs(deps, posted.threadTs) < justNowMs ? "early" : null;

  const [met, conversation, earlier] = await Promise.all([
    deps.people.meet(posted.userId, posted.authorTeam),
    joined ? { id: joined } : describe(deps, posted),
    joined || posted.threadTs === null ? null : readEarlier(deps, { channel: posted.channel, thread: posted.threadTs, before: posted.ts }),
  ]);
  if (met.standing === "stranger" || met.standing === "deactivated" || (met.standing !== "member" && !joined)) return null;
  const code = posted.isForJunior ? readLinkCode(posted.text) : null;
  // What only has the form of a code is a message like any other.
  if (code !== null && met.standing === "member" && (await isGivenLinkCode(deps.database, code))) {
    // Both copies come in a channel: one of them redeems it, and neither is kept.
    if (event.type === "app_mention" || event.channel_type === "im") await deps.redeemCode(code, met.person, posted);
    return null;
  }
  await store(deps, { posted, met, conversation, earlier: earlier === null ? null : { key: `${root}:earlier`, text: earlier } });
  if (posted.files.length > 0) deps.files.wake();
  if (joined) return null;
  const isLate = ageMs(deps, posted.ts) > soonMs;
  return unheard.take(root) || (posted.threadTs === null && isLate) ? { readBack: posted } : null;
}

async function store(
  deps: MessageDeps,
  message: {
    posted: PostedMessage;
    met: Exclude<Met, { standing: "stranger" | "deactivated" }>;
    conversation: { id: string } | NewConversation;
    earlier: { key: string; text: string } | null;
  },
): Promise<void> {
  const { posted, met, earlier } = message;
  const person = met.standing === "outsider" ? await deps.people.meetOutsider(posted.userId, met.team) : met.person;
  const isMember = met.standing === "member";
  const key = messageKey(deps.install, posted.channel, posted.ts);
  const heard = { channel: posted.channel, at: new Date(Number(posted.ts) * 1_000) };
  await deps.database.transaction().execute(async (transaction) => {
    await lockMessageKey(transaction, key);
    let { conversation } = message;
    if (earlier) {
      const context = {
        conversation,
        externalKey: earlier.key,
        source: "slack",
        author: { kind: "event" },
        text: earlier.text,
        state: "seen",
      } as const;
      const stored = await receiveMessage(transaction, deps.queue, context);
      if (stored) conversation = { id: stored.conversationId };
    }
    const received = await receiveMessage(transaction, deps.queue, {
      conversation,
      externalKey: key,
      source: "slack",
      author: { kind: "person", userId: person.userId, identityId: person.identityId, isBystander: !isMember, heard },
      text: posted.text,
      state: !isMember ? "seen" : posted.isForJunior ? "waiting" : "undecided",
    });
    if (posted.isPublic === false) await makePrivate(transaction, { messageKey: key });
    if (received?.outcome === "stored") await addSlackFiles(transaction, received.messageId, posted.files);
    // Purged since it was looked for: come again, the message finds the thread without a Conversation.
    if (!received && (await findByExternalKey(transaction, key)) !== "purged") throw new Error("the Conversation was purged meanwhile");
  });
}

const ageMs = (deps: MessageDeps, ts: string): number => deps.now() - Number(ts) * 1_000;

async function describe({ install, channels }: MessageDeps, posted: PostedMessage): Promise<NewConversation> {
  const root = posted.threadTs ?? posted.ts;
  return {
    externalKey: messageKey(install, posted.channel, root),
    source: "slack",
    visibility: (await channels.isPublic(posted.channel)) ? "public" : "private",
    title: titleOf(posted.text),
    location: { surface: "slack", tenant: install.teamId, channel: posted.channel, thread: root },
  };
}
