import { beforeAll, describe, expect, test } from "vitest";
import { mergeHands } from "../packages/junior/src/app/merge-hands.ts";
import { newLinkCode, readLinkCode } from "../packages/junior/src/people/link-code.ts";
import { findOrCreatePerson } from "../packages/junior/src/people/people-store.ts";
import { redeemLinkCode } from "../packages/junior/src/people/redeem-link-code.ts";
import { readLinkCodeState } from "../packages/junior/src/people/read-link-code-state.ts";
import { resolvePerson } from "../packages/junior/src/people/resolve-person.ts";
import { newId } from "../packages/junior/src/base/ids.ts";
import { makeConversation } from "./factories/item.ts";
import type { Rooms } from "./open-rooms.ts";
import { useLinking } from "./use-linking.ts";

const linking = useLinking();
const { twoOfOne, another, codeOf, redeem, link, now } = linking;
let rooms: Rooms;
beforeAll(() => {
  rooms = linking.rooms();
});

/** All that the database says of Users, so that a refused link can be seen to change nothing. */
const everything = async () => ({
  users: await rooms.query("select * from junior_users order by id"),
  identities: await rooms.query("select * from junior_identities order by id"),
  codes: await rooms.query("select * from junior_link_codes order by code_hash"),
  participants: await rooms.query("select * from junior_conversation_participants order by 1, 2"),
  assignees: await rooms.query("select * from junior_review_item_assignees order by 1, 2"),
});

describe("a code", () => {
  test("has no letters that look alike, however often it is made", async () => {
    const { local } = await twoOfOne();
    for (let count = 0; count < 20; count++) expect(await codeOf(local)).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
  });

  test("has a digit, which no word has", () => {
    for (let count = 0; count < 200; count++) expect(newLinkCode()).toMatch(/\d/);
  });

  test.each([
    "link the pages",
    "link them pages",
    "link pagesets",
    "link: some more",
    "link t h e p a g e s",
    `link ABCD-2345${" ".repeat(200)}x`,
  ])("is not in %j", (text) => expect(readLinkCode(text)).toBeNull());

  test("is stored as a hash only", async () => {
    const { local } = await twoOfOne();
    const code = await codeOf(local);
    const rows = JSON.stringify(await rooms.query("select encode(code_hash, 'escape') as hash, * from junior_link_codes"));
    expect(rows).not.toContain(code);
    expect(rows).not.toContain(code.replace("-", ""));
  });

  test.each<[string, (code: string) => string, boolean]>([
    ["as it was shown", (code) => `link ${code}`, true],
    ["in small letters and without its dash", (code) => `Link ${code.toLowerCase().replace("-", "")}`, true],
    ["with spaces around and within", (code) => `  link  ${code.replace("-", " ")} \n`, true],
    ["with a full stop", (code) => `link ${code}.`, true],
    ["within a sentence", (code) => `please link ${code} for me`, false],
    ["cut off", (code) => `link ${code.slice(0, -1)}`, false],
    ["with one letter too many", (code) => `link ${code}2`, false],
    ["without the word", (code) => code, false],
  ])("written %s", async (_, write, counts) => {
    const { local, slack } = await twoOfOne();
    const read = readLinkCode(write(await codeOf(local)));
    const redeemed = read === null ? null : await redeem(read, slack);
    expect(redeemed?.outcome).toBe(counts ? "linked" : undefined);
  });

  test("makes two people one: the one who redeems it", async () => {
    const { local, slack } = await twoOfOne();
    const code = await codeOf(local);
    expect(await readLinkCodeState(rooms.database, code)).toBe("waiting");
    const redeemed = await redeem(code, slack);
    expect(redeemed).toMatchObject({ outcome: "linked", person: { userId: slack.userId, name: slack.name, fullMember: true } });
    expect(await readLinkCodeState(rooms.database, code)).toBe("used");
    expect((await now(local)).userId).toBe(slack.userId);
    const seen = await resolvePerson(rooms.database, { userId: local.userId });
    expect(seen?.userId).toBe(slack.userId);
    expect(seen?.identities.map(({ provider }) => provider).toSorted()).toEqual(["local", "slack"]);
    const [row] = await rooms.query("select merged_into_user_id from junior_users where id = $1", [local.userId]);
    expect(row).toEqual({ merged_into_user_id: slack.userId });
  });

  test("works once", async () => {
    const { local, slack } = await twoOfOne();
    const cai = await another("cai");
    const code = await codeOf(local);
    expect((await redeem(code, slack)).outcome).toBe("linked");
    const before = await everything();
    expect(await redeem(code, cai)).toEqual({ outcome: "refused" });
    expect(await redeem(code, slack)).toEqual({ outcome: "refused" });
    expect(await everything()).toEqual(before);
  });

  test("ends after 10 minutes of the database", async () => {
    const { local, slack } = await twoOfOne();
    const code = await codeOf(local);
    await rooms.query("update junior_link_codes set expires_at = now() + interval '1 second' where identity_id = $1", [local.identityId]);
    expect(await readLinkCodeState(rooms.database, code)).toBe("waiting");
    await rooms.query("update junior_link_codes set expires_at = now() where identity_id = $1", [local.identityId]);
    expect(await readLinkCodeState(rooms.database, code)).toBe("expired");
    expect(await redeem(code, slack)).toEqual({ outcome: "refused" });
    const [row] = await rooms.query("select expires_at - created_at as life from junior_link_codes where identity_id = $1", [
      (await codeOf(slack), slack.identityId),
    ]);
    expect(row).toMatchObject({ life: { minutes: 10 } });
  });

  test("that nobody was given is refused like the others", async () => {
    const { slack } = await twoOfOne();
    expect(await redeem("ABCD-2345", slack)).toEqual({ outcome: "refused" });
  });

  test.each(["giver", "redeemer"])("of or by somebody who is deactivated (%s) is refused", async (who) => {
    const { local, slack } = await twoOfOne();
    const code = await codeOf(local);
    const gone = who === "giver" ? local : slack;
    await rooms.query("update junior_users set deactivated_at = now() where id = $1", [gone.userId]);
    expect(await redeem(code, slack)).toEqual({ outcome: "refused" });
    expect((await now(local)).userId).toBe(local.userId);
  });

  test("redeemed by two at once links exactly one of them", async () => {
    for (let round = 0; round < 5; round++) {
      const { local, slack } = await twoOfOne();
      const cai = await another("cai");
      const code = await codeOf(local);
      const outcomes = (await Promise.all([redeem(code, slack), redeem(code, cai)])).map(({ outcome }) => outcome);
      expect(outcomes.toSorted()).toEqual(["linked", "refused"]);
      const winner = outcomes[0] === "linked" ? slack : cai;
      expect((await now(local)).userId).toBe(winner.userId);
    }
  });

  test("of somebody who is that person already says so, and is used up", async () => {
    const { local, slack } = await twoOfOne();
    await link(local, slack);
    const code = await codeOf(local);
    expect((await redeem(code, slack)).outcome).toBe("already-linked");
    expect(await redeem(code, slack)).toEqual({ outcome: "refused" });
  });

  test("links nothing where both have an account in the same workspace, and can still be used by the right one", async () => {
    const { local, slack } = await twoOfOne();
    const ben = await another("ben");
    await link(local, slack);
    const code = await codeOf(local);
    const before = await everything();
    expect(await redeem(code, ben)).toEqual({ outcome: "conflict", provider: "slack" });
    expect(await everything()).toEqual(before);
    const elsewhere = await findOrCreatePerson(rooms.database, {
      provider: "slack",
      tenant: "T2",
      subject: newId(),
      handle: "ana",
      name: "ana",
      fullMember: false,
    });
    expect((await redeem(code, elsewhere)).outcome).toBe("linked");
    expect((await now(slack)).userId).toBe(elsewhere.userId);
    expect((await resolvePerson(rooms.database, { userId: local.userId }))?.userId).toBe(elsewhere.userId);
  });

  test("that fails in the middle changes nothing", async () => {
    const { local, slack } = await twoOfOne();
    await makeConversation(rooms, local);
    const code = await codeOf(local);
    const before = await everything();
    const hands = mergeHands(rooms.queue);
    const broken = { ...hands, repoint: [...hands.repoint, () => Promise.reject(new Error("a room broke"))] };
    await expect(redeemLinkCode(rooms.database, { code, identityId: slack.identityId, hands: broken })).rejects.toThrow("a room broke");
    expect(await everything()).toEqual(before);
    expect((await redeem(code, slack)).outcome).toBe("linked");
  });
});
