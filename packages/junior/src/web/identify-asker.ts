import type { Context, MiddlewareHandler } from "hono";
import { words } from "../base/words.ts";
import type { Database } from "../db/database.ts";
import type { Person } from "../people/person.ts";
import { identifySession } from "../people/sign-in.ts";
import { isLocalRequest } from "./is-local-request.ts";
import { problem } from "./problem.ts";
import { sessionCookie } from "./session-cookie.ts";
import type { WebEnv } from "./web-env.ts";

/** `bySession`: signed in by a link, so that there is something to sign out of. */
export type Asker = { person: Person; bySession: boolean };

type Deps = { database: Database; localPerson: () => Promise<Person>; publicUrl?: string };

/**
 * Who is asking: whose session it is, else the local person, who exists only for requests of this machine and without
 * a public address. Everybody else is answered 401, and told how to get in.
 */
export function identifyAsker(deps: Deps): MiddlewareHandler<WebEnv> {
  const cookie = sessionCookie(deps.publicUrl);
  return async (context, next) => {
    const token = cookie.read(context);
    const isLocal = deps.publicUrl === undefined && comesFromHere(context);
    const askAgain = async (database = deps.database): Promise<Asker | null> => {
      const person = token === null ? null : await identifySession(database, token);
      if (person) return { person, bySession: true };
      return isLocal ? { person: await deps.localPerson(), bySession: false } : null;
    };
    const asker = await askAgain(context.var.database);
    if (!asker) return problem(context, 401, { detail: words.signIn.unknown(openPlace(context, deps.publicUrl)) });
    context.set("person", asker.person);
    context.set("bySession", asker.bySession);
    context.set("askAgain", askAgain);
    return next();
  };
}

/** Where the local person needs no signing in. */
export function openPlace(context: Context<WebEnv>, publicUrl: string | undefined): string | null {
  return publicUrl === undefined ? `http://localhost:${context.env.incoming.socket.localPort ?? 3000}` : null;
}

function comesFromHere(context: Context<WebEnv>): boolean {
  const { incoming } = context.env;
  return isLocalRequest({
    host: context.req.header("host"),
    remoteAddress: incoming.socket.remoteAddress,
    headerNames: Object.keys(incoming.headers),
  });
}
