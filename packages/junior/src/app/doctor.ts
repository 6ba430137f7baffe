import { resolve } from "node:path";
import { type Env, loadEnvFile, readEnv, readEnvWithout } from "../base/env.ts";
import { StartError } from "../base/errors.ts";
import { faultCode, openLog } from "../base/log.ts";
import { words } from "../base/words.ts";
import { commandName } from "../cli/command-name.ts";
import type { Check } from "../cli/program.ts";
import { countParked } from "../conversations/delivery-store.ts";
import type { Database } from "../db/database.ts";
import { isMade } from "../db/embedded-postgres/is-made.ts";
import { isWorkerRunning } from "../db/is-worker-running.ts";
import { compareSchema } from "../db/migrate.ts";
import { totalSize } from "../files/file-store.ts";
import { chooseFastModel, chooseModel } from "../model/choose-model.ts";
import { openModels } from "../model/open-models.ts";
import { rehearsalModel } from "../model/rehearsal-model.ts";
import { checkSettings } from "./check-settings.ts";
import { listParts } from "./list-parts.ts";
import { modelCheckRow } from "./model-check-row.ts";
import { openGround } from "./open-ground.ts";
import { findRunningPage } from "./running-page.ts";

/** Settings that mean something only together: where one is wrong, its part is not looked at. */
const settingsOf = {
  Model: /^(JUNIOR_MODEL$|ANTHROPIC_|OPENAI_)/,
  Slack: /^SLACK_/,
  Database: /^(DATABASE_URL|JUNIOR_DATA_DIR|JUNIOR_SECRET)$/,
  Links: /^JUNIOR_PUBLIC_URL$/,
};

/** Looks at every part and says what to mend. A part that is off by choice is fine. */
export async function doctor(interrupted: AbortSignal): Promise<Check[]> {
  loadEnvFile();
  const read = readEnv();
  const idle = checkSettings().map((detail): Check => ({ name: "Settings", ok: true, detail, mend: "correct it, or take it out" }));
  if ("env" in read) return [...idle, ...(await checkParts(read.env)), ...(await checkDatabase(read.env, interrupted))];
  const wrong = read.faults.map((detail): Check => ({ name: "Settings", ok: false, detail, mend: null }));
  return [
    ...wrong,
    ...idle,
    ...(await checkRest(
      read.faults.map((fault) => fault.split(" ", 1)[0] ?? ""),
      interrupted,
    )),
  ];
}

async function checkRest(wrongNames: string[], interrupted: AbortSignal): Promise<Check[]> {
  const hurt = Object.entries(settingsOf).filter(([, settings]) => wrongNames.some((name) => settings.test(name)));
  const rest = readEnvWithout(new RegExp([...wrongNames.map((name) => `^${name}$`), ...hurt.map(([, { source }]) => source)].join("|")));
  if ("faults" in rest) return [];
  const isWhole = (part: string) => hurt.every(([name]) => name !== part);
  const parts = (await checkParts(rest.env)).filter(({ name }) => isWhole(name));
  return isWhole("Database") ? [...parts, ...(await checkDatabase(rest.env, interrupted))] : parts;
}

async function checkParts(env: Env): Promise<Check[]> {
  const model = await openModels(env)
    .then((models) => models.model)
    .catch((error: unknown) => failed("Model", error));
  const asked = "ok" in model ? [model] : await checkModels(env);
  const slack = await checkSlack(env);
  return listParts(env, "ok" in model ? rehearsalModel : model, slack)
    .filter(({ name }) => name !== "Database")
    .filter(({ name }) => asked.every((check) => check.name !== name))
    .map(({ name, detail, mend }): Check => ({ name, ok: name !== "Slack" || !slack || slack.connected, detail, mend }))
    .toSpliced(0, 0, ...asked);
}

/** Those that are set, asked at once; none where Junior rehearses. */
async function checkModels(env: Env): Promise<Check[]> {
  const model = chooseModel(env);
  const fast = chooseFastModel(env);
  return Promise.all([
    ...(model.rehearsal ? [] : [modelCheckRow("Model", model)]),
    ...(fast === null || fast.rehearsal ? [] : [modelCheckRow("Fast model", fast)]),
  ]);
}

async function checkSlack(env: Env): Promise<{ connected: boolean; detail: string } | null> {
  if (!env.SLACK_BOT_TOKEN) return null;
  const { checkToken } = await import("../slack/check-token.ts");
  return checkToken({ botToken: env.SLACK_BOT_TOKEN, appToken: env.SLACK_APP_TOKEN, apiUrl: env.SLACK_API_URL });
}

async function checkDatabase(env: Env, interrupted: AbortSignal): Promise<Check[]> {
  if (!env.DATABASE_URL && !isMade(resolve(env.JUNIOR_DATA_DIR))) {
    return [{ name: "Database", ok: true, detail: `none in ${env.JUNIOR_DATA_DIR} yet`, mend: `${commandName} start makes it` }];
  }
  try {
    const opening = { log: openLog(env.JUNIOR_LOG_LEVEL), progress: () => undefined, interrupted };
    const ground = await openGround(env, "cli", opening);
    try {
      const { missing, unknown } = await compareSchema(ground.database);
      const parked = await countParked(ground.database);
      const stored = await totalSize(ground.database);
      return [
        await checkRunning(env, ground.database),
        {
          name: "Database",
          ok: true,
          detail: ground.embedded ? `its own PostgreSQL in ${env.JUNIOR_DATA_DIR}` : "PostgreSQL at DATABASE_URL",
          mend: null,
        },
        { name: "Schema", ok: missing.length + unknown.length === 0, detail: "as this version needs it", mend: null },
        { name: "Files", ok: true, detail: words.files.total(stored.files, stored.bytes), mend: null },
        {
          name: "Deliveries",
          ok: parked === 0,
          detail:
            parked === 0 ? "nothing is set aside" : `${parked} could never be posted (channel archived, thread deleted, or no access)`,
          mend:
            parked === 0
              ? null
              : "they stand on the page and in npx junior desk list; where access was lost, invite Junior again and write to it there",
        },
      ];
    } finally {
      await ground.close();
    }
  } catch (error) {
    return [failed("Database", error)];
  }
}

async function checkRunning(env: Env, database: Database): Promise<Check> {
  const page = findRunningPage(env);
  if (page || (await isWorkerRunning(database)))
    return { name: "Running", ok: true, detail: page ? `at ${page.url} (process ${page.pid})` : "on this database", mend: null };
  return { name: "Running", ok: true, detail: "no Junior runs now", mend: `${commandName} start` };
}

function failed(name: string, error: unknown): Check {
  const message =
    error instanceof StartError || (error instanceof Error && error.name === "EmbeddedPostgresError")
      ? error.message
      : `failed (${faultCode(error)})`;
  return { name, ok: false, detail: message, mend: null };
}
