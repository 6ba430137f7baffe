import { faultCode, type Log } from "../base/log.ts";
import type { Env } from "../base/env.ts";
import { StartError } from "../base/errors.ts";
import type { Check } from "../cli/program.ts";
import { countParked } from "../conversations/delivery-store.ts";
import { compareSchema } from "../db/migrate.ts";
import { openModel } from "../model/open-model.ts";
import { openGround } from "./open-ground.ts";
import { listParts } from "./list-parts.ts";

/** Looks at every part and says what to mend. A part that is off by choice is fine. */
export async function doctor(env: Env, log: Log): Promise<Check[]> {
  const checks: Check[] = [];
  const model = await openModel(env).catch((error: unknown) => {
    checks.push(failed("Model", error));
    return null;
  });
  if (model) {
    const slack = await checkSlack(env);
    for (const part of listParts(env, model, slack)) {
      if (part.name !== "Database")
        checks.push({ name: part.name, ok: part.name !== "Slack" || !slack || slack.connected, detail: part.detail, mend: part.mend });
    }
  }
  checks.push(...(await checkDatabase(env, log)));
  return checks;
}

async function checkSlack(env: Env): Promise<{ connected: boolean; detail: string } | null> {
  if (!env.SLACK_BOT_TOKEN) return null;
  const { checkToken } = await import("../slack/check-token.ts");
  return checkToken({ botToken: env.SLACK_BOT_TOKEN, apiUrl: env.SLACK_API_URL });
}

async function checkDatabase(env: Env, log: Log): Promise<Check[]> {
  try {
    const ground = await openGround(env, "cli", log, () => undefined);
    try {
      const { missing, unknown } = await compareSchema(ground.database);
      const parked = await countParked(ground.database);
      return [
        {
          name: "Database",
          ok: true,
          detail: ground.embedded ? `its own PostgreSQL in ${env.JUNIOR_DATA_DIR}` : "PostgreSQL at DATABASE_URL",
          mend: null,
        },
        { name: "Schema", ok: missing.length + unknown.length === 0, detail: "as this version needs it", mend: null },
        {
          name: "Deliveries",
          ok: parked === 0,
          detail: parked === 0 ? "nothing is set aside" : `${parked} could never be posted (channel archived, or no access)`,
          mend: parked === 0 ? null : "invite Junior to the channel again, then write to it there",
        },
      ];
    } finally {
      await ground.close();
    }
  } catch (error) {
    return [failed("Database", error)];
  }
}

function failed(name: string, error: unknown): Check {
  const message =
    error instanceof StartError || (error instanceof Error && error.name === "EmbeddedPostgresError")
      ? error.message
      : `failed (${faultCode(error)})`;
  return { name, ok: false, detail: message, mend: null };
}
