import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "../barriers.ts";
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

async function open(path: string, width = 390): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 740 } });
  page.setDefaultTimeout(10_000);
  await page.goto(`${junior.url}${path}`);
  return page;
}
const field = (page: Page) => page.locator(".composer textarea");
const widthOf = (page: Page) => page.evaluate<number>("document.documentElement.scrollWidth");
async function begin(page: Page, text: string): Promise<void> {
  await page.goto(`${junior.url}/conversations/new`);
  await field(page).fill(text);
  await field(page).press("Enter");
  await page.waitForURL(/conversations\/[0-9a-f-]{36}/);
}

test("a scene that is clicked leaves what is written for later, and the desk always leads to it", async () => {
  const page = await open("/");
  for (let visit = 0; visit < 2; visit++) {
    await page.getByRole("link", { name: "Ask Junior for something" }).click();
    await page.waitForURL(/\/new$/);
    if (visit === 1) break;
    await field(page).fill("Half a thought");
    expect(await page.getByRole("button", { name: "React to this" }).count()).toBe(0);
    await page.getByRole("button", { name: "Ask me a form" }).click();
    await page.getByText("I asked you on the desk.", { exact: false }).waitFor();
    expect(await field(page).inputValue()).toBe("");
    await page.getByRole("link", { name: "Desk" }).click();
    await page.locator("[data-card]").first().waitFor();
  }
  expect(await field(page).inputValue()).toBe("Half a thought");
  await page.close();
});

test("what was said stands there as soon as its page does", async () => {
  const page = await open("/conversations/new");
  await page.evaluate(`new MutationObserver(() => {
    if (document.querySelector("main").innerText.includes("Loading")) document.documentElement.dataset.loading = "seen";
  }).observe(document.querySelector("main"), { childList: true, subtree: true })`);
  await field(page).fill("say hello");
  await field(page).press("Enter");
  await page.locator(".message-you", { hasText: "say hello" }).waitFor();
  expect(await page.evaluate("document.documentElement.dataset.loading")).toBeUndefined();
  await page.close();
});

test("the most that a message may hold is told before it is sent, and by the server", async () => {
  const page = await open("/conversations/new");
  await field(page).fill("x".repeat(39_000));
  await page.getByText("39,000 of 40,000 characters.").waitFor();
  expect(await page.getByRole("button", { name: "Send" }).isEnabled()).toBe(true);
  await field(page).fill("x".repeat(40_002));
  await page.getByText("Too long by 2 characters: a message may hold 40,000.", { exact: false }).waitFor();
  expect(await page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
  await field(page).press("Enter");
  expect(page.url()).toMatch(/\/new$/);
  await page.close();

  const body = JSON.stringify({ text: "x".repeat(40_001), key: crypto.randomUUID() });
  const headers = { "content-type": "application/json" };
  const refused = await fetch(`${junior.url}/api/conversations`, { method: "POST", headers, body });
  expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
    400,
    "A message may hold 40,000 characters at most. Nothing was stored.",
  ]);
});

test("tables, strike-through and task lists are shown as such, and no width breaks the page", async () => {
  const page = await open("/conversations/new");
  const cells = Array.from({ length: 9 }, (_, index) => `column${index}`);
  const table = [cells, cells.map(() => "---"), cells].map((row) => `| ${row.join(" | ")} |`).join("\n");
  await begin(page, `# Wide **table**\n\n${table}\n\n~~gone~~\n\n- [x] painted\n- [ ] dried\n\n${"y".repeat(200)}`);
  const message = page.locator(".message-you");
  expect(await message.locator("td").count()).toBe(9);
  expect(await message.locator("del").innerText()).toBe("gone");
  expect(await message.getByRole("img", { name: "done", exact: true }).count()).toBe(1);
  expect(
    await message
      .locator(".prose-table")
      .evaluate((box: { scrollWidth: number; clientWidth: number }) => box.scrollWidth > box.clientWidth),
  ).toBe(true);
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Wide table");
  expect(await barriers(page)).toEqual([]);
  expect(await widthOf(page)).toBeLessThanOrEqual(390);

  await begin(page, "z".repeat(300));
  await page.getByText("I am only rehearsing", { exact: false }).first().waitFor();
  expect(await widthOf(page)).toBeLessThanOrEqual(390);
  await (
    await spawnJunior(["chat", "-m", "a title of several words which stands above where it began"], env)
  ).exited;
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`${junior.url}/conversations`);
    const title = page.getByText("a title of several words", { exact: false });
    const [above, below] = [await title.boundingBox(), await page.getByText("Began on the command line").first().boundingBox()];
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    expect(await widthOf(page)).toBeLessThanOrEqual(width);
    expect(await barriers(page)).toEqual([]);
  }
  await page.close();
});

test("a question at the end is shown from its head, also where all of it has no room", async () => {
  const page = await open("/");
  await begin(page, "ask me a form");
  await page.getByText("I asked you on the desk.", { exact: false }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: /Plan the release/ }).waitFor();
  await page.locator(".textarea:focus").waitFor();
  const head = await page.getByRole("heading", { name: /Plan the release/ }).boundingBox();
  expect(head?.y).toBeGreaterThan(0);
  expect(head?.y).toBeLessThan(200);
  await field(page).fill("say hello");
  await field(page).press("Enter");
  await page.getByText("Hello! I am Junior", { exact: false }).waitFor();
  const reply = await page.getByText("Hello! I am Junior", { exact: false }).boundingBox();
  expect(reply?.y).toBeLessThan(740);
  await page.close();
});

test("two questions of one name are no two landmarks", async () => {
  const page = await open("/");
  for (let count = 0; count < 2; count++) {
    await begin(page, "ask me a form");
    await page.getByText("I asked you on the desk.", { exact: false }).waitFor();
  }
  await page.goto(junior.url);
  await page.locator("[data-card]").nth(1).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.close();
});

test("while the connection is lost nothing spins as if it were known", async () => {
  const page = await open("/");
  await begin(page, "do a slow job");
  await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
  await junior.kill();
  await page.getByText("Junior was working when the connection was lost.").waitFor();
  expect(await page.getByRole("button", { name: "Stop", exact: true }).count()).toBe(0);
  expect(await page.locator(".working .spinner").count()).toBe(0);
  junior = await startJunior({ ...env, PORT: new URL(junior.url).port });
  await page.getByText("Connection lost at", { exact: false }).waitFor({ state: "detached", timeout: 20_000 });
  expect(await page.getByText("when the connection was lost", { exact: false }).count()).toBe(0);
  await page.close();
});
