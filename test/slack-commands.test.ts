import { expect, test } from "vitest";
import { createLinkCode } from "../packages/junior/src/people/create-link-code.ts";
import { findOrCreatePerson } from "../packages/junior/src/people/people-store.ts";
import { colours, useSlackRoom } from "./use-slack-room.ts";

const { room, messages, ask, told } = useSlackRoom();

const run = async (text: string, user = "U0ANA") => {
  const { status, body } = await room.fake.command({ user, channel: "C0P", command: "/junior", text });
  expect(status).toBe(200);
  return JSON.parse(body) as { response_type: string; text: string };
};
const newCode = async () => {
  const local = await findOrCreatePerson(room.ground.database, {
    provider: "local",
    tenant: "local",
    subject: "local",
    handle: "ana",
    name: "ana",
    fullMember: true,
  });
  return (await createLinkCode(room.ground.database, local.identityId)).code;
};
const people = () => room.rows.query("select distinct user_id from junior_identities where subject in ('U0ANA', 'local')");

test("web gives a link for its person alone", async () => {
  const answer = await run("web");
  expect(answer).toMatchObject({
    response_type: "ephemeral",
    text: expect.stringMatching(/https:\/\/junior\.example\/auth\/sign-in\?token=\S+ /),
  });
  expect(await room.rows.query("select subject from junior_sign_in_links l join junior_identities i on i.id = l.identity_id")).toEqual([
    { subject: "U0ANA" },
  ]);
});

test("desk says what needs one, to that one", async () => {
  expect((await run("desk")).text).toContain("Nothing waits on you.");
  await ask(colours);
  expect((await run("desk")).text).toContain("Needs you: Colour");
  expect((await run("desk", "U0BEN")).text).toContain("Nothing waits on you.");
});

test("anything else is told what there is", async () => {
  expect((await run("")).text).toContain("/junior web");
  expect((await run("dance")).text).toContain("/junior link CODE");
});

test("link joins the accounts by the command, once", async () => {
  const code = await newCode();
  expect((await run("link")).text).toContain("Which code?");
  expect((await run(`link ${code}`)).text).toContain("Linked: ");
  expect(await people()).toHaveLength(1);
  expect((await run(`link ${code}`, "U0BEN")).text).toContain("links nothing");
});

test.each([
  ["in a DM", "D0ANA", (code: string) => `link ${code}`],
  ["by a mention", "C0P", (code: string) => `<@U0BOT> link ${code.toLowerCase()}`],
])("a code typed %s links once and is kept nowhere", async (_, channel, text) => {
  await room.fake.say({ user: "U0ANA", channel, text: text(await newCode()) });
  if (channel === "C0P") await told("U0ANA", "Linked: ");
  else await room.fake.waitFor(() => room.fake.messages(channel).some((message) => message.text.includes("Linked: ")), "the answer");
  expect(await people()).toHaveLength(1);
  expect(await messages()).toEqual([]);
  expect(room.fake.ephemerals("U0ANA").filter(({ text: line }) => line.includes("links nothing"))).toEqual([]);
});

test.each(["link the pages", "link some more", "link page 2345", "link back-ends", "Link ABCD-2345"])(
  "%j, where nobody was given such a code, is a message like any other",
  async (text) => {
    await newCode();
    await room.fake.say({ user: "U0ANA", channel: "C0P", text: `<@U0BOT> ${text}` });
    expect(await messages()).toMatchObject([{ text, state: "waiting" }]);
    expect(room.fake.ephemerals("U0ANA")).toEqual([]);
  },
);

test("a code that was used is still a code: its writer is told, and it is kept nowhere", async () => {
  const code = await newCode();
  await run(`link ${code}`);
  await room.fake.say({ user: "U0BEN", channel: "C0P", text: `<@U0BOT> link ${code}` });
  await told("U0BEN", "links nothing");
  expect(await messages()).toEqual([]);
});

test("without a database it says so in time", async () => {
  await run("help");
  await room.rows.query("alter table junior_sign_in_links rename to away");
  expect((await run("web")).text).toContain("Junior cannot reach its database.");
  await room.rows.query("alter table away rename to junior_sign_in_links");
});
