import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../browser.ts";
import { createDatabase, type TestDatabase } from "../database.ts";
import { type ScriptedModel, startScriptedModel } from "../fakes/scripted-model.ts";
import { assertAllStopped, type RunningJunior, startJunior } from "../start-junior.ts";

let database: TestDatabase;
let model: ScriptedModel;
let junior: RunningJunior;
let browser: Browser;
beforeAll(async () => {
  [database, model, browser] = await Promise.all([createDatabase(), startScriptedModel(), launchBrowser()]);
  junior = await startJunior({
    DATABASE_URL: database.connectionString,
    JUNIOR_SECRET: "a secret for tests that is long enough",
    ...model.env,
  });
});
afterAll(async () => {
  await browser.close();
  await junior.stop();
  await assertAllStopped();
  await model.close();
  await database.close();
});

test("the button ends what runs, in the middle of a model call; then there is nothing to stop", async () => {
  model.when(/take your time/).hangs();
  const page = await browser.newPage();
  await page.goto(`${junior.url}/conversations/new`);
  await page.getByRole("textbox").fill("take your time");
  await page.getByRole("textbox").press("Enter");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByText("Stopped. Nothing was done.").waitFor();
  await page.getByRole("button", { name: "Stop", exact: true }).waitFor({ state: "detached" });
  const conversation = page.url().split("/").at(-1);
  const again = await fetch(`${junior.url}/api/conversations/${conversation}/stop`, { method: "POST" });
  expect([again.status, ((await again.json()) as { detail: string }).detail]).toEqual([
    409,
    "Nothing runs here that works for you. Nothing was changed.",
  ]);
  const unknown = await fetch(`${junior.url}/api/conversations/${crypto.randomUUID()}/stop`, { method: "POST" });
  expect(unknown.status).toBe(404);
  await page.close();
});
