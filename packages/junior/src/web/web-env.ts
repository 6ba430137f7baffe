import type { HttpBindings } from "@hono/node-server";
import type { Person } from "../people/person.ts";

/** What every handler finds: Node's own request, and under `/api` the person who asks. */
export type WebEnv = { Bindings: HttpBindings; Variables: { person: Person } };
