import { readApiError, refusedToken } from "./read-api-error.ts";
import type { Clients } from "./clients.ts";
import type { Install } from "./install.ts";
import { missingScopes } from "./needed-scopes.ts";

export type Found = { install: Install; missingScopes: string[] } | { refused: string } | { unreachable: string };

/** Asks Slack whose token this is. Takes 5 s at most. */
export async function findInstall(clients: Clients): Promise<Found> {
  try {
    const answer = await clients.reading.auth.test();
    const { team_id: teamId, team = "", user_id: botUserId, bot_id: botId } = answer;
    if (!teamId || !botUserId || !botId) return { refused: "not_a_bot_token" };
    const install = { teamId, teamName: team, botUserId, botId, appId: await findAppId(clients, botId) };
    return { install, missingScopes: missingScopes(answer.response_metadata?.scopes) };
  } catch (error) {
    const refusal = readApiError(error);
    if (refusal && refusedToken.has(refusal.code)) return { refused: refusal.code };
    return { unreachable: refusal?.code ?? "no_answer" };
  }
}

async function findAppId(clients: Clients, botId: string): Promise<string | null> {
  try {
    return (await clients.lookup.bots.info({ bot: botId })).bot?.app_id ?? null;
  } catch {
    // Needs users:read; all that is lost is one more comparison.
    return null;
  }
}
