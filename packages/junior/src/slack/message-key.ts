import type { Install } from "./install.ts";

/** Names a message, and the Conversation whose thread begins with it. */
export const messageKey = (install: Pick<Install, "teamId">, channel: string, ts: string): string =>
  `slack:${install.teamId}:${channel}:${ts}`;
