import { afterAll, expect, test } from "vitest";
import { createDatabase } from "../database.ts";
import { askHttp } from "../http-client.ts";
import { assertAllStopped, freePort, spawnJunior, startJunior } from "../start-junior.ts";

afterAll(assertAllStopped);

test("where Junior has a public address, the command line gives its person a link into the page, once", async () => {
  const database = await createDatabase();
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  const env = {
    PORT: String(port),
    DATABASE_URL: database.connectionString,
    JUNIOR_SECRET: "a secret for tests that is long enough",
    JUNIOR_PUBLIC_URL: publicUrl,
  };
  const junior = await startJunior(env);
  expect(junior.output()).toContain("for whoever signs in by a private link");
  expect((await askHttp(port, "/api/me")).status).toBe(401);

  const printed = await (await spawnJunior(["web", "--json"], env)).exited;
  expect(printed).toMatchObject({ code: 0, stderr: "" });
  const { url } = JSON.parse(printed.stdout) as { url: string };
  expect(url.startsWith(`${publicUrl}/auth/sign-in?token=`)).toBe(true);
  const token = new URL(url).searchParams.get("token");
  const press = () =>
    askHttp(port, "/auth/sign-in", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: publicUrl },
      body: `token=${token}`,
    });
  const cookie = (await press()).headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  const { name } = (await askHttp(port, "/api/me", { headers: { cookie } })).json;
  expect(name).not.toBe("");
  expect((await press()).status).toBe(403);

  const people = await (await spawnJunior(["people", "list", "--json"], env)).exited;
  expect(JSON.parse(people.stdout).people).toMatchObject([{ name, admin: false, identities: [{ provider: "local" }] }]);
  await junior.stop();
  await database.close();
});
