import { type Browser, chromium } from "playwright-core";
import { findBrowser } from "./find-browser.ts";

/** Keeps Chromium from looking for the network by itself. */
const quiet = [
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-domain-reliability",
  "--no-pings",
  "--disable-gpu",
];

/** A headless Chromium for the tests. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, environment } = await findBrowser();
  const launch = (chromiumSandbox: boolean): Promise<Browser> =>
    chromium.launch({ executablePath, args: quiet, chromiumSandbox, env: { ...process.env, ...environment } });
  // Chromium refuses its sandbox to root, and has none where user namespaces are switched off.
  if (process.getuid?.() === 0) return launch(false);
  return launch(true).catch((error: Error) => {
    if (/sandbox|namespace/i.test(error.message)) return launch(false);
    throw error;
  });
}
