import type { Me, Status } from "junior-web/contract";
import { Hono } from "hono";
import { countNeedsYou, countWaitOnOthers } from "../desk/item-reader-store.ts";
import { listIdentities } from "../people/people-store.ts";
import type { WebEnv } from "./web-env.ts";

export function meRoutes(deps: { status: () => Status | Promise<Status> }) {
  return new Hono<WebEnv>()
    .get("/me", async (context) => {
      const { database, person, bySession } = context.var;
      const { userId, name } = person;
      const [identities, needsYou, waitOnOthers] = await Promise.all([
        listIdentities(database, userId),
        countNeedsYou(database, userId),
        countWaitOnOthers(database, userId),
      ]);
      const me: Me = {
        userId,
        name,
        identities: identities.map(({ provider, handle }) => ({ provider, handle })),
        bySession,
        counts: { needsYou, waitOnOthers },
      };
      return context.json(me);
    })
    .get("/status", async (context) => context.json(await deps.status()));
}
