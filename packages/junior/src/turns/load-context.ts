import type { Database } from "../db/database.ts";
import { listOpenItems } from "./open-item-store.ts";
import type { Context } from "./prompt.ts";
import { loadSaid, loadWordsOf } from "./said-store.ts";
import { findSummary } from "./summary-store.ts";
import type { Turn } from "./turn.ts";

/** Characters of the principal's own words that stay verbatim beside a summary, the newest of them, at most a tenth of the window; and of each message. */
const mostOwnWords = 12_000;
const longestOwnWords = 3_000;

/** All that a Turn has to know: what was said since the last summary, word for word, and what the summary stands for. */
export async function loadContext(database: Database, turn: Turn, windowTokens: number): Promise<Context> {
  const said = await loadSaid(database, turn);
  const isNew = said.every((message) => message.current);
  const openItems = isNew && said[0]?.sequence === 1 ? [] : await listOpenItems(database, turn.conversationId);
  const summary = said[0]?.sequence === 1 ? null : await findSummary(database, turn.conversationId);
  const userId = turn.principalUserId;
  const range = { through: summary?.throughSequence ?? 0, characters: Math.min(mostOwnWords, windowTokens * 0.4) };
  const ownWords = summary && userId !== null ? await loadOwnWords(database, turn, userId, range) : [];
  return { summary: summary?.text ?? null, ownWords, openItems, said };
}

async function loadOwnWords(
  database: Database,
  turn: Turn,
  userId: string,
  range: { through: number; characters: number },
): Promise<Context["ownWords"]> {
  const newestFirst = await loadWordsOf(database, turn.conversationId, userId, { through: range.through, limit: 100 });
  const kept: Context["ownWords"] = [];
  let length = 0;
  for (const { name, text } of newestFirst) {
    const short = text.length <= longestOwnWords ? text : `${text.slice(0, longestOwnWords).toWellFormed()}… (shortened)`;
    length += short.length;
    if (length > range.characters) break;
    kept.unshift({ name, text: short });
  }
  return kept;
}
