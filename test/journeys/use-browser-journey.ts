import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser } from "../browser.ts";
import { createDatabase, type TestDatabase } from "../database.ts";
import { assertAllStopped, type RunningJunior, startJunior } from "../start-junior.ts";

type BrowserJourney = {
  database: TestDatabase;
  /** With which any `junior` command works on the same database. */
  env: Record<string, string>;
  /** A test that ends it puts another in its place. */
  junior: RunningJunior;
  browser: Browser;
};

/** A Junior that rehearses, and a browser, from before the file's first test until after its last. */
export function useBrowserJourney(): BrowserJourney {
  const journey = {} as BrowserJourney;
  beforeAll(async () => {
    journey.database = await createDatabase();
    journey.env = { DATABASE_URL: journey.database.connectionString, JUNIOR_SECRET: "a secret for tests that is long enough" };
    [journey.junior, journey.browser] = await Promise.all([startJunior(journey.env), launchBrowser()]);
  });
  afterAll(async () => {
    await journey.browser.close();
    await journey.junior.stop();
    await assertAllStopped();
    await journey.database.close();
  });
  return journey;
}
