import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../browser.ts";
import { createDatabase, type TestDatabase } from "../database.ts";
import { assertAllStopped, type RunningJunior, spawnJunior, startJunior } from "../start-junior.ts";

let database: TestDatabase;
let junior: RunningJunior;
let browser: Browser;
let env: Record<string, string>;
beforeAll(async () => {
  database = await createDatabase();
  env = { DATABASE_URL: database.connectionString, JUNIOR_SECRET: "a secret for tests that is long enough" };
  [junior, browser] = await Promise.all([startJunior(env), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await junior.stop();
  await assertAllStopped();
  await database.close();
});

async function open(path: string, width = 1280): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 860 } });
  page.setDefaultTimeout(10_000);
  const complaints: string[] = [];
  page.on("console", (line) => line.type() === "error" && complaints.push(line.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("close", () => expect(complaints).toEqual([]));
  await page.goto(`${junior.url}${path}`);
  return page;
}

/** What a screen reader or a keyboard would stumble over. */
async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(() => (globalThis as unknown as { axe: { run(): Promise<axe.AxeResults> } }).axe.run());
  return found.violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" ")}`);
}

test("asked with a click, answered on the desk with a key, and the conversation goes on", async () => {
  const page = await open("/conversations/new");
  await page.getByRole("button", { name: "Ask me to choose a colour" }).click();
  await page.getByText("Which colour?").waitFor();
  expect(await barriers(page)).toEqual([]);
  const conversation = page.url();

  await page.goto(junior.url);
  await page.getByText("Which colour?").waitFor();
  expect(await page.title()).toContain("1");
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press("1");
  await page.getByText("✔ Blue").waitFor();

  await page.goto(conversation);
  await page.getByText("Blue it is.", { exact: false }).last().waitFor();
  await page.close();
});

test("asked on the web, answered in the terminal: the open page shows it by itself; and the other way round", async () => {
  const page = await open("/conversations/new", 390);
  await page.getByRole("button", { name: "Ask me for a release name" }).click();
  const question = page.getByRole("textbox").first();
  await question.waitFor();
  expect(await barriers(page)).toEqual([]);
  expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  const list = await (await spawnJunior(["desk", "list", "--mine", "--json"], env)).exited;
  const [item] = JSON.parse(list.stdout).items;
  expect(await (await spawnJunior(["desk", "answer", item.id, "--text", "call it Otter"], env)).exited).toMatchObject({ code: 0 });
  await page.getByText("call it Otter").first().waitFor();

  const chat = await spawnJunior(["chat", "-m", "ask me to do something"], env);
  await page.goto(junior.url);
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await page.getByText("✔ done", { exact: false }).first().waitFor();
  await chat.exited;
  await page.close();
});

test("what is on and what is off stands on the page, each with its mend", async () => {
  const page = await open("/status");
  await page.getByText("set ANTHROPIC_API_KEY or OPENAI_API_KEY in .env").waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.close();
});
