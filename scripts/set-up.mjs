// Runs before `npm start` and `npm test`, on any Node from 20 on, when nothing is installed yet: plain JavaScript, no libraries.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { withSetUpLock } from "./set-up-lock.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, "node_modules");
const web = join(root, "packages/junior-web");
const projectNode = join(modules, ".bin", process.platform === "win32" ? "node.cmd" : "node");
const installStamp = join(modules, ".junior-installed");
const webStamp = join(web, "dist", ".junior-built");

const installAdvice = [
  [/ENOSPC|no space left/i, "The disk is full. Make room for about 1 GB"],
  [/EACCES|EPERM|EROFS/, `Something in ${root} belongs to another user. Give it to yourself (chown -R)`],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH/,
    "npm's registry cannot be reached. Check the network and npm's registry and proxy settings",
  ],
  [/EUSAGE/, "package-lock.json does not fit the package.json files. Bring it up to date with npm install"],
];

class SetUpError extends Error {}

try {
  await setUp(process.argv.includes("--test"));
} catch (error) {
  if (error instanceof SetUpError) console.error(`\n${error.message}\n`);
  else if (error.code === "ENOSPC") console.error("\nThe disk is full. Junior's set-up needs about 1 GB. Make room, then run it again.\n");
  else if (["EACCES", "EPERM", "EROFS"].includes(error.code))
    console.error(`\nThe set-up may not write ${error.path}. Run it as the owner of ${root}.\n`);
  else throw error;
  process.exitCode = 1;
}

async function setUp(forTests) {
  if (Number(process.versions.node.split(".")[0]) < 20) {
    throw new SetUpError(
      `Junior needs Node 20 or newer to set itself up; this is ${process.version}. Install a newer Node (https://nodejs.org), then run it again.`,
    );
  }
  if (isInstalled() && isBuilt() && (!forTests || hasUnpackedBrowser())) return;
  await withSetUpLock(join(root, ".cache"), async () => {
    if (!isInstalled()) await timed("installed the libraries", install);
    if (!isBuilt()) await timed("built the web page", build);
    if (forTests && !hasUnpackedBrowser()) await findTestBrowser();
  });
}

function isInstalled() {
  if (!existsSync(projectNode)) return false;
  const wanted = hashOf([join(root, "package-lock.json")]);
  if (readIfThere(installStamp) === wanted) return true;
  // Somebody installed by hand: what npm notes down of the installation tells whether it is the wanted one.
  if (!matchesLockfile()) return false;
  try {
    writeFileSync(installStamp, wanted);
  } catch {
    // Somebody else's installation: it is looked at again the next time.
  }
  return true;
}

function matchesLockfile() {
  const lock = readIfThere(join(root, "package-lock.json"));
  const installed = readIfThere(join(modules, ".package-lock.json"));
  if (lock === undefined || installed === undefined) return false;
  const have = JSON.parse(installed).packages;
  return Object.entries(JSON.parse(lock).packages).every(([path, wanted]) => {
    if (!path.includes("node_modules/")) return true;
    const found = have[path];
    if (found === undefined) return wanted.optional === true || wanted.devOptional === true || wanted.peer === true;
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

async function install() {
  console.log("  installing the libraries, which takes a moment the first time …");
  const command = existsSync(join(root, "package-lock.json")) ? "ci" : "install";
  const { exitCode, output } = await run(...npm(command, "--loglevel=error", "--no-audit", "--no-fund", "--include=dev"), root);
  if (exitCode !== 0) throw new SetUpError(installFailure(command, output));
  await ensureProjectNode();
  writeFileSync(installStamp, hashOf([join(root, "package-lock.json")]));
}

function installFailure(command, output) {
  const [, advice] = installAdvice.find(([sign]) => sign.test(output)) ?? [undefined, "Mend what npm says"];
  const withoutManual = output.replace(
    /^npm error (Clean install a project|Usage:)$[^]*?(?=^npm error (A complete log|Log files)|$(?![^]))/m,
    "",
  );
  const said = withoutManual.replace(/^npm error *\n/gm, "");
  return `${lastLines(said)}\n\nnpm ${command} failed, and nothing was started. ${advice}, then run it again.`;
}

/** The npm package `node` fetches its program by an install script, which some npm settings switch off. */
async function ensureProjectNode() {
  if (await projectNodeWorks()) return;
  const folder = join(modules, "node");
  const { output } = await run(process.execPath, ["installArchSpecificPackage.js"], folder);
  if (!existsSync(projectNode)) {
    mkdirSync(dirname(projectNode), { recursive: true });
    rmSync(projectNode, { force: true });
    symlinkSync(relative(dirname(projectNode), join(folder, "bin/node")), projectNode);
  }
  if (!(await projectNodeWorks())) {
    throw new SetUpError(
      `${lastLines(output)}\n\nThe Node 24 that Junior runs on could not be installed. Allow npm's install scripts (npm config set ignore-scripts false), delete node_modules, and run it again.`,
    );
  }
}

async function projectNodeWorks() {
  if (!existsSync(projectNode)) return false;
  const { exitCode, output } = await run(projectNode, ["--version"], root);
  return exitCode === 0 && output.startsWith("v24.");
}

function isBuilt() {
  if (!existsSync(join(web, "index.html"))) return true;
  return readIfThere(webStamp) === webHash();
}

function webHash() {
  const single = ["index.html", "vite.config.ts", "package.json"].map((name) => join(web, name));
  return hashOf([...single, join(root, "package-lock.json"), ...filesBelow(join(web, "src")), ...filesBelow(join(web, "public"))]);
}

/** Built beside its place, so that a Junior that runs meanwhile never serves half a page. */
async function build() {
  const hash = webHash();
  const half = join(root, ".cache/junior-web");
  const vite = join(dirname(createRequire(join(web, "package.json")).resolve("vite/package.json")), "bin/vite.js");
  const { exitCode, output } = await run(projectNode, [vite, "build", "--logLevel", "warn", "--outDir", half, "--emptyOutDir"], web);
  if (exitCode !== 0)
    throw new SetUpError(
      `${lastLines(output)}\n\nThe web page could not be built, and nothing was started. Mend what is said above in packages/junior-web, then run it again.`,
    );
  writeFileSync(join(half, ".junior-built"), hash);
  rmSync(join(web, "dist"), { recursive: true, force: true });
  renameSync(half, join(web, "dist"));
}

function hasUnpackedBrowser() {
  const folder = join(modules, ".cache/junior-chromium");
  return existsSync(folder) && readdirSync(folder).some((version) => existsSync(join(folder, version, "environment.json")));
}

/** Says nothing where the system has a browser. */
async function findTestBrowser() {
  const started = Date.now();
  const finder = pathToFileURL(join(root, "test/find-browser.ts")).href;
  const { exitCode, output } = await run(
    projectNode,
    ["--input-type=module", "--eval", `await (await import(${JSON.stringify(finder)})).findBrowser()`],
    root,
  );
  if (exitCode !== 0)
    throw new SetUpError(`${lastLines(output)}\n\nThe tests need a browser and found none. Install Chromium or Chrome, then run it again.`);
  if (hasUnpackedBrowser()) report("unpacked a browser for the tests", started);
}

async function timed(text, work) {
  const started = Date.now();
  await work();
  report(text, started);
}

function report(text, started) {
  console.log(`  ${text.padEnd(34)} ${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s`);
}

/** The npm that runs this script, where there is one. */
function npm(...args) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith("npm-cli.js")) return [process.execPath, [cli, ...args]];
  return [process.platform === "win32" ? "npm.cmd" : "npm", args];
}

function run(program, args, cwd) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", (error) => resolve({ exitCode: null, output: error.message }));
    child.on("close", (exitCode) => resolve({ exitCode, output }));
  });
}

function lastLines(output) {
  return output.trimEnd().split("\n").slice(-15).join("\n");
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .flatMap((path) => (lstatSync(path).isDirectory() ? filesBelow(path) : [path]))
    .filter((path) => !/\.test\.tsx?$/.test(path));
}

function hashOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths)
    hash
      .update(`${relative(root, path)}\0`)
      .update(readIfThere(path) ?? "")
      .update("\0");
  return hash.digest("hex");
}

function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
