import type { MiddlewareHandler } from "hono";
import type { Person } from "../people/person.ts";
import { isLocalRequest } from "./is-local-request.ts";
import { problem } from "./problem.ts";
import type { WebEnv } from "./web-env.ts";

/**
 * Who is asking. There is no sign-in yet: only the local person exists on the web, and only for requests of this
 * machine and without a public address. Everybody else is answered 401.
 */
export function identifyAsker(deps: { localPerson: () => Promise<Person>; publicUrl?: string }): MiddlewareHandler<WebEnv> {
  return async (context, next) => {
    const { incoming } = context.env;
    const local = isLocalRequest({
      host: context.req.header("host"),
      remoteAddress: incoming.socket.remoteAddress,
      headerNames: Object.keys(incoming.headers),
    });
    if (deps.publicUrl !== undefined || !local) {
      return problem(context, 401, { detail: howToEnter(incoming.socket.localPort) });
    }
    context.set("person", await deps.localPerson());
    return next();
  };
}

const howToEnter = (port: number | undefined): string =>
  `This page knows nobody here. On Junior's own machine, without JUNIOR_PUBLIC_URL, it is open at http://localhost:${port ?? 3000}; ` +
  "otherwise answer in Slack, or with npx junior desk in Junior's folder.";
