import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mergeHands } from "../packages/junior/src/app/merge-hands.ts";
import { newId } from "../packages/junior/src/base/ids.ts";
import { words } from "../packages/junior/src/base/words.ts";
import { createLinkCode } from "../packages/junior/src/people/create-link-code.ts";
import { createSignInLink } from "../packages/junior/src/people/create-sign-in-link.ts";
import { updateProfile } from "../packages/junior/src/people/people-store.ts";
import type { Person } from "../packages/junior/src/people/person.ts";
import { redeemLinkCode } from "../packages/junior/src/people/redeem-link-code.ts";
import { trimSignIns } from "../packages/junior/src/people/sign-in-store.ts";
import { makePerson } from "./factories/item.ts";
import { type Answer, askHttp, openEvents } from "./http-client.ts";
import { type ServedWeb, type TestWeb, blue, openTestWeb, serveWeb } from "./open-test-web.ts";
import { waitFor } from "./wait-for.ts";

let web: TestWeb;
/** As where JUNIOR_PUBLIC_URL is set: nobody is let in without a session. */
let open: ServedWeb;
const base = "https://junior.example";
beforeAll(async () => {
  web = await openTestWeb();
  open = await serveWeb({ ...web.deps, publicUrl: base });
});
afterAll(async () => {
  await open.close();
  await web.close();
});

async function tokenFor(person: Person): Promise<string> {
  const link = await createSignInLink(web.database, person.identityId, base);
  const url = new URL(link?.url ?? "");
  expect(url.origin + url.pathname).toBe(`${base}/auth/sign-in`);
  return url.searchParams.get("token") as string;
}
const form = { "content-type": "application/x-www-form-urlencoded" };
const get = (path: string, cookie?: string) => askHttp(open.port, path, { headers: cookie === undefined ? {} : { cookie } });
const press = (token: string, headers: Record<string, string> = {}) =>
  askHttp(open.port, "/auth/sign-in", { method: "POST", body: `token=${encodeURIComponent(token)}`, headers: { ...form, ...headers } });
const cookieOf = (answer: Answer) => answer.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
const signIn = async (person: Person) => cookieOf(await press(await tokenFor(person)));
const signOut = (cookie: string, headers: Record<string, string> = {}) =>
  askHttp(open.port, "/auth/sign-out", { method: "POST", body: "", headers: { ...form, cookie, ...headers } });
const me = (cookie?: string) => get("/api/me", cookie);

describe("a link", () => {
  test("lets its person in by its button, and nobody before", async () => {
    expect((await me()).status).toBe(401);
    const token = await tokenFor(web.ben);
    const page = await get(`/auth/sign-in?token=${token}`);
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining("Sign in as @ben") });
    expect(page.headers["set-cookie"]).toBeUndefined();
    const answer = await press(token, { origin: base, "sec-fetch-site": "same-origin" });
    expect(answer).toMatchObject({ status: 303, headers: { location: "/", "cache-control": "no-store" } });
    expect((await me(cookieOf(answer))).json).toMatchObject({ userId: web.ben.userId, name: "ben", bySession: true });
  });

  test("is not used up by whoever only opens it, however often", async () => {
    const token = await tokenFor(web.ben);
    for (let count = 0; count < 3; count++) {
      expect((await get(`/auth/sign-in?token=${token}`)).text).toContain("Sign in as @ben");
      expect((await askHttp(open.port, `/auth/sign-in?token=${token}`, { method: "HEAD" })).status).toBe(200);
    }
    expect((await press(token)).status).toBe(303);
  });

  test("gives a cookie that no script reads, that stays with this site and, at an https address, off plain HTTP", async () => {
    const cookie = (await press(await tokenFor(web.ben))).headers["set-cookie"]?.[0] ?? "";
    expect(cookie).toMatch(/^junior_session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/);
    const days = (Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
    const plain = await askHttp(web.port, "/auth/sign-in", { method: "POST", body: `token=${await tokenFor(web.ben)}`, headers: form });
    expect(plain.headers["set-cookie"]?.[0]).not.toContain("Secure");
  });

  test("and its session are stored as hashes only", async () => {
    const token = await tokenFor(web.ben);
    const session = cookieOf(await press(token)).split("=")[1] as string;
    const rows = await web.query("select encode(token_hash, 'escape') as hash, * from junior_sign_in_links");
    const sessions = await web.query("select encode(token_hash, 'escape') as hash, * from junior_sessions");
    for (const secret of [token, session]) expect(JSON.stringify([rows, sessions])).not.toContain(secret);
    expect(rows.every((row) => (row["token_hash"] as Buffer).length === 32)).toBe(true);
  });

  test("works once, and what comes after it reads the same as for one that never was, or is too old", async () => {
    const used = await tokenFor(web.ben);
    expect((await press(used)).status).toBe(303);
    const expired = await tokenFor(web.ben);
    await web.query("update junior_sign_in_links set expires_at = now() where used_at is null");
    const texts = new Set<string>();
    for (const token of [used, expired, "A".repeat(43), "nonsense", "", "\u0000' or 1=1", `${used}x`]) {
      for (const answer of [await get(`/auth/sign-in?token=${encodeURIComponent(token)}`), await press(token)]) {
        expect(answer.status).toBe(403);
        expect(answer.headers["set-cookie"]).toBeUndefined();
        texts.add(answer.text);
      }
    }
    expect([...texts]).toEqual([expect.stringContaining("This link lets nobody in.")]);
    expect([...texts][0]).toContain("Write /junior web in Slack, or run npx junior web");
  });

  test("lasts 10 minutes by the database's clock", async () => {
    const token = await tokenFor(web.ben);
    const [row] = await web.query("select expires_at - created_at as life from junior_sign_in_links order by created_at desc limit 1");
    expect(row).toMatchObject({ life: { minutes: 10 } });
    await web.query("update junior_sign_in_links set expires_at = now() + interval '2 seconds' where used_at is null");
    expect((await press(token)).status).toBe(303);
  });

  test("pressed by many at once gives exactly one session", async () => {
    const token = await tokenFor(web.ben);
    const before = (await web.query("select 1 from junior_sessions")).length;
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => press(token)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([303, 403, 403, 403, 403, 403]);
    expect((await web.query("select 1 from junior_sessions")).length).toBe(before + 1);
  });

  test.each<Record<string, string>>([
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("cannot be pressed by the page of another site: %j", async (headers) => {
    const token = await tokenFor(web.ben);
    expect((await press(token, headers)).status).toBe(403);
    expect((await press(token, { origin: base })).status).toBe(303);
  });

  test("takes a form and nothing else, and no more than fits into one", async () => {
    const token = await tokenFor(web.ben);
    expect((await askHttp(open.port, "/auth/sign-in", { body: { token } })).status).toBe(415);
    expect((await press("A".repeat(2_000_000))).status).toBe(413);
    expect((await askHttp(open.port, "/auth/sign-in", { method: "PUT", body: "", headers: form })).status).toBe(404);
    expect((await get("/auth/anything")).status).toBe(404);
    expect((await press(token)).status).toBe(303);
  });

  test("for somebody who is deactivated lets nobody in, and none is made for them", async () => {
    const cai = await makePerson(web, "cai");
    const token = await tokenFor(cai);
    await web.query("update junior_users set deactivated_at = now() where id = $1", [cai.userId]);
    expect((await press(token)).status).toBe(403);
    expect(await createSignInLink(web.database, cai.identityId, base)).toBeNull();
    await web.query("update junior_users set deactivated_at = null where id = $1", [cai.userId]);
    expect((await press(token)).status).toBe(303);
  });

  test("names its person as text, whatever they call themselves", async () => {
    const odd = await makePerson(web, `"><script>alert(1)</script>`);
    const page = await get(`/auth/sign-in?token=${await tokenFor(odd)}`);
    expect(page.text).not.toContain("<script");
    expect(page.text).toContain("&lt;script&gt;");
  });
});

describe("a session", () => {
  test("answers as its person, and reads what is theirs alone", async () => {
    const [ana, ben] = [await signIn(web.ana), await signIn(web.ben)];
    const item = await web.item({ assignees: [web.ben] }, web.ben);
    expect((await get(item.path, ana)).status).toBe(404);
    const answer = (cookie: string) =>
      askHttp(open.port, `${item.path}/answer`, { body: blue, headers: { cookie, origin: base, "sec-fetch-site": "same-origin" } });
    expect((await answer(ana)).status).toBe(404);
    expect(await answer(ben)).toMatchObject({ status: 200, json: { state: "closed", closedBy: { name: "ben", surface: "web" } } });
  });

  test("counts before the local person on a machine of its own", async () => {
    const cookie = await signIn(web.ben);
    expect((await web.ask("/api/me", { headers: { cookie } })).json).toMatchObject({ name: "ben", bySession: true });
    expect((await web.ask("/api/me")).json).toMatchObject({ name: "ana", bySession: false });
    expect((await web.ask("/api/me", { headers: { cookie: "junior_session=nonsense" } })).json).toMatchObject({ name: "ana" });
  });

  test.each<Record<string, string>>([{}, { host: "localhost" }, { "x-forwarded-for": "127.0.0.1" }, { host: "evil.example" }])(
    "is needed where Junior has a public address, whatever is claimed: %j",
    async (headers) => {
      expect((await askHttp(open.port, "/api/me", { headers })).status).toBe(401);
    },
  );

  test.each<Record<string, string>>([{ host: "evil.example" }, { "x-forwarded-for": "127.0.0.1" }])(
    "that does not exist leaves a stranger a stranger on a machine of its own: %j",
    async (headers) => {
      const cookie = `junior_session=${"A".repeat(43)}`;
      expect((await web.ask("/api/me", { headers: { ...headers, cookie } })).status).toBe(401);
    },
  );

  test("behind a proxy is good", async () => {
    const cookie = await signIn(web.ben);
    const headers = { cookie, "x-forwarded-for": "203.0.113.9", host: "junior.example" };
    expect((await askHttp(open.port, "/api/me", { headers })).json.name).toBe("ben");
  });

  test("ends by signing out, and no other does", async () => {
    const [first, second, other] = [await signIn(web.ben), await signIn(web.ben), await signIn(web.ana)];
    const answer = await signOut(first);
    expect(answer).toMatchObject({ status: 303, headers: { location: "/auth/sign-in?left" } });
    expect(answer.headers["set-cookie"]?.[0]).toMatch(/^junior_session=; .*Max-Age=0/);
    expect((await get("/auth/sign-in?left")).text).toContain(words.signIn.signedOut);
    expect((await me(first)).status).toBe(401);
    expect([(await me(second)).status, (await me(other)).status]).toEqual([200, 200]);
    expect((await signOut(first)).status).toBe(303);
  });

  test("is not ended by the page of another site", async () => {
    const cookie = await signIn(web.ben);
    expect((await signOut(cookie, { origin: "https://evil.example" })).status).toBe(403);
    expect((await me(cookie)).status).toBe(200);
  });

  test("ends where the same browser signs in as somebody else", async () => {
    const before = await signIn(web.ben);
    const after = cookieOf(await press(await tokenFor(web.ana), { cookie: before }));
    expect((await me(before)).status).toBe(401);
    expect((await me(after)).json.name).toBe("ana");
  });

  test("that opens a used link again reads that it is signed in already", async () => {
    const token = await tokenFor(web.ben);
    const cookie = cookieOf(await press(token));
    expect(await get(`/auth/sign-in?token=${token}`, cookie)).toMatchObject({
      status: 200,
      text: expect.stringContaining("You are signed in as @ben"),
    });
    expect(await press(token, { cookie })).toMatchObject({ status: 200 });
  });

  test("expires after 30 days", async () => {
    const cookie = await signIn(web.ben);
    await web.query("update junior_sessions set expires_at = now() where ended_at is null");
    expect((await me(cookie)).status).toBe(401);
  });

  test("of somebody who is deactivated is nobody's at once, and stays so", async () => {
    const dan = await makePerson(web, "dan");
    const cookie = await signIn(dan);
    expect((await me(cookie)).status).toBe(200);
    const profile = { handle: "dan", name: "dan", fullMember: false, timeZone: null };
    await updateProfile(web.database, dan.identityId, { ...profile, deactivated: true });
    expect((await me(cookie)).status).toBe(401);
    await updateProfile(web.database, dan.identityId, { ...profile, deactivated: false });
    expect((await me(cookie)).status).toBe(401);
    expect((await me(await signIn(dan))).status).toBe(200);
  });

  test("of a person who was linked is that of the person they became", async () => {
    const local = await web.person("eve-local");
    const eve = await makePerson(web, "eve");
    const cookie = await signIn(local);
    const stream = await openEvents(open.port, "/api/events", { cookie });
    const { code } = await createLinkCode(web.database, local.identityId);
    await redeemLinkCode(web.database, { code, identityId: eve.identityId, hands: mergeHands(web.queue) });
    expect((await me(cookie)).json).toMatchObject({
      userId: eve.userId,
      name: "eve",
      identities: expect.arrayContaining([expect.objectContaining({ provider: "slack" }), expect.objectContaining({ provider: "local" })]),
    });
    await stream.ended;
  });

  test("takes its live changes with it when it ends", async () => {
    const [staying, leaving] = [await signIn(web.ben), await signIn(web.ben)];
    const [kept, ended] = [
      await openEvents(open.port, "/api/events", { cookie: staying }),
      await openEvents(open.port, "/api/events", { cookie: leaving }),
    ];
    await waitFor(
      "both to follow",
      () => [kept.lastId(), ended.lastId()],
      (ids) => ids.every((id) => id !== undefined),
    );
    await signOut(leaving);
    await ended.ended;
    const item = await web.item({ assignees: [web.ben] }, web.ben);
    await waitFor(
      "a change on the other",
      () => kept.events,
      (events) => events.some(({ data }) => data?.id === item.id),
    );
    expect(JSON.stringify(ended.events)).not.toContain(item.id);
    expect((await openEvents(open.port, "/api/events", { cookie: leaving })).status).toBe(401);
    kept.close();
  });

  test("and links are removed a day after they are of no use", async () => {
    const token = await tokenFor(web.ben);
    const cookie = await signIn(web.ben);
    await web.query("update junior_sign_in_links set expires_at = now() - interval '25 hours' where used_at is not null");
    await web.query("insert into junior_sessions values ($1, 'old', $2, now(), now() - interval '25 hours')", [
      newId(),
      web.ben.identityId,
    ]);
    await trimSignIns(web.database);
    expect(await web.query("select 1 from junior_sign_in_links where used_at is not null")).toEqual([]);
    expect(await web.query("select 1 from junior_sessions where token_hash = 'old'")).toEqual([]);
    expect((await me(cookie)).status).toBe(200);
    expect((await press(token)).status).toBe(303);
  });
});
