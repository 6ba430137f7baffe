import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { mergeHands } from "../packages/junior/src/app/merge-hands.ts";
import { lockConversation } from "../packages/junior/src/conversations/conversation-store.ts";
import { openPoster, type Poster } from "../packages/junior/src/conversations/poster.ts";
import { openDatabase, type OpenDatabase } from "../packages/junior/src/db/database.ts";
import { addItem } from "../packages/junior/src/desk/add-item.ts";
import { parseRequest } from "../packages/junior/src/desk/request.ts";
import { openQueue, type Queue } from "../packages/junior/src/queue/queue.ts";
import { openSlack, type Slack } from "../packages/junior/src/slack/open-slack.ts";
import { createDatabase, type TestDatabase } from "./database.ts";
import { fakeClock, type FakeClock } from "./fake-clock.ts";
import type { FakeSlack } from "./fakes/slack/fake-slack.ts";
import { startFakeSlack } from "./fakes/slack/start-fake-slack.ts";

export const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

export const colours = {
  kind: "decision",
  questions: [{ id: "colour", label: "Colour", input: { kind: "single-choice", options: ["Blue", "Red"] } }],
};

type Room = {
  rows: TestDatabase;
  ground: OpenDatabase;
  queue: Queue;
  fake: FakeSlack;
  slack: Slack;
  clock: FakeClock;
  server: Server;
  poster: Poster;
  /** Another of the same kind beside it. */
  openAgain(): Promise<Slack>;
};
type MessageRow = {
  conversation_id: string;
  text: string;
  state: string;
  visibility: string;
  title: string;
  name: string;
  handle: string;
  full_member: boolean;
  external_key: string;
};

/** Slack's room alone, with its poster and a fake Slack, opened anew for each test of the file that calls this; the database is the file's, and emptied. */
export function useSlackRoom({ overSocket = false } = {}) {
  const room = {} as Room;
  beforeAll(async () => {
    room.rows = await createDatabase();
  });
  afterAll(() => room.rows.close());

  beforeEach(async () => {
    room.ground = openDatabase({ connectionString: room.rows.connectionString, role: "all" });
    room.queue = await openQueue({ connectionString: room.rows.connectionString, log: quiet });
    room.fake = await startFakeSlack();
    room.fake.addUser({ id: "U0ANA", name: "ana", tz: "Europe/Zurich" });
    room.fake.addUser({ id: "U0BEN", name: "ben" });
    room.fake.addUser({ id: "U0EVE", name: "eve", isStranger: true });
    room.fake.addUser({ id: "U0XBOT", name: "xbot", isBot: true });
    room.fake.addChannel({ id: "C0P", name: "ops", kind: "public", members: ["U0BOT", "U0ANA", "U0BEN", "U0EVE", "U0XBOT"] });
    room.fake.addChannel({ id: "C0S", name: "secret", kind: "private", members: ["U0BOT", "U0ANA", "U0BEN"] });
    room.fake.addChannel({ id: "D0ANA", name: "dm", kind: "im", members: ["U0BOT", "U0ANA"] });
    room.clock = fakeClock();
    room.openAgain = () =>
      openSlack({
        ...room.fake,
        ...(overSocket ? { signingSecret: null, appToken: room.fake.socket.appToken } : {}),
        publicUrl: "https://junior.example",
        database: room.ground.database,
        queue: room.queue,
        log: quiet,
        clock: room.clock,
        mergeHands: mergeHands(room.queue),
      });
    room.slack = await room.openAgain();
    room.server = createServer((request, response) => room.slack.requestListener(request, response));
    await new Promise<void>((resolve) => room.server.listen(0, "127.0.0.1", resolve));
    if (!overSocket) room.fake.connect(`http://127.0.0.1:${(room.server.address() as AddressInfo).port}/slack/events`);
    await reopenPoster();
  });

  afterEach(async () => {
    await room.poster.close();
    await new Promise((resolve) => room.server.close(resolve));
    await room.slack.close();
    await room.queue.close();
    await room.fake.close();
    await room.ground.close();
    await room.rows.empty();
  });

  /** As a start after the end of the last one. */
  async function reopenPoster() {
    room.poster = await openPoster({ database: room.ground.database, queue: room.queue, deliverers: [room.slack.deliverer], log: quiet });
  }

  const messages = () =>
    room.rows
      .query<MessageRow>(`select m.*, c.visibility, c.title, u.name, i.handle, i.full_member from junior_messages m join junior_conversations c on c.id = m.conversation_id
    join junior_identities i on i.id = m.author_identity_id join junior_users u on u.id = i.user_id order by m.created_at`);

  /** ana's mention, stored. */
  async function meetAna() {
    const { ts } = await room.fake.say({ user: "U0ANA", channel: "C0P", text: "<@U0BOT> paint it" });
    const [message] = await messages();
    const [ana] = await room.rows.query<{ user_id: string; id: string }>(
      "select user_id, id from junior_identities where subject = 'U0ANA'",
    );
    if (!message || !ana) throw new Error("nothing was stored");
    return { ts, ana, conversationId: message.conversation_id };
  }

  /** A question to ana in the thread that her mention opened. */
  async function ask(request: unknown) {
    const { ts, ana, conversationId } = await meetAna();
    const itemId = await put(conversationId, ana, request);
    const card = await posted(ts);
    return { ts, itemId, card, conversationId, ana };
  }

  async function put(conversationId: string, ana: { user_id: string; id: string }, request: unknown) {
    const parsed = parseRequest(request);
    if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
    const added = await room.ground.database.transaction().execute(async (transaction) => {
      await lockConversation(transaction, conversationId);
      return addItem(transaction, room.queue, {
        conversationId,
        rootConversationId: conversationId,
        turnId: null,
        turnTreeId: null,
        actorIdentityId: ana.id,
        askedByUserId: ana.user_id,
        kind: "action",
        title: "Colour",
        ask: "Pick one.",
        body: null,
        link: null,
        request: parsed.request,
        assigneesByDefault: false,
        assignees: [{ userId: ana.user_id, because: "you started this" }],
        dedupeKey: "colour",
      });
    });
    room.poster.wake();
    return added.id;
  }

  const posted = (ts: string) =>
    room.fake.waitFor(
      () => room.fake.messages("C0P", ts).find((message) => message.user === "U0BOT" && message.metadata),
      "a post of ours",
    );
  const updated = (ts: string, text: string) =>
    room.fake.waitFor(
      () => room.fake.messages("C0P", ts).some((message) => JSON.stringify(message.blocks ?? message.text).includes(text)),
      `a card with ${text}`,
    );
  const told = (user: string, text: string) =>
    room.fake.waitFor(() => room.fake.ephemerals(user).some((line) => line.text.includes(text)), `${user} told ${text}`);
  const item = async () =>
    (await room.rows.query<{ closed_how: string | null; answer: unknown; revision: number }>("select * from junior_review_items"))[0];

  return { room, reopenPoster, messages, ask, put, posted, updated, told, item, meetAna };
}
