import type { Found } from "./find-install.ts";

/** One line for people: which team, and what the app may not do there, with the mend. */
export function connectedText({ install, missingScopes }: Extract<Found, { install: unknown }>): string {
  const team = `connected to ${install.teamName}`;
  if (missingScopes.length === 0) return team;
  return `${team}, but the app lacks ${missingScopes.join(", ")}: add them under OAuth & Permissions and install it again`;
}
