import type { Env } from "../base/env.ts";
import type { CliHouse } from "../cli/program.ts";
import { openModels } from "../model/open-models.ts";
import { localPerson } from "./local-person.ts";
import { openGround } from "./open-ground.ts";
import type { Opening } from "./opening.ts";
import { pageUrl } from "./page-url.ts";

/** What a command needs: the same database as a running Junior, and its own hands where none runs. */
export async function openCliHouse(env: Env, opening: Opening): Promise<CliHouse> {
  const { log } = opening;
  const { model, fast, budget } = await openModels(env);
  const ground = await openGround(env, "cli", opening);
  const person = await localPerson(ground.database).catch(async (error: unknown) => {
    await ground.close();
    throw error;
  });
  let targets: ReturnType<CliHouse["targets"]> | undefined;
  return {
    database: ground.database,
    queue: ground.queue,
    changes: ground.changes,
    person,
    model: { name: model.name, rehearsal: model.rehearsal, suggestions: model.suggestions },
    publicUrl: env.JUNIOR_PUBLIC_URL ?? null,
    pageUrl: pageUrl(env),
    slack: env.SLACK_BOT_TOKEN !== undefined,
    targets: () => (targets ??= import("./tool-targets.ts").then(({ toolTargets }) => toolTargets(ground.database, log))),
    purge: async (id) => (await import("./purge-conversation.ts")).purgeConversation(ground, id, person),
    async workOn(conversationId) {
      const { openWork } = await import("./open-work.ts");
      const worker = await openWork(ground, { model, fast, budget, log, only: conversationId });
      const unsubscribe = ground.changes.subscribe((batch) => {
        if (batch === "reload" || batch.changes.some((change) => change.conversationId === conversationId)) worker.wake(conversationId);
      });
      worker.wake(conversationId);
      return () => {
        unsubscribe();
        return worker.close();
      };
    },
    close: ground.close,
  };
}
