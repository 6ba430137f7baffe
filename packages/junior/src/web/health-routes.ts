import { Hono } from "hono";
import { within } from "./within.ts";
import type { WebEnv } from "./web-env.ts";

const longestMs = 3_000;

/** `/healthz`: the process lives, and which one. `/readyz`: it also reaches its database. Open to everybody; they tell nothing else. */
export function healthRoutes(deps: { ready: () => Promise<boolean> }) {
  return new Hono<WebEnv>()
    .get("/healthz", (context) => context.json({ name: "Junior", alive: true, pid: process.pid }, 200, { "cache-control": "no-store" }))
    .get("/readyz", async (context) => {
      const ready = await within(longestMs, deps.ready(), false).catch(() => false);
      return context.json({ name: "Junior", ready }, ready ? 200 : 503, { "cache-control": "no-store" });
    });
}
