import type { Env } from "../base/env.ts";
import { shownHost } from "./http-server.ts";

/** Where a browser of this machine finds the page: at the address that others use, if there is one. */
export const pageUrl = (env: Env): string => env.JUNIOR_PUBLIC_URL ?? `http://${shownHost(env.HOST)}:${env.PORT}`;
