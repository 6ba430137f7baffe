import type { HttpBindings } from "@hono/node-server";
import type { Database } from "../db/database.ts";
import type { Person } from "../people/person.ts";

/** What every handler finds: Node's own request, and under `/api` the person who asks and the database until this request's deadline. */
export type WebEnv = { Bindings: HttpBindings; Variables: { person: Person; database: Database } };
