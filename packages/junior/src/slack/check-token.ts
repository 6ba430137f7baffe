import { openClients } from "./clients.ts";
import { findInstall } from "./find-install.ts";
import { refusedTokenText } from "./refused-token-text.ts";
import { slackLogger } from "./slack-logger.ts";

/** Whether this token opens a team now, in a line for people. */
export async function checkToken(options: { botToken: string; apiUrl?: string }): Promise<{ connected: boolean; detail: string }> {
  const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  const found = await findInstall(openClients({ ...options, logger: slackLogger(silent) }));
  if ("install" in found) return { connected: true, detail: `connected to ${found.install.teamName}` };
  if ("refused" in found) return { connected: false, detail: refusedTokenText(found.refused) };
  return { connected: false, detail: `Slack cannot be reached (${found.unreachable})` };
}
