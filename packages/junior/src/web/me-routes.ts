import type { Me, Status } from "junior-web/contract";
import { Hono } from "hono";
import type { Database } from "../db/database.ts";
import { countNeedsYou, countWaitOnOthers } from "../desk/item-reader-store.ts";
import { listIdentities } from "../people/people-store.ts";
import type { WebEnv } from "./web-env.ts";

export function meRoutes(deps: { database: Database; status: () => Status | Promise<Status> }) {
  const { database } = deps;
  return new Hono<WebEnv>()
    .get("/me", async (context) => {
      const { userId, name } = context.var.person;
      const [identities, needsYou, waitOnOthers] = await Promise.all([
        listIdentities(database, userId),
        countNeedsYou(database, userId),
        countWaitOnOthers(database, userId),
      ]);
      const me: Me = {
        userId,
        name,
        identities: identities.map(({ provider, handle }) => ({ provider, handle })),
        counts: { needsYou, waitOnOthers },
      };
      return context.json(me);
    })
    .get("/status", async (context) => context.json(await deps.status()));
}
