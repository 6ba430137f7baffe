import type { RequestListener } from "node:http";
import type { Status } from "junior-web/contract";
import { getRequestListener } from "@hono/node-server";
import { Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Changes } from "../db/changes.ts";
import type { Database } from "../db/database.ts";
import type { Person } from "../people/person.ts";
import type { Queue } from "../queue/queue.ts";
import type { TargetOf } from "../turns/target-of.ts";
import { answerFault } from "./answer-fault.ts";
import { type AttachmentLimits, attachmentRoutes } from "./attachment-routes.ts";
import { authRoutes } from "./auth-routes.ts";
import { boundBody } from "./bound-body.ts";
import { boundTime } from "./bound-time.ts";
import { conversationRoutes } from "./conversation-routes.ts";
import { eventRoutes } from "./event-routes.ts";
import { healthRoutes } from "./health-routes.ts";
import { identifyAsker } from "./identify-asker.ts";
import { itemRoutes } from "./item-routes.ts";
import { meRoutes } from "./me-routes.ts";
import { pageRoutes } from "./page-routes.ts";
import { notFound } from "./problem.ts";
import { refuseCrossSite } from "./refuse-cross-site.ts";
import type { WebEnv } from "./web-env.ts";

export type WebDeps = {
  database: Database;
  queue: Queue;
  changes: Changes;
  log: Log;
  clock: Clock;
  /** What is on and what is off, read at each request. */
  status: () => Status | Promise<Status>;
  /** Whether the database can be reached now. */
  ready: () => Promise<boolean>;
  /** Where others reach this Junior; with it nobody is the local person without a session. */
  publicUrl?: string;
  localPerson: () => Promise<Person>;
  /** What a tool call touches, for those who read what Junior did. */
  targetOf: TargetOf;
  /** Deletes a Conversation and all that came of it, where this person may. */
  purgeConversation: (id: string, person: Person) => Promise<"purged" | "not-found" | "not-allowed">;
  /** Where the built browser desk lies; it need not be there yet. */
  pageFolder: string;
  attachmentLimits?: Partial<AttachmentLimits>;
  /** A worker's door: `/healthz` and `/readyz` alone. */
  healthOnly?: boolean;
};

export type Web = {
  requestListener: RequestListener;
  /** Ends the live streams, which would hold the server open. */
  close(): void;
};

/** Everything that a browser or a program asks of Junior over HTTP. */
export function openWeb(deps: WebDeps): Web {
  const closing = new AbortController();
  const app = new Hono<WebEnv>();
  app.use(securityHeaders, refuseCrossSite(deps.publicUrl));
  app.route("/", healthRoutes(deps));
  if (!deps.healthOnly) {
    app.use("/api/*", neverStored, boundTime(deps.database), identifyAsker(deps), boundBody());
    app.route("/api", meRoutes(deps));
    app.route("/api/items", itemRoutes(deps));
    app.route("/api/conversations", conversationRoutes(deps));
    app.route("/api/attachments", attachmentRoutes(deps));
    app.route("/api/events", eventRoutes({ ...deps, closing: closing.signal }));
    app.all("/api/*", notFound);
    app.use("/auth/*", neverStored, boundTime(deps.database), boundBody());
    app.route("/auth", authRoutes(deps));
    app.all("/auth/*", notFound);
    app.route("/", pageRoutes(deps));
  }
  app.notFound(notFound);
  app.onError(answerFault(deps));
  // The process's own Request and Response stay what other rooms and libraries expect.
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  return {
    requestListener(request, response) {
      // The web's own Request cannot hold it, and nothing here answers it.
      if (request.method === "TRACE") response.writeHead(405, { allow: "GET, HEAD, POST, DELETE" }).end();
      else void listener(request, response);
    },
    close: () => closing.abort(),
  };
}

const self = "'self'";
const none = "'none'";

const securityHeaders = secureHeaders({
  // An attachment is served under stricter rules of its own.
  overwrite: false,
  contentSecurityPolicy: {
    defaultSrc: [self],
    imgSrc: [self, "data:"],
    frameAncestors: [none],
    baseUri: [none],
    formAction: [self],
    objectSrc: [none],
  },
  xFrameOptions: "DENY",
  // With "no-referrer" a browser would not say of the sign-in form that it is our own: it would be refused as cross-site.
  referrerPolicy: "same-origin",
  // A matter of whoever ends TLS before us; plain HTTP on this machine must stay reachable.
  strictTransportSecurity: false,
});

const neverStored: MiddlewareHandler<WebEnv> = async (context, next) => {
  await next();
  if (!context.res.headers.get("cache-control")?.startsWith("private")) context.res.headers.set("cache-control", "no-store");
};
