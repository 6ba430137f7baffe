import { useEffect, useState } from "react";

/**
 * `1`–`9` pick an option of the current card, `a` opens own words or goes to the field that takes them, `j` and `k` move to the next and previous card.
 * `cards`: ids of the open cards in the order shown. Current is the one last focused, else the first.
 */
export function useCardKeys(cards: string[]): { current: string | undefined; setCurrent: (id: string) => void } {
  const [focused, setCurrent] = useState<string>();
  const current = focused !== undefined && cards.includes(focused) ? focused : cards[0];

  useEffect(() => {
    function keyPressed(event: KeyboardEvent) {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target) || current === undefined) return;
      const card = findCard(current);
      if (/^[1-9]$/.test(event.key)) pickOption(card, Number(event.key));
      else if (event.key === "a") writeAnswer(card);
      else if (event.key === "j" || event.key === "k") focusCard(neighbour(cards, current, event.key === "j" ? 1 : -1));
      else return;
      event.preventDefault();
    }
    document.addEventListener("keydown", keyPressed);
    return () => document.removeEventListener("keydown", keyPressed);
  });

  return { current, setCurrent };
}

function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const types = target instanceof HTMLInputElement && !["radio", "checkbox"].includes(target.type);
  return types || target.closest("textarea, select, [contenteditable], [role=dialog]") !== null;
}

function findCard(id: string): HTMLElement | null {
  return document.querySelector(`[data-card="${CSS.escape(id)}"]`);
}

function writeAnswer(card: HTMLElement | null): void {
  const ownWords = card?.querySelector<HTMLElement>("[data-own-words]");
  if (ownWords) ownWords.click();
  else card?.querySelector<HTMLElement>("textarea, input:not([type=radio], [type=checkbox])")?.focus();
}

/** In a form of several questions the numbers belong to the question that has the focus, else to the first with options. */
function pickOption(card: HTMLElement | null, number: number): void {
  if (card === null) return;
  const focused = document.activeElement?.closest<HTMLElement>("[data-question]");
  const withOptions = card.querySelector("[data-question] [data-pick]")?.closest<HTMLElement>("[data-question]");
  const scope = (focused && card.contains(focused) ? focused : withOptions) ?? card;
  scope.querySelectorAll<HTMLElement>("[data-pick]")[number - 1]?.click();
}

/** `-1` from the first card and `1` from the last stay where they are; the first `j` shows the current card. */
function neighbour(cards: string[], current: string, step: 1 | -1): string {
  const shown = document.activeElement?.closest("[data-card]") !== null;
  const index = cards.indexOf(current) + (shown ? step : 0);
  return cards[Math.min(Math.max(index, 0), cards.length - 1)] ?? current;
}

function focusCard(id: string): void {
  const card = findCard(id);
  card?.focus();
  card?.scrollIntoView({ block: "nearest" });
}
