import type { MiddlewareHandler } from "hono";
import { isId } from "../base/ids.ts";
import { notFound } from "./problem.ts";
import type { WebEnv } from "./web-env.ts";

/** What is no id names nothing: 404 before it reaches a query. */
export const requireId: MiddlewareHandler<WebEnv> = async (context, next) =>
  isId(context.req.param("id") ?? "") ? next() : notFound(context);
