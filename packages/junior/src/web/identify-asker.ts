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
      return problem(context, 401, { detail: howToEnter(deps.publicUrl, incoming.socket.localPort) });
    }
    context.set("person", await deps.localPerson());
    return next();
  };
}

function howToEnter(publicUrl: string | undefined, port: number | undefined): string {
  const address = `http://localhost:${port ?? 3000}`;
  return publicUrl === undefined
    ? `Open Junior on the machine it runs on: ${address}`
    : `Nobody can sign in here while JUNIOR_PUBLIC_URL is set. Answer in Slack, or start Junior without it and open ${address} on the machine it runs on.`;
}
