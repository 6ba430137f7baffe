import { existsSync } from "node:fs";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type MiddlewareHandler } from "hono";
import { notFound } from "./problem.ts";
import type { WebEnv } from "./web-env.ts";

/**
 * The files of the built browser desk. A path that is no file is a place inside the page, whose router knows it:
 * browsers that navigate there get `index.html`.
 */
export function pageRoutes(deps: { pageFolder: string }) {
  const index = join(deps.pageFolder, "index.html");
  return new Hono<WebEnv>()
    .get("*", async (context, next) => (isHidden(context.req.path) ? notFound(context) : next()))
    .get("*", async (context, next) => {
      if (existsSync(index)) return next();
      return context.text("Junior's web desk is not built yet. Running npm start builds it.\n", 503, { "cache-control": "no-store" });
    })
    .get("/assets/*", files(deps.pageFolder, "public, max-age=31536000, immutable"), (context) => notFound(context))
    .get("*", files(deps.pageFolder, "no-cache"), async (context, next) => {
      if (!context.req.header("accept")?.includes("text/html")) return notFound(context);
      return files(deps.pageFolder, "no-cache", index)(context, next);
    });
}

/** What an editor or a system left there is no part of the page. Paths with `%` name no file at all. */
const isHidden = (path: string): boolean => path.split("/").some((part) => part.startsWith("."));

/** The folder may be built only after this process has started, and `serveStatic` complains of one that is missing. */
function files(root: string, cacheControl: string, path?: string): MiddlewareHandler<WebEnv> {
  return async (context, next) => {
    const serve = serveStatic<WebEnv>(path === undefined ? { root } : { root: "", path });
    const served = await serve(context, async () => undefined);
    if (!served) return next();
    served.headers.set("cache-control", cacheControl);
    return served;
  };
}
