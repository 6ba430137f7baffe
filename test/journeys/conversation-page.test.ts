import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { barriers } from "../barriers.ts";
import { spawnJunior } from "../start-junior.ts";
import { useBrowserJourney } from "./use-browser-journey.ts";

const journey = useBrowserJourney();

async function open(path: string, width = 390): Promise<Page> {
  const page = await journey.browser.newPage({ viewport: { width, height: 860 } });
  page.setDefaultTimeout(20_000);
  await page.goto(`${journey.junior.url}${path}`);
  return page;
}

async function begin(page: Page, scene: string): Promise<string> {
  await page.goto(`${journey.junior.url}/conversations/new`);
  await page.getByRole("button", { name: scene }).click();
  await page.waitForURL(/conversations\/[0-9a-f-]{36}/);
  return page.url().split("/").at(-1) ?? "";
}

const composer = (page: Page) => page.getByRole("textbox", { name: "Message Junior" });
const placeOf = (box: { x: number; y: number; height: number } | null) => box && { x: box.x, y: box.y, height: box.height };
const fitsIn = (page: Page, width: number) =>
  page.evaluate<number>("document.documentElement.scrollWidth").then((needed) => expect(needed).toBeLessThanOrEqual(width));

/** A real picture: one transparent point. */
const point = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const picture = { name: "door.png", mimeType: "image/png", buffer: point };
const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Paint it on Monday.\n") };

/** A text file as another program puts it on a page: `paste` and `drop` carry it alike. */
async function give(page: Page, how: "paste" | "drop", name: string, text: string, size = text.length): Promise<void> {
  const content = `[${JSON.stringify(text)}, new Uint8Array(${size - text.length})]`;
  await page.evaluate(`{
    const transfer = new DataTransfer();
    transfer.items.add(new File(${content}, ${JSON.stringify(name)}, { type: "text/plain" }));
    const given = { bubbles: true, cancelable: true };
    document.querySelector(".composer textarea").dispatchEvent(
      ${how === "paste"}
        ? new ClipboardEvent("paste", { ...given, clipboardData: transfer })
        : new DragEvent("drop", { ...given, dataTransfer: transfer }),
    );
  }`);
}

test("what Junior did stands between the messages as one line, which opens; its file is there to save", async () => {
  const page = await open("/");
  const id = await begin(page, "Write me a file");
  await page.getByText("I wrote tour.csv", { exact: false }).waitFor();
  const steps = page.locator(".steps");
  expect(await steps.count()).toBe(1);
  const summary = steps.locator(".steps-summary");
  expect(await summary.innerText()).toContain("3 steps");
  await summary.press("Enter");
  await steps.getByText("Wrote a file: tour.csv").waitFor();
  expect(await steps.locator(".step").allInnerTexts()).toMatchObject([
    expect.stringContaining("Wrote a file: tour.csv"),
    expect.stringContaining("Ran a command: wc -l tour.csv"),
    expect.stringContaining("Attached a file: tour.csv"),
  ]);
  await steps.getByText("What it gave").click();
  expect(await steps.locator("pre").innerText()).toMatch(/^3 tour\.csv/);
  const link = page.getByRole("link", { name: /tour\.csv/ });
  expect(await link.innerText()).toMatch(/CSV, 29 B/);
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("tour.csv");
  expect(await barriers(page)).toEqual([]);
  await fitsIn(page, 390);
  await page.close();

  const read = await (await spawnJunior(["conversations", "read", id], journey.env)).exited;
  expect(read.stdout).toMatch(/ {2}✓ Ran a command: wc -l tour\.csv \d+\.\d s\n/);
  expect(read.stdout).toMatch(/\[tour\.csv, 29 B\] \S+\/api\/attachments\/[0-9a-f-]{36}\n/);
  const json = JSON.parse((await (await spawnJunior(["conversations", "read", id, "--json"], journey.env)).exited).stdout);
  expect(json.steps.map(({ tool }: { tool: string }) => tool)).toEqual(["writeFile", "runCommand", "attachFile"]);
});

test("a step that runs is shown while it runs, moves nothing, and says that it was stopped", async () => {
  const page = await open("/");
  await begin(page, "Do a slow job");
  const summary = page.locator(".steps-summary");
  await summary.getByText("Running a command: sleep 3", { exact: false }).waitFor();
  const working = page.getByText("Junior is working");
  const before = [await summary.boundingBox(), await working.boundingBox()];
  await page.locator(".step").nth(1).waitFor({ state: "attached" });
  expect([await summary.boundingBox(), await working.boundingBox()].map(placeOf)).toEqual(before.map(placeOf));
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped.", { exact: false }).waitFor();
  expect(await summary.innerText()).toMatch(/^–\s*stopped:\s*2 steps\s*1 stopped/);
  await summary.click();
  expect(await page.locator(".step").last().innerText()).toContain("stopped");
  await page.close();
});

test("files are attached by choosing, pasting and dropping, stay over a reload, and go with the message", async () => {
  const page = await open("/");
  await begin(page, "Say hello");
  await page.getByText("Hello! I am Junior", { exact: false }).waitFor();
  await page.locator("input[type=file]").setInputFiles(picture);
  await give(page, "paste", "notes.txt", "Paint it on Monday.\n");
  await give(page, "drop", "more.txt", "And the fence.\n");
  const attached = page.locator(".attached-file");
  await attached.getByText("15 B").waitFor();
  expect(await attached.locator(".attached-name").allInnerTexts()).toEqual(["door.png", "notes.txt", "more.txt"]);
  await page.getByRole("button", { name: "Remove notes.txt" }).click();
  await composer(page).fill("Like this one.");
  expect(await barriers(page)).toEqual([]);
  await fitsIn(page, 390);

  await page.reload();
  await attached.nth(1).waitFor();
  expect(await composer(page).inputValue()).toBe("Like this one.");
  await composer(page).press("Enter");
  const sent = page.locator(".message-you").last();
  await sent.getByRole("img", { name: "door.png" }).waitFor();
  expect(await sent.locator("img").evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(1);
  expect(await sent.innerText()).toMatch(/more\.txt\s+Text, 15 B/);
  expect(await attached.count()).toBe(0);
  expect(await barriers(page)).toEqual([]);
  await page.close();
});

test("a file that is too large is named; a lost upload keeps text and files, and sending waits for the next try", async () => {
  const page = await open("/");
  await begin(page, "Say hello");
  await page.getByText("Hello! I am Junior", { exact: false }).waitFor();
  const choose = page.locator("input[type=file]");
  await choose.setInputFiles(picture);
  await give(page, "drop", "film.mp4", "too much", 20 * 1024 ** 2 + 1);
  await page.getByText("film.mp4 is larger than 20 MB", { exact: false }).waitFor();
  await page.locator(".attached-size").waitFor();

  await page.route("**/api/attachments", (route) => route.abort());
  await composer(page).fill("With a note.");
  await choose.setInputFiles(notes);
  await page.getByText("Not uploaded: Junior cannot be reached.").waitFor();
  await composer(page).press("Enter");
  await page.getByText("Not sent: a file could not be uploaded.", { exact: false }).waitFor();
  expect(await composer(page).inputValue()).toBe("With a note.");
  expect(await barriers(page)).toEqual([]);

  await page.unroute("**/api/attachments");
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/api/attachments", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Try again to upload notes.txt" }).click();
  await page.getByRole("progressbar", { name: "Uploading notes.txt" }).waitFor();
  await composer(page).press("Enter");
  await page.getByRole("button", { name: "Uploading…" }).waitFor();
  expect(await page.locator(".message-you").count()).toBe(1);
  letGo();
  const sent = page.locator(".message-you").last();
  await sent.getByText("With a note.").waitFor();
  await sent.getByRole("img", { name: "door.png" }).waitFor();
  expect(await sent.innerText()).toMatch(/notes\.txt\s+Text, 20 B/);
  await page.close();
});

test("a deleted conversation is gone at once, also where somebody else has it open", async () => {
  const page = await open("/");
  const id = await begin(page, "Ask me to choose a colour");
  await page.getByText("Which colour?").waitFor();
  const other = await open(`/conversations/${id}`, 1280);
  await other.getByText("Which colour?").waitFor();
  await composer(other).fill("Half a thought");

  await page.getByRole("button", { name: "More about this conversation" }).press("Enter");
  await page.getByRole("menuitem", { name: "Delete this conversation…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete this conversation?" });
  await dialog.getByText("This cannot be undone.").waitFor();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Keep it" }).click();
  expect(await page.getByText("Which colour?").count()).toBe(1);

  await page.getByRole("button", { name: "More about this conversation" }).click();
  await page.getByRole("menuitem", { name: "Delete this conversation…" }).click();
  await dialog.getByRole("button", { name: "Delete it" }).click();
  for (const open of [page, other]) {
    await open.getByText("This conversation was deleted.").waitFor();
    expect(await open.getByText("Which colour?").count()).toBe(0);
    expect(await barriers(open)).toEqual([]);
  }
  expect(await other.locator("blockquote").innerText()).toBe("Half a thought");
  expect(await page.evaluate("document.activeElement.id")).toBe("main");
  await page.getByRole("link", { name: "All conversations" }).click();
  expect(await page.locator(`a[href="/conversations/${id}"]`).count()).toBe(0);
  await Promise.all([page.close(), other.close()]);
});

test("a Slack conversation shows what happened to its messages, that Junior stays out, and where it answers", async () => {
  const page = await open("/");
  const id = await begin(page, "Say hello");
  await page.getByText("Hello! I am Junior", { exact: false }).waitFor();
  await composer(page).fill("Say hello");
  await composer(page).press("Enter");
  await page.locator(".message-junior").nth(1).waitFor();
  await journey.database.query(
    "update junior_conversations set source = 'slack', muted = true, location_surface = 'slack', location_tenant = 'T1', location_channel = 'C1', location_thread = '1.1' where id = $1",
    [id],
  );
  await journey.database.query(
    "update junior_messages set source = 'slack', edited_at = now(), deleted_at = case when sequence > 1 then now() end where conversation_id = $1 and author_kind = 'person'",
    [id],
  );
  await journey.database.query(
    `insert into junior_deliveries (id, conversation_id, kind, message_id, emoji, surface, tenant, channel, posted_version)
     select gen_random_uuid(), $1, 'reaction', id, 'eyes', 'slack', 'T1', 'C1', 1 from junior_messages where conversation_id = $1 and sequence = 1`,
    [id],
  );
  await page.reload();
  await page.getByText("Junior stays out here until it is mentioned.").waitFor();
  await page.getByText("Junior answers here and in the Slack thread.").waitFor();
  await page.getByText("Junior reacted with eyes").waitFor({ state: "attached" });
  const mine = page.locator(".message-you");
  expect(await mine.first().innerText()).toMatch(/· edited\s+Say hello/);
  expect(await mine.last().innerText()).toMatch(/· deleted in Slack$/);
  expect(await barriers(page)).toEqual([]);
  await page.close();
});
