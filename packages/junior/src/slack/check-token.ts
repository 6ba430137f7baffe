import { WebClient } from "@slack/web-api";
import { openClients } from "./clients.ts";
import { connectedText } from "./connected-text.ts";
import { findInstall } from "./find-install.ts";
import { readApiError } from "./read-api-error.ts";
import { refusedAppTokenText, refusedTokenText } from "./refused-token-text.ts";
import { slackLogger } from "./slack-logger.ts";

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Whether these tokens open a team now, with all that is needed there, in a line for people. */
export async function checkToken(options: {
  botToken: string;
  appToken?: string;
  apiUrl?: string;
}): Promise<{ connected: boolean; detail: string }> {
  const found = await findInstall(openClients({ ...options, logger: slackLogger(silent) }));
  if ("refused" in found) return { connected: false, detail: refusedTokenText(found.refused) };
  if ("unreachable" in found) return { connected: false, detail: `Slack cannot be reached (${found.unreachable})` };
  const refused = options.appToken === undefined ? null : await checkAppToken(options.appToken, options.apiUrl);
  if (refused !== null) return { connected: false, detail: refusedAppTokenText(refused) };
  return { connected: found.missingScopes.length === 0, detail: connectedText(found) };
}

/** Asks for an address and does not use it. @returns Slack's word for why not */
async function checkAppToken(token: string, slackApiUrl: string | undefined): Promise<string | null> {
  const client = new WebClient(token, {
    ...(slackApiUrl ? { slackApiUrl } : {}),
    logger: slackLogger(silent),
    retryConfig: { retries: 0 },
    timeout: 4_000,
  });
  try {
    await client.apps.connections.open({});
    return null;
  } catch (error) {
    return readApiError(error)?.code ?? "no_answer";
  }
}
