import { useEffect, useEffectEvent } from "react";
import type { Item } from "../../contract.ts";
import { ApiProblem } from "../../shared/api/request-json.ts";
import { readItem } from "./item-queries.ts";

const firstLookMs = 1_000;
const nextLookMs = 2_000;

/**
 * After an answer that got no reply, reads the question until Junior replies, and tells how it stands or why it may not
 * be read. Past the cache: a reading that began before the answer failed would tell nothing about it.
 */
export function useUnknownEnd(itemId: string, isUnknown: boolean, known: (end: { item: Item } | { error: unknown }) => void): void {
  const tell = useEffectEvent(known);
  useEffect(() => {
    if (!isUnknown) return;
    const leaving = new AbortController();
    async function look() {
      try {
        const item = await readItem(itemId, leaving.signal);
        if (!leaving.signal.aborted) tell({ item });
      } catch (error) {
        if (leaving.signal.aborted) return;
        if (error instanceof ApiProblem && error.problem.status < 500) tell({ error });
        else timer = setTimeout(() => void look(), nextLookMs);
      }
    }
    let timer = setTimeout(() => void look(), firstLookMs);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [itemId, isUnknown]);
}
