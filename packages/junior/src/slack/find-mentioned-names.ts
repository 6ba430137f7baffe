import type { Connection } from "../db/database.ts";
import { findPerson } from "../people/people-store.ts";
import type { Clients } from "./clients.ts";
import type { Install } from "./install.ts";
import { mentionedIn } from "./plain-mentions.ts";

/** Whom Slack is asked after at most; the others keep the label that they were given. */
const mostAsked = 10;

/** How the people whom a text mentions are called, as far as Junior or Slack knows; Slack is waited for 1 s. */
export async function findMentionedNames(
  deps: { database: Connection; install: Install; clients: Pick<Clients, "lookup"> },
  markdown: string,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const unknown: string[] = [];
  for (const id of mentionedIn(markdown).slice(0, 100)) {
    const person = await findPerson(deps.database, { provider: "slack", tenant: deps.install.teamId, subject: id });
    if (person && person.name !== id) names.set(id, person.name);
    else unknown.push(id);
  }
  await Promise.all(
    unknown.slice(0, mostAsked).map(async (id) => {
      const name = await askName(deps.clients, id);
      if (name) names.set(id, name);
    }),
  );
  return names;
}

async function askName(clients: Pick<Clients, "lookup">, id: string): Promise<string | undefined> {
  try {
    const { user } = await clients.lookup.users.info({ user: id });
    return user?.profile?.display_name || user?.real_name || user?.name;
  } catch {
    return undefined;
  }
}
