import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";

/** A Chromium, and what its environment needs beyond ours. */
export type FoundBrowser = { executablePath: string; environment: Record<string, string> };

const run = promisify(execFile);
const systemBrowsers = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/chromium-browser",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The system's Chrome or Chromium, else the one that comes as an npm package, unpacked once. */
export async function findBrowser(): Promise<FoundBrowser> {
  for (const executablePath of systemBrowsers.filter((path) => existsSync(path))) {
    if (await works({ executablePath, environment: {} })) return { executablePath, environment: {} };
  }
  const folder = join(import.meta.dirname, "../node_modules/.cache/junior-chromium", await packageVersion());
  if (!existsSync(join(folder, "environment.json"))) await unpack(folder);
  return { executablePath: join(folder, "chromium"), environment: JSON.parse(await readFile(join(folder, "environment.json"), "utf8")) };
}

/** Unpacked beside its place and moved there whole, so that it can be cut short and done twice at once. */
async function unpack(folder: string): Promise<void> {
  await mkdir(join(folder, ".."), { recursive: true });
  const half = await mkdtemp(`${folder}-`);
  try {
    await run(process.execPath, [join(import.meta.dirname, "unpack-browser.ts")], { env: { ...process.env, TMPDIR: half } });
    await chmod(half, 0o755);
    await chmod(join(half, "chromium"), 0o755);
    await rm(folder, { recursive: true, force: true });
    await rename(half, folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(half, { recursive: true, force: true });
  }
  await writeFile(join(folder, "environment.json"), JSON.stringify(await neededEnvironment(folder)));
}

/** The package's libraries and fonts only where the system has none of its own. */
async function neededEnvironment(folder: string): Promise<Record<string, string>> {
  const executablePath = join(folder, "chromium");
  const fonts: Record<string, string> = existsSync("/etc/fonts/fonts.conf") ? {} : { FONTCONFIG_PATH: join(folder, "fonts") };
  const candidates = [fonts, { ...fonts, LD_LIBRARY_PATH: join(folder, "al2023", "lib") }];
  for (const environment of candidates) {
    if (await works({ executablePath, environment })) return environment;
  }
  throw new Error(`No browser for the tests: ${executablePath} does not run here. Install Chromium, such as by: apt-get install chromium`);
}

async function works({ executablePath, environment }: FoundBrowser): Promise<boolean> {
  return run(executablePath, ["--version"], { env: { ...process.env, ...environment }, timeout: 20_000 }).then(
    ({ stdout }) => /Chrom/.test(stdout),
    () => false,
  );
}

async function packageVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  return (JSON.parse(await readFile(join(entry, "../../package.json"), "utf8")) as { version: string }).version;
}
