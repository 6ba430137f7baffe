import type { Env } from "../base/env.ts";
import type { CliDesk } from "../cli/program.ts";
import { localPerson } from "./local-person.ts";
import { openStore } from "./open-ground.ts";
import type { Opening } from "./opening.ts";
import { pageUrl } from "./page-url.ts";

/** What a command needs that only looks: the same database as a running Junior, without queue, model or worker. */
export async function openCliDesk(env: Env, opening: Opening): Promise<CliDesk> {
  const { database, close } = await openStore(env, "cli", opening);
  try {
    return {
      database,
      person: await localPerson(database),
      publicUrl: env.JUNIOR_PUBLIC_URL ?? null,
      pageUrl: pageUrl(env),
      slack: env.SLACK_BOT_TOKEN !== undefined,
      targets: async () => (await import("./tool-targets.ts")).toolTargets(database, opening.log),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
