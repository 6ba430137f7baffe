import { expect, test } from "vitest";
import { mergeHands } from "../packages/junior/src/app/merge-hands.ts";
import { readSignInLink } from "../packages/junior/src/people/sign-in.ts";
import type { Person } from "../packages/junior/src/people/person.ts";
import { redeemLinkCode } from "../packages/junior/src/people/redeem-link-code.ts";
import { makePerson } from "./factories/item.ts";
import { short, useTerminals } from "./open-terminal.ts";
import { waitFor } from "./wait-for.ts";

const terminals = useTerminals();
const codeForm = /link ([2-9A-Z]{4}-[2-9A-Z]{4})/;

const redeem = (code: string, person: Person) =>
  redeemLinkCode(terminals.rooms().database, { code, identityId: person.identityId, hands: mergeHands(terminals.rooms().queue) });
const shownCode = (out: () => string) => waitFor("a code", out, (text) => codeForm.exec(text)?.[1]);

test("web prints a link that lets its person in, and says where nobody answers", async () => {
  const { ana } = terminals.people();
  const ended = await terminals.run(ana, "web");
  const url = new URL(ended.out.trim());
  expect(ended).toMatchObject({ code: 0, err: expect.stringContaining("Nothing answers at http://localhost:9 now.") });
  expect(await readSignInLink(terminals.rooms().database, url.searchParams.get("token") ?? "")).toMatchObject({ userId: ana.userId });
});

test("web --json prints the link alone", async () => {
  const { out } = await terminals.run(terminals.people().ana, "web", "--json");
  const { url, expiresAt } = JSON.parse(out);
  expect(url).toMatch(/^http:\/\/localhost:9\/auth\/sign-in\?token=[\w-]{43}$/);
  expect((Date.parse(expiresAt) - Date.now()) / 60_000).toBeCloseTo(10, 0);
});

test("link waits until its code is used in Slack, then says who one is", async () => {
  const eve = await makePerson(terminals.rooms(), "eve");
  const local = await terminals.rooms().person("eve-local");
  const terminal = terminals.start(local, ["link"]);
  const code = await shownCode(terminal.out);
  expect((await redeem(code, eve)).outcome).toBe("linked");
  expect(await terminal.ended).toMatchObject({ code: 0, out: expect.stringContaining("You are @eve in Slack now.") });
});

test("link says where Slack is off", async () => {
  const { ana } = terminals.people();
  const off = await terminals.start(ana, ["link", "--no-wait"], { slack: false }).ended;
  expect(off).toMatchObject({ code: 0, err: expect.stringMatching(/^Slack is not connected in this folder's settings/) });
  expect(off.out).toMatch(codeForm);
  expect((await terminals.run(ana, "link", "--no-wait")).err).toBe("");
});

test("link --json prints the code, and the person at the end", async () => {
  const dan = await makePerson(terminals.rooms(), "dan");
  const terminal = terminals.start(await terminals.rooms().person("dan-local"), ["link", "--json"]);
  const code = await shownCode(terminal.out);
  await redeem(code, dan);
  const { out } = await terminal.ended;
  expect(out).toContain(`"write": "link ${code}"`);
  expect(out).toContain(`"userId": "${dan.userId}"`);
});

test("link that is interrupted leaves the code valid", async () => {
  const fay = await makePerson(terminals.rooms(), "fay");
  const terminal = terminals.start(await terminals.rooms().person("fay-local"), ["link"]);
  const code = await shownCode(terminal.out);
  terminal.interrupt.abort();
  expect(await terminal.ended).toMatchObject({ code: 130, err: expect.stringContaining("The code stays valid") });
  expect((await redeem(code, fay)).outcome).toBe("linked");
});

test("link --no-wait prints the code and ends", async () => {
  const ended = await terminals.run(terminals.people().ben, "link", "--no-wait");
  expect(ended).toMatchObject({ code: 0, out: expect.stringMatching(codeForm) });
});

test("link ends when nobody used the code in its time", async () => {
  const { ben } = terminals.people();
  const terminal = terminals.start(ben, ["link"]);
  await shownCode(terminal.out);
  await terminals.rooms().query("update junior_link_codes set expires_at = now() where identity_id = $1", [ben.identityId]);
  expect(await terminal.ended).toMatchObject({ code: 1, err: expect.stringContaining("The code has expired") });
});

test("people list names everybody once, with their accounts", async () => {
  const gus = await makePerson(terminals.rooms(), "gus");
  const local = await terminals.rooms().person("gus-local");
  await redeem(await shownCodeOf(local), gus);
  const { out } = await terminals.run(local, "people", "list");
  const lines = out.split("\n").filter((line) => line.includes("gus"));
  expect(lines).toEqual([`${short(gus.userId)}  gus  slack gus, local gus-local`]);
  const { people } = JSON.parse((await terminals.run(local, "people", "list", "--json")).out);
  expect(people.filter(({ userId }: { userId: string }) => userId === local.userId)).toEqual([]);
  expect(people.find(({ userId }: { userId: string }) => userId === gus.userId)).toMatchObject({ admin: false, deactivated: false });
});

test("people admin makes somebody an admin and takes it back, by name or by id", async () => {
  const { cai, ana } = terminals.people();
  const isAdmin = async () => (await terminals.rooms().query("select admin from junior_users where id = $1", [cai.userId]))[0];
  expect(await terminals.run(ana, "people", "admin", "@Cai")).toMatchObject({ code: 0, out: "cai is an admin now.\n" });
  expect(await isAdmin()).toEqual({ admin: true });
  expect((await terminals.run(ana, "people", "list")).out).toMatch(/cai {2}local cai {2}\(admin\)/);
  expect(await terminals.run(ana, "people", "admin", short(cai.userId), "--off")).toMatchObject({ code: 0 });
  expect(await isAdmin()).toEqual({ admin: false });
});

test("people admin changes nothing where nobody or more than one is called so", async () => {
  const { ana } = terminals.people();
  await makePerson(terminals.rooms(), "ben");
  expect(await terminals.run(ana, "people", "admin", "nobody")).toMatchObject({
    code: 1,
    err: expect.stringContaining("Nobody whom Junior"),
  });
  const several = await terminals.run(ana, "people", "admin", "ben");
  expect(several).toMatchObject({ code: 1, err: expect.stringContaining("Several are called ben. Give an id:") });
  expect(await terminals.rooms().query("select 1 from junior_users where admin")).toEqual([]);
});

async function shownCodeOf(person: Person): Promise<string> {
  const { out } = await terminals.run(person, "link", "--no-wait");
  return codeForm.exec(out)?.[1] ?? "";
}
