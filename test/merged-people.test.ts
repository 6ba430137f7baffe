import { beforeAll, describe, expect, test } from "vitest";
import { approves } from "../packages/junior/src/authority/approves.ts";
import { listConversations } from "../packages/junior/src/conversations/conversation-reader-store.ts";
import { lockConversation } from "../packages/junior/src/conversations/conversation-store.ts";
import { type NewMessage, receiveMessage } from "../packages/junior/src/conversations/receive-message.ts";
import type { Transaction } from "../packages/junior/src/db/database.ts";
import { addItem } from "../packages/junior/src/desk/add-item.ts";
import { closeItem } from "../packages/junior/src/desk/close-item.ts";
import { countNeedsYou, countWaitOnOthers, listItems } from "../packages/junior/src/desk/item-reader-store.ts";
import { addUsage, readUsage } from "../packages/junior/src/model/usage-store.ts";
import { findNames, findOrCreatePerson, setAdmin, updateProfile } from "../packages/junior/src/people/people-store.ts";
import type { Person } from "../packages/junior/src/people/person.ts";
import { type Redeemed } from "../packages/junior/src/people/redeem-link-code.ts";
import { resolvePerson } from "../packages/junior/src/people/resolve-person.ts";
import { newId } from "../packages/junior/src/base/ids.ts";
import { makeConversation, makeItem } from "./factories/item.ts";
import { waitFor } from "./wait-for.ts";
import type { Rooms } from "./open-rooms.ts";
import { useLinking } from "./use-linking.ts";

const linking = useLinking();
const { twoOfOne, another, codeOf, redeem, link, now } = linking;
let rooms: Rooms;
beforeAll(() => {
  rooms = linking.rooms();
});

describe("two people who became one", () => {
  const openItems = async (person: Person) => {
    const page = await listItems(rooms.database, person, { state: "open", mine: true }, { cursor: null, limit: 50 });
    if (page === "bad-cursor") throw new Error("no cursor was given");
    return page.items;
  };

  test("have one desk, with what was asked of either, and what was asked of both once", async () => {
    const { local, slack } = await twoOfOne();
    const conversationId = await makeConversation(rooms, local);
    const mine = await makeItem(rooms, conversationId, { assignees: [local] });
    const theirs = await makeItem(rooms, await makeConversation(rooms, slack), { assignees: [slack] });
    const both = await makeItem(rooms, conversationId, { assignees: [slack, local] });
    expect(await countNeedsYou(rooms.database, slack.userId)).toBe(2);
    await link(local, slack);
    for (const person of [await now(local), await now(slack)]) {
      const items = await openItems(person);
      expect(items.map(({ id }) => id).toSorted()).toEqual([mine.id, theirs.id, both.id].toSorted());
      expect(items.map(({ assignees }) => assignees.map(({ userId }) => userId))).toEqual([1, 2, 3].map(() => [slack.userId]));
      expect(await countNeedsYou(rooms.database, person.userId)).toBe(3);
    }
    expect(await countNeedsYou(rooms.database, local.userId)).toBe(0);
    const revisions = await rooms.query("select assignee_user_ids as asked from junior_review_item_revisions where item_id = $1", [
      both.id,
    ]);
    expect(revisions).toEqual([{ asked: [slack.userId] }]);
  });

  test.each(["local", "slack"] as const)("answer as one by the account %s, once", async (by) => {
    const people = await twoOfOne();
    const item = await makeItem(rooms, await makeConversation(rooms, people.slack), { assignees: [people.slack] });
    await link(people.local, people.slack);
    const answer = async (person: Person) =>
      closeItem(rooms.database, rooms.queue, {
        itemId: item.id,
        revision: 1,
        person: await now(person),
        surface: "cli",
        given: { text: "Blue" },
      });
    expect((await answer(people[by])).outcome).toBe("closed");
    expect((await answer(people[by === "local" ? "slack" : "local"])).outcome).toBe("already-closed");
  });

  test("keep what one of them asked of others", async () => {
    const { local, slack } = await twoOfOne();
    const ben = await another("ben");
    await makeItem(rooms, await makeConversation(rooms, ben), { assignees: [ben], askedByUserId: local.userId });
    await link(local, slack);
    expect(await countWaitOnOthers(rooms.database, slack.userId)).toBe(1);
  });

  test("see the conversations of both, each once", async () => {
    const { local, slack } = await twoOfOne();
    const conversations = [
      await makeConversation(rooms, local),
      await makeConversation(rooms, slack),
      await makeConversation(rooms, local),
    ];
    const shared = conversations[2] as string;
    await rooms.database.transaction().execute((transaction) => say(transaction, { id: shared }, slack));
    await link(local, slack);
    const seen = await listConversations(rooms.database, await now(local), { before: null, limit: 50 });
    expect(seen.conversations.map(({ id }) => id).toSorted()).toEqual(conversations.toSorted());
    const rows = await rooms.query("select user_id from junior_conversation_participants where conversation_id = $1", [shared]);
    expect(rows).toEqual([{ user_id: slack.userId }]);
  });

  test("are one principal: work under way for one goes on for both, and the word of either counts", async () => {
    const { local, slack } = await twoOfOne();
    const conversationId = await makeConversation(rooms, local);
    const treeId = newId();
    await rooms.query("insert into junior_turn_trees (id, root_conversation_id, principal_user_id) values ($1, $2, $3)", [
      treeId,
      conversationId,
      local.userId,
    ]);
    await link(local, slack);
    const [tree] = await rooms.query<{ principal: string }>("select principal_user_id as principal from junior_turn_trees where id = $1", [
      treeId,
    ]);
    expect(tree?.principal).toBe(slack.userId);
    const identityIds = (await resolvePerson(rooms.database, { userId: tree?.principal as string }))?.identities.map(({ id }) => id) ?? [];
    for (const { identityId } of [local, slack]) {
      const said = { authorKind: "person", authorIdentityId: identityId, source: "slack", byToken: false, edited: false } as const;
      expect(approves(said, { identityIds })).toBe(true);
    }
  });

  test("are asked once by a Turn that began before", async () => {
    const { local, slack } = await twoOfOne();
    const conversationId = await makeConversation(rooms, local);
    await link(local, slack);
    const item = await makeItem(rooms, conversationId, { assignees: [local, slack], askedByUserId: local.userId });
    expect(item.assignees.map(({ userId }) => userId)).toEqual([slack.userId]);
    expect((await openItems(await now(slack))).map(({ id }) => id)).toEqual([item.id]);
  });

  test("share a budget", async () => {
    const { local, slack } = await twoOfOne();
    const use = { model: "test/model", inputTokens: 5, outputTokens: 2, costUsd: null };
    await rooms.database.transaction().execute(async (transaction) => {
      await addUsage(transaction, { ...use, userId: local.userId });
      await addUsage(transaction, { ...use, userId: slack.userId });
      await addUsage(transaction, { ...use, userId: local.userId, model: "test/other", costUsd: 1.5 });
    });
    await link(local, slack);
    expect((await readUsage(rooms.database, slack.userId)).person).toMatchObject({ tokens: 21, usd: 1.5 });
    expect((await readUsage(rooms.database, local.userId)).person).toMatchObject({ tokens: 0, usd: 0 });
  });

  test("keep the name and the zone of Slack, and the right of an admin that either had", async () => {
    const { local, slack } = await twoOfOne();
    const profile = { handle: "ana", name: "Ana of Slack", fullMember: true, timeZone: "Europe/Zurich", deactivated: false };
    await updateProfile(rooms.database, slack.identityId, profile);
    await setAdmin(rooms.database, local.userId, true);
    await link(local, slack);
    expect(await resolvePerson(rooms.database, { identityId: local.identityId })).toMatchObject({
      name: "Ana of Slack",
      timeZone: "Europe/Zurich",
      admin: true,
    });
    expect((await findNames(rooms.database, [slack.userId])).get(slack.userId)).toBe("Ana of Slack");
  });

  test("are told of it live, both", async () => {
    const { local, slack } = await twoOfOne();
    const told: string[] = [];
    const stop = rooms.changes.subscribe((batch) => {
      if (batch !== "reload") told.push(...batch.changes.filter(({ kind }) => kind === "person").map(({ id }) => id));
    });
    await link(local, slack);
    await waitFor(
      "both to be told",
      () => told,
      (ids) => ids.includes(local.userId) && ids.includes(slack.userId),
    );
    stop();
  });

  test.each<[string, (transaction: Transaction, local: Person, slack: Person, known: string) => Promise<unknown>]>([
    ["says in a new conversation", (transaction, local) => say(transaction, newPlace, local)],
    ["is asked", (transaction, local, _, known) => ask(transaction, known, [local])],
    [
      "is asked where they take no part",
      async (transaction, local, slack) => ask(transaction, await say(transaction, newPlace, slack), [local]),
    ],
  ])("lose nothing of what one %s in a transaction that is still open", async (_, write) => {
    const { local, slack } = await twoOfOne();
    const known = await makeConversation(rooms, local);
    const code = await codeOf(local);
    let linking = Promise.resolve<Redeemed | null>(null);
    await rooms.database.transaction().execute(async (transaction) => {
      await write(transaction, local, slack, known);
      linking = redeem(code, slack);
      await Promise.race([linking, someoneWaitsForALock()]);
    });
    expect((await linking)?.outcome).toBe("linked");
    expect(await rowsOf(local)).toEqual([]);
  });

  test("lose nothing of what they say and are asked during the merge, in any order", async () => {
    for (let round = 0; round < 5; round++) {
      const { local, slack } = await twoOfOne();
      const known = await makeConversation(rooms, local);
      const item = await makeItem(rooms, known, { assignees: [local] });
      const code = await codeOf(local);
      const [redeemed, made, asked] = await Promise.all([
        redeem(code, slack),
        makeConversation(rooms, local),
        makeItem(rooms, known, { assignees: [local] }),
        rooms.database.transaction().execute((transaction) => say(transaction, { id: known }, local)),
        makeItem(rooms, await makeConversation(rooms, slack), { assignees: [slack, local] }),
      ]);
      expect(redeemed.outcome).toBe("linked");
      const person = await now(local);
      expect(person.userId).toBe(slack.userId);
      const { conversations } = await listConversations(rooms.database, person, { before: null, limit: 50 });
      expect(conversations.map(({ id }) => id)).toEqual(expect.arrayContaining([known, made]));
      const items = await openItems(person);
      expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([item.id, asked.id]));
      expect(items).toHaveLength(3);
      expect(await rowsOf(local)).toEqual([]);
    }
  });

  test("and a third and a fourth at once become one too, in a ring as in a row", async () => {
    const { local, slack } = await twoOfOne();
    const second = await findOrCreatePerson(rooms.database, {
      provider: "github",
      tenant: "github",
      subject: newId(),
      handle: "ana",
      name: "ana",
      fullMember: false,
    });
    const codes = [await codeOf(local), await codeOf(slack), await codeOf(second)] as const;
    const ring = await Promise.all([redeem(codes[0], slack), redeem(codes[1], second), redeem(codes[2], local)]);
    expect(ring.map(({ outcome }) => outcome).toSorted()).toEqual(["already-linked", "linked", "linked"]);
    const users: string[] = [];
    for (const person of [local, slack, second]) users.push((await now(person)).userId);
    expect(new Set(users).size).toBe(1);
    for (const person of [local, slack, second]) {
      expect((await resolvePerson(rooms.database, { userId: person.userId }))?.userId).toBe(users[0]);
    }
  });
});

const newPlace = { externalKey: null, source: "web", visibility: "private", title: "Paint the door", location: null } as const;

async function say(transaction: Transaction, conversation: NewMessage["conversation"], author: Person): Promise<string> {
  const received = await receiveMessage(transaction, rooms.queue, {
    conversation,
    externalKey: `test:${newId()}`,
    source: "web",
    author: { kind: "person", userId: author.userId, identityId: author.identityId },
    text: "And the door.",
    state: "waiting",
  });
  if (received === null || typeof received === "string") throw new Error("it was not received");
  return received.conversationId;
}

async function ask(transaction: Transaction, conversationId: string, assignees: Person[]) {
  await lockConversation(transaction, conversationId);
  return addItem(transaction, rooms.queue, {
    conversationId,
    rootConversationId: conversationId,
    turnId: null,
    turnTreeId: null,
    actorIdentityId: null,
    askedByUserId: null,
    kind: "notice",
    title: "The door is green",
    ask: "Look at it.",
    body: null,
    link: null,
    dedupeKey: newId(),
    assigneesByDefault: false,
    request: null,
    assignees: assignees.map(({ userId }) => ({ userId, because: "you started this" })),
  });
}

function someoneWaitsForALock(): Promise<unknown> {
  return waitFor(
    "a merge that waits",
    () => rooms.query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
    (rows) => rows.length > 0,
  );
}

/** What still stands under the User who became another. */
const rowsOf = ({ userId }: Person) =>
  rooms.query(
    `select 'takes part' as what from junior_conversation_participants where user_id = $1
     union all select 'is asked' from junior_review_item_assignees where user_id = $1`,
    [userId],
  );
