import axe from "axe-core";
import type { Page } from "playwright-core";

/** What a screen reader or a keyboard would stumble over. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(() => (globalThis as unknown as { axe: { run(): Promise<axe.AxeResults> } }).axe.run());
  return found.violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" ")}`);
}
