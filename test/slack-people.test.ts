import { expect, test } from "vitest";
import { createSignInLink } from "../packages/junior/src/people/create-sign-in-link.ts";
import { identifySession, readSignInLink, redeemSignInLink } from "../packages/junior/src/people/sign-in.ts";
import { colours, useSlackRoom } from "./use-slack-room.ts";

const { room, messages, ask, told, item, meetAna } = useSlackRoom();

const mention = (user: string, text: string, more = {}) => room.fake.say({ user, channel: "C0P", text: `<@U0BOT> ${text}`, ...more });
const person = async (subject: string) =>
  (
    await room.rows.query<{ name: string; time_zone: string; full_member: boolean; deactivated: boolean }>(
      `select u.name, u.time_zone, i.full_member, u.deactivated_at is not null as deactivated
       from junior_identities i join junior_users u on u.id = i.user_id where i.subject = $1`,
      [subject],
    )
  )[0];
const tokenOf = async (identityId: string) => {
  const link = await createSignInLink(room.ground.database, identityId, "https://junior.example");
  return new URL(link?.url ?? "").searchParams.get("token") ?? "";
};
const signIn = async (identityId: string) => {
  const signedIn = await redeemSignInLink(room.ground.database, await tokenOf(identityId));
  if ("refused" in signedIn) throw new Error("nobody came in");
  return signedIn.session.token;
};

test("who becomes a guest is one here at once, and starts nothing more", async () => {
  const { ts, ana } = await meetAna();
  const session = await signIn(ana.id);
  expect(await room.fake.changeUser("U0ANA", { isRestricted: true })).toEqual([200]);
  expect(await person("U0ANA")).toMatchObject({ full_member: false, deactivated: false });
  expect(await identifySession(room.ground.database, session)).toMatchObject({ fullMember: false });
  await mention("U0ANA", "and this", { threadTs: ts });
  expect(await messages()).toMatchObject([{ text: "paint it" }, { text: "and this", state: "seen" }]);
  await room.fake.changeUser("U0ANA", { isRestricted: false, name: "anna" });
  expect(await person("U0ANA")).toMatchObject({ full_member: true, name: "anna" });
});

test("who is deactivated loses sessions and links at once, and keeps them lost when they come back", async () => {
  const { ana } = await meetAna();
  const [session, link] = [await signIn(ana.id), await tokenOf(ana.id)];
  expect(await identifySession(room.ground.database, session)).not.toBeNull();
  expect(await room.fake.changeUser("U0ANA", { isDeleted: true })).toEqual([200]);
  expect(await person("U0ANA")).toEqual({ name: "ana", time_zone: "Europe/Zurich", full_member: false, deactivated: true });
  expect(await identifySession(room.ground.database, session)).toBeNull();
  await room.fake.changeUser("U0ANA", { isDeleted: false });
  expect(await person("U0ANA")).toMatchObject({ full_member: true, deactivated: false });
  expect(await identifySession(room.ground.database, session)).toBeNull();
  expect(await readSignInLink(room.ground.database, link)).toBeNull();
});

test("what somebody deactivated says, clicks and types starts and settles nothing", async () => {
  const { card } = await ask(colours);
  await room.fake.changeUser("U0ANA", { isDeleted: true });
  await mention("U0ANA", "once more");
  await room.fake.click({ user: "U0ANA", channel: "C0P", messageTs: card.ts, text: "Blue" });
  await told("U0ANA", "can answer this");
  expect(await item()).toMatchObject({ closed_how: null });
  expect(await messages()).toHaveLength(1);
  expect(JSON.stringify(await room.fake.command({ user: "U0ANA", channel: "C0P", command: "/junior", text: "desk" }))).toContain(
    "deactivated",
  );
});

test("somebody deactivated who acts again is asked after before", async () => {
  await mention("U0ANA", "hi");
  await room.fake.changeUser("U0ANA", { isDeleted: true });
  await room.fake.changeUser("U0ANA", { isDeleted: false }, "untold");
  await mention("U0ANA", "I am back");
  expect((await messages()).map(({ text, state }) => [text, state])).toEqual([
    ["hi", "waiting"],
    ["I am back", "waiting"],
  ]);
  expect(await person("U0ANA")).toMatchObject({ full_member: true, deactivated: false });
});

test("nobody signs in by what was so before", async () => {
  await mention("U0ANA", "hi");
  await mention("U0ANA", "so that she was asked after just now");
  await room.fake.changeUser("U0ANA", { isDeleted: true }, "untold");
  const answer = await room.fake.command({ user: "U0ANA", channel: "C0P", command: "/junior", text: "web" });
  expect(JSON.stringify(answer)).toContain("deactivated");
  expect(await room.rows.query("select 1 from junior_sign_in_links")).toEqual([]);
});

test("an older change that comes again changes nothing back", async () => {
  await mention("U0ANA", "hi");
  await room.fake.changeUser("U0ANA", { isRestricted: false });
  await room.fake.changeUser("U0ANA", { isRestricted: true });
  const [older] = room.fake.attempts().filter(({ type }) => type === "user_change");
  expect(await room.fake.sendEvent(older?.envelope ?? {}, { retryNum: 1 })).toMatchObject({ status: 200 });
  expect(await person("U0ANA")).toMatchObject({ full_member: false });
});

test("a change of somebody whom Junior has not met makes nobody known", async () => {
  expect(await room.fake.changeUser("U0BEN", { isDeleted: true })).toEqual([200]);
  expect(await room.rows.query("select 1 from junior_identities")).toEqual([]);
});
