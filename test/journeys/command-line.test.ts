import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ScriptedModel, startScriptedModel } from "../fakes/scripted-model.ts";
import { assertAllStopped, spawnJunior, startJunior } from "../start-junior.ts";
import { waitFor } from "../wait-for.ts";

let dataDir: string;
let script: ScriptedModel;
beforeAll(async () => {
  script = await startScriptedModel();
  dataDir = await mkdtemp(join(tmpdir(), "junior-command-"));
  // As root the server is another user, who must be able to pass.
  await chmod(dataDir, 0o711);
});
afterAll(async () => {
  await assertAllStopped();
  await script.close();
  await rm(dataDir, { recursive: true, force: true });
});

const wrong = { PORT: "many", JUNIOR_ROLE: "boss" };
const run = async (args: string[], given: Record<string, string> = {}) =>
  (await spawnJunior(args, { JUNIOR_DATA_DIR: dataDir, ...given })).exited;

describe("exit codes", () => {
  test("help and version work whatever the settings say; what needs them names each wrong one", async () => {
    expect(await run(["--version"], wrong)).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    expect(await run(["desk", "answer", "--help"], wrong)).toMatchObject({ code: 0, stderr: "" });
    const list = await run(["desk", "list"], wrong);
    expect(list).toMatchObject({ code: 2, stdout: "" });
    expect(list.stderr.trim().split("\n")).toEqual([expect.stringMatching(/^PORT /), expect.stringMatching(/^JUNIOR_ROLE /)]);
  });

  test("doctor makes no database where none is, and names what is set and changes nothing", async () => {
    const empty = await mkdtemp(join(tmpdir(), "junior-empty-"));
    await writeFile(join(empty, ".env"), "PORT=4000\nthis-is-a-secret\n");
    const looked = await (await spawnJunior(["doctor"], { JUNIOR_DATA_DIR: ".junior", JUNIOR_MODL: "x" }, { cwd: empty })).exited;
    expect(looked).toMatchObject({ code: 0, stderr: "" });
    expect(looked.stdout).toMatch(/– Settings +JUNIOR_MODL is no setting of Junior's[^]*– Settings +Line 2 of \.env is no setting/);
    expect(looked.stdout).toMatch(/– Database +none in \.junior yet\n +→ npx junior start makes it/);
    expect(looked.stdout).not.toContain("secret");
    expect(await readdir(empty)).toEqual([".env"]);
    await rm(empty, { recursive: true });
  });

  test("doctor shows wrong settings as broken, and looks at what they do not touch", async () => {
    expect(await run(["migrate"])).toMatchObject({ code: 0 });
    const looked = await run(["doctor"], wrong);
    expect(looked).toMatchObject({ code: 1, stderr: "" });
    expect(looked.stdout).toMatch(/✘ Settings +PORT must be[^]*✘ Settings +JUNIOR_ROLE must be[^]*✔ Database/);
    const elsewhere = await run(["doctor"], { DATABASE_URL: "mysql://ana:hidden@127.0.0.1/junior" });
    expect(elsewhere).toMatchObject({ code: 1, stdout: expect.stringMatching(/✘ Settings +DATABASE_URL must[^]*– Model/) });
    expect(elsewhere.stdout).not.toMatch(/Database|hidden/);
  });

  test("a model whose key is missing is a wrong setting, for chat but not for looking at the desk", async () => {
    const given = { JUNIOR_MODEL: "anthropic/some-model" };
    expect(await run(["chat", "-m", "hello"], given)).toMatchObject({ code: 2, stderr: expect.stringMatching(/needs ANTHROPIC_API_KEY/) });
    expect(await run(["desk", "list"], given)).toMatchObject({ code: 0, stdout: "Nothing is open.\n" });
    expect(await run(["doctor"], given)).toMatchObject({ code: 1, stdout: expect.stringMatching(/✘ Model[^]*✔ Database/) });
  });

  test("work that failed is no success", async () => {
    script.when(/deploy/).fails(401);
    const said = await run(["chat", "-m", "please deploy"], script.env);
    expect(said).toMatchObject({ code: 1, stdout: expect.stringMatching(/^I could not finish: .* does not accept the key/) });
    expect(said.stdout).toMatch(
      /Whoever runs Junior mends it: (ANTHROPIC|OPENAI)_API_KEY in \.env; npx junior doctor says what is wrong\.\n$/,
    );
    expect(said.stdout).not.toContain("try again");
    expect(said.stderr).toMatch(/^Go on with: npx junior chat --conversation [0-9a-f]{8}\n$/);
  });
});

test("where no Junior runs, an answer and the list say so; the page of one that runs is found", { timeout: 120_000 }, async () => {
  const asked = JSON.parse((await run(["chat", "-m", "Ask me to choose a colour", "--json"])).stdout);
  const answered = await run(["desk", "answer", asked.items[0].id, "red"]);
  expect(answered.stdout).toMatch(/^✔ Red, .* · no Junior runs now; it goes on at the next npx junior start\n$/);
  const resting = await run(["conversations", "list"]);
  expect(resting).toMatchObject({ stdout: expect.stringContaining("unfinished"), stderr: expect.stringContaining("No Junior runs now.") });
  expect((await run(["doctor"])).stdout).toMatch(/– Running +no Junior runs now/);

  const junior = await startJunior({ JUNIOR_DATA_DIR: dataDir });
  expect(await run(["web"])).toMatchObject({
    stdout: expect.stringMatching(`^${junior.url}/auth/`),
    stderr: "It lets you in once, within 10 minutes. Give it to nobody.\n",
  });
  expect((await run(["doctor"])).stdout).toContain(`at ${junior.url} (process ${junior.pid})`);
  await waitFor(
    "the end of the work",
    () => run(["conversations", "list"]),
    ({ stdout }) => !/unfinished|working/.test(stdout),
    20_000,
  );
  await junior.stop();
  expect((await run(["web"])).stdout).toMatch(/^http:\/\/localhost:3000\//);
});

test("Ctrl-C while the database opens ends within a second, and the next command finds it whole", async () => {
  const fresh = await mkdtemp(join(dataDir, "fresh-"));
  await chmod(fresh, 0o711);
  const child = await spawnJunior(["desk", "list"], { JUNIOR_DATA_DIR: fresh });
  await waitFor(
    "the opening",
    () => readdir(fresh),
    (names) => names.includes("postgres.lock"),
  );
  const began = performance.now();
  child.process.kill("SIGINT");
  expect(await child.exited).toEqual({ code: 130, stdout: "", stderr: "" });
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(await run(["desk", "list"], { JUNIOR_DATA_DIR: fresh })).toMatchObject({ code: 0, stdout: "Nothing is open.\n" });
});

test("whoever read the output may go", async () => {
  for (const args of [["--help"], ["desk", "list"]]) {
    const child = await spawnJunior(args, { JUNIOR_DATA_DIR: dataDir });
    child.process.stdout?.destroy();
    const errors: string[] = [];
    child.process.stderr?.on("data", (text: string) => errors.push(text));
    const [code] = await once(child.process, "exit");
    expect({ code, errors }).toEqual({ code: 0, errors: [] });
    await child.exited;
  }
});
