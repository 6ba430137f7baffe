import type { HttpBindings } from "@hono/node-server";
import type { Database } from "../db/database.ts";
import type { Person } from "../people/person.ts";
import type { Asker } from "./identify-asker.ts";

/**
 * What every handler finds: Node's own request, and under `/api` the person who asks, whether by a session, how to ask
 * later who it is by then, and the database until this request's deadline.
 */
export type WebEnv = {
  Bindings: HttpBindings;
  Variables: { person: Person; bySession: boolean; askAgain: () => Promise<Asker | null>; database: Database };
};
