import type { Env } from "../base/env.ts";
import { shownHost } from "./http-server.ts";
import { findRunningPage } from "./running-page.ts";

/**
 * Where a browser of this machine finds the page: at the address that others use, if there is one, else where a Junior
 * of this folder shows it now, else where one would.
 */
export const pageUrl = (env: Env): string =>
  env.JUNIOR_PUBLIC_URL ?? findRunningPage(env)?.url ?? `http://${shownHost(env.HOST)}:${env.PORT}`;
