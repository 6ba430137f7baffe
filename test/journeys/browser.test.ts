import { setTimeout as pause } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { barriers } from "../barriers.ts";
import { spawnJunior, startJunior } from "../start-junior.ts";
import { useBrowserJourney } from "./use-browser-journey.ts";

const journey = useBrowserJourney();

/** `loses`: the connection is cut in this test, of which the browser complains. */
async function open(path: string, width = 1280, loses = false): Promise<Page> {
  const page = await journey.browser.newPage({ viewport: { width, height: 860 } });
  page.setDefaultTimeout(10_000);
  const complaints: string[] = [];
  page.on("console", (line) => line.type() === "error" && complaints.push(line.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("close", () => expect(complaints.filter((line) => !(loses && line.startsWith("Failed to load resource")))).toEqual([]));
  await page.goto(`${journey.junior.url}${path}`);
  return page;
}

test("asked with a click, answered on the desk with a key, and the conversation goes on", async () => {
  const page = await open("/conversations/new");
  await page.getByRole("button", { name: "Ask me to choose a colour" }).click();
  await page.getByText("Which colour?").waitFor();
  expect(await barriers(page)).toEqual([]);
  const conversation = page.url();

  await page.goto(journey.junior.url);
  await page.getByText("Which colour?").waitFor();
  expect(await page.title()).toContain("1");
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press("1");
  await page.getByText("✔ Blue").waitFor();

  await page.goto(conversation);
  await page.getByText("Blue it is.", { exact: false }).last().waitFor();
  await page.close();
});

test("on the conversation page what one types next goes to the composer, and keys pick only in a marked question", async () => {
  const page = await open("/conversations/new");
  const composer = page.getByRole("textbox", { name: "Message Junior" });
  await page.getByRole("textbox").fill("Ask me to choose a colour");
  await page.keyboard.press("Enter");
  await page.getByText("I asked you on the desk.", { exact: false }).waitFor();
  await page.keyboard.type("2");
  expect(await composer.inputValue()).toBe("2");
  await page.reload();
  await page.locator(".textarea:focus").waitFor();
  expect(await composer.inputValue()).toBe("2");
  await composer.fill("");

  const options = page.getByRole("group", { name: "Which colour?" }).getByRole("button");
  const shownKeys = () => options.locator("kbd").allInnerTexts();
  await composer.blur();
  await page.getByRole("main").click({ position: { x: 5, y: 5 } });
  for (const key of ["1", "a"]) await page.keyboard.press(key);
  expect(await shownKeys()).toEqual(["", "", ""]);
  expect(await page.getByRole("textbox", { name: "In your own words" }).count()).toBe(0);

  await page.keyboard.press("j");
  await page.locator("[data-card]:focus").waitFor();
  expect(await shownKeys()).toEqual(["1", "2", "3"]);
  await page.keyboard.press("a");
  const ownWords = page.getByRole("textbox", { name: "In your own words" });
  await ownWords.pressSequentially("Teal");
  await ownWords.press("Shift+Enter");
  await ownWords.pressSequentially("or grey");
  expect(await barriers(page)).toEqual([]);
  await ownWords.press("Enter");
  await page.locator(".outcome", { hasText: "Teal" }).waitFor();

  const order = await page.locator(".transcript > li").evaluateAll((rows) => rows.map((row) => row.textContent));
  const place = (text: string) => order.findIndex((row) => row?.includes(text));
  expect(place("Pick a colour")).toBeLessThan(place("I asked you on the desk."));
  await page.locator(".message-answer", { hasText: "✔ Teal" }).waitFor();
  await page.getByText("I read:", { exact: false }).waitFor();
  expect(await page.locator("main").innerText()).not.toMatch(/version 1|from the reply/);

  await page.goto(`${journey.junior.url}/conversations/new`);
  await page.getByRole("button", { name: "Ask me to choose a colour" }).click();
  await page.getByText("I asked you on the desk.", { exact: false }).waitFor();
  await page.locator("[data-card]").first().waitFor();
  await page.keyboard.press("Shift+Tab");
  while ((await page.locator("[data-card] :focus").count()) === 0) await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("2");
  await page.locator(".message-answer", { hasText: "✔ Green" }).waitFor();
  await page.close();
});

test("an answer that gets lost moves no option, stays marked, and is sent again once", async () => {
  const page = await open("/conversations/new", 1280, true);
  await page.getByRole("button", { name: "Ask me to choose a colour" }).click();
  await page.getByText("I asked you on the desk.", { exact: false }).waitFor();
  await page.goto(journey.junior.url);
  const red = page.getByRole("button", { name: "Red" });
  await red.waitFor();
  const before = await settled(red);
  if (before === null) throw new Error("the option is not on the page");

  await page.route("**/api/**", (route) => route.abort());
  await page.mouse.click(before.x + before.width / 2, before.y + before.height / 2);
  await page.getByText("Junior did not reply", { exact: false }).waitFor();
  expect(await page.locator("main").innerText()).not.toContain("your text is kept");
  expect(await red.innerText()).toContain("not recorded yet");
  expect(await red.boundingBox()).toEqual(before);
  expect(await barriers(page)).toEqual([]);

  await page.unroute("**/api/**");
  await page.getByText("Not recorded. Try again.").waitFor();
  expect(await red.boundingBox()).toEqual(before);
  const question = page.locator("[data-card]");
  const id = await question.getAttribute("data-card");
  await page.getByRole("button", { name: "Send again" }).click();
  await question.locator(".outcome", { hasText: "✔ Red" }).waitFor();
  await question.locator(".outcome", { hasText: "→ Red it is." }).waitFor();
  expect(await page.locator(".page-state-empty").count()).toBe(0);
  expect(await page.locator(`a[href="/questions/${id}"]`).count()).toBe(1);
  await page.close();
});

test("while Junior is away the banner moves nothing, and an answer that arrived after all clears its notice", async () => {
  const page = await open("/conversations/new", 1280, true);
  await page.getByRole("button", { name: "Ask me to choose a colour" }).click();
  await page.getByText("I asked you on the desk.", { exact: false }).waitFor();
  await page.goto(journey.junior.url);
  const red = page.getByRole("button", { name: "Red" });
  await red.waitFor();
  const before = await settled(red);
  const item = page.locator("[data-card]").first();
  const id = await item.getAttribute("data-card");

  await journey.junior.kill();
  await page.getByText("Connection lost at", { exact: false }).waitFor();
  expect(await red.boundingBox()).toEqual(before);
  await red.click();
  await page.getByText("Junior did not reply", { exact: false }).waitFor();
  expect(await red.boundingBox()).toEqual(before);

  const response = JSON.stringify({ answers: { [await questionId(id)]: "red" } });
  expect(await (await spawnJunior(["desk", "answer", id ?? "", "--response", response], journey.env)).exited).toMatchObject({ code: 0 });
  journey.junior = await startJunior({ ...journey.env, PORT: new URL(journey.junior.url).port });
  await page.locator(".outcome", { hasText: "✔ Red" }).waitFor({ timeout: 20_000 });
  expect(await page.getByText("Junior did not reply", { exact: false }).count()).toBe(0);
  await page.getByText("Connection lost at", { exact: false }).waitFor({ state: "detached" });
  expect(await page.locator(".outcome", { hasText: "✔ Red" }).count()).toBe(1);
  await page.close();
});

test("a question answered elsewhere moves no option of the next one under a resting pointer", async () => {
  const page = await open("/conversations/new");
  for (const scene of ["Ask me a form", "Ask me to choose a colour"]) {
    await page.goto(`${journey.junior.url}/conversations/new`);
    await page.getByRole("button", { name: scene }).click();
    await page.getByText("I asked you on the desk.", { exact: false }).waitFor();
  }
  await page.goto(journey.junior.url);
  // So high that nothing scrolls: a browser holds still by itself what it can scroll.
  await page.setViewportSize({ width: 1280, height: 2_200 });
  const blue = page.getByRole("button", { name: "Blue" });
  await blue.hover();
  const before = await settled(blue);
  const form = page.locator("[data-card]").first();
  const id = (await form.getAttribute("data-card")) ?? "";
  expect(await (await spawnJunior(["desk", "answer", id, "--text", "any day"], journey.env)).exited).toMatchObject({ code: 0 });
  await form.locator(".outcome", { hasText: "any day" }).waitFor();
  expect(await blue.boundingBox()).toEqual(before);
  // The page may not be closed before Junior has it, or the question stays open.
  const recorded = page.waitForResponse((response) => response.url().endsWith("/answer") && response.ok());
  await page.keyboard.press("1");
  await recorded;
  await page.close();
});

test("whoever is not known reads how to get in, and nothing that does not exist", async () => {
  const page = await open("/status", 1280, true);
  await page.setExtraHTTPHeaders({ "x-forwarded-for": "10.0.0.9" });
  await page.goto(journey.junior.url);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  // The page asks again every few seconds, and goes on saying how to get in meanwhile.
  await page.waitForRequest((request) => request.url().endsWith("/api/me"));
  expect(await page.locator("main").innerText()).toContain("Junior does not know you here.");
  expect(await page.locator("main").innerText()).toContain(`http://localhost:${new URL(journey.junior.url).port}`);
  expect(await barriers(page)).toEqual([]);
  await page.close();
});

/** Where it is once what the page still fetches has come. */
async function settled(locator: Locator): Promise<Awaited<ReturnType<Locator["boundingBox"]>>> {
  for (let last = await locator.boundingBox(); ;) {
    await pause(400);
    const now = await locator.boundingBox();
    if (JSON.stringify(now) === JSON.stringify(last)) return now;
    last = now;
  }
}

async function questionId(itemId: string | null): Promise<string> {
  const read = await (await spawnJunior(["desk", "read", itemId ?? "", "--json"], journey.env)).exited;
  return JSON.parse(read.stdout).request.questions[0].id;
}

test("asked on the web, answered in the terminal: the open page shows it by itself; and the other way round", async () => {
  const page = await open("/conversations/new", 390);
  await page.getByRole("button", { name: "Ask me for a release name" }).click();
  await page.getByText("Name the release").first().waitFor();
  expect(await barriers(page)).toEqual([]);
  expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  const list = await (await spawnJunior(["desk", "list", "--mine", "--json"], journey.env)).exited;
  const item = (JSON.parse(list.stdout).items as { id: string; title: string }[]).find(({ title }) => title === "Name the release");
  expect(await (await spawnJunior(["desk", "answer", item?.id ?? "", "--text", "call it Otter"], journey.env)).exited).toMatchObject({
    code: 0,
  });
  await page.getByText("call it Otter").first().waitFor();

  const chat = await spawnJunior(["chat", "-m", "ask me to do something"], journey.env);
  await page.goto(journey.junior.url);
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
