import axe from "axe-core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSignInLink } from "../packages/junior/src/people/create-sign-in-link.ts";
import { launchBrowser } from "./browser.ts";
import { type TestWeb, openTestWeb } from "./open-test-web.ts";

let web: TestWeb;
let browser: Browser;
beforeAll(async () => {
  [web, browser] = await Promise.all([openTestWeb(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await web.close();
});

describe("the page of a link", () => {
  test.each(["light", "dark"] as const)("is read, pressed and left without a script, narrow and %s", async (colorScheme) => {
    const url = `http://localhost:${web.port}`;
    const link = await createSignInLink(web.database, web.ben.identityId, url);
    const context = await browser.newContext({ viewport: { width: 390, height: 700 }, colorScheme, javaScriptEnabled: false });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (line) => line.type() === "error" && complaints.push(line.text()));
    await page.goto(link?.url ?? "");
    expect(await page.title()).toBe("Sign in · Junior");
    const button = page.getByRole("button", { name: "Sign in as @ben" });
    const box = await button.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Sign in");
    await button.click();
    await page.waitForURL(`${url}/`);
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ name: "junior_session", httpOnly: true, sameSite: "Lax" });
    expect(complaints).toEqual([]);
    await page.goto(link?.url ?? "");
    await page.getByRole("heading", { name: "You are signed in as @ben" }).waitFor();
    await context.clearCookies();
    await page.goto(link?.url ?? "");
    await page.getByRole("alert").getByText("This link lets nobody in.", { exact: false }).waitFor();
    await context.close();
  });

  test.each(["light", "dark"] as const)("has no barriers in %s, whatever it shows", async (colorScheme) => {
    const url = `http://localhost:${web.port}`;
    const link = await createSignInLink(web.database, web.ben.identityId, url);
    const context = await browser.newContext({ colorScheme });
    const page = await context.newPage();
    for (const path of [link?.url ?? "", `${url}/auth/sign-in?token=x`, `${url}/auth/sign-in`, `${url}/auth/sign-in?left`]) {
      await page.goto(path);
      await page.evaluate(axe.source);
      const found = await page.evaluate(() => (globalThis as unknown as { axe: { run(): Promise<axe.AxeResults> } }).axe.run());
      expect(found.violations.map(({ id }) => id)).toEqual([]);
    }
    await context.close();
  });
});
