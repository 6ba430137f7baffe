import { useEffect, useState } from "react";

/**
 * `1`–`9` pick an option of the marked card, `a` opens own words or goes to the field that takes them, `j` and `k` mark
 * the next and previous card. `cards`: ids of the open cards in the order shown. Marked is the one that has the focus;
 * with `firstIsMarked` one always is: that which last had it, else the first. Elsewhere an answer, which nobody can take
 * back, must not be the end of a key that was meant for something else.
 */
export function useCardKeys(cards: string[], { firstIsMarked = false } = {}): { current: string | undefined } {
  const [focused, setFocused] = useState<string>();
  const known = focused !== undefined && cards.includes(focused) ? focused : undefined;
  const current = known ?? (firstIsMarked ? cards[0] : undefined);

  useEffect(() => {
    function focusMoved({ type, target, relatedTarget }: FocusEvent) {
      const card = cardOf(type === "focusin" ? target : relatedTarget);
      if (card !== undefined || !firstIsMarked) setFocused(card);
    }
    const kinds = ["focusin", "focusout"] as const;
    for (const kind of kinds) document.addEventListener(kind, focusMoved);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, focusMoved);
    };
  }, [firstIsMarked]);

  useEffect(() => {
    function keyPressed(event: KeyboardEvent) {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
      // Not what was drawn last: the focus may have moved since.
      const marked = firstIsMarked ? current : cards.find((id) => id === cardOf(document.activeElement));
      if (event.key === "j" || event.key === "k") focusCard(neighbour(cards, marked, event.key === "j" ? 1 : -1));
      else if (marked === undefined) return;
      else if (/^[1-9]$/.test(event.key)) pickOption(findCard(marked), Number(event.key));
      else if (event.key === "a") writeAnswer(findCard(marked));
      else return;
      event.preventDefault();
    }
    document.addEventListener("keydown", keyPressed);
    return () => document.removeEventListener("keydown", keyPressed);
  });

  return { current };
}

function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const types = target instanceof HTMLInputElement && !["radio", "checkbox"].includes(target.type);
  return types || target.closest("textarea, select, [contenteditable], [role=dialog]") !== null;
}

function cardOf(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-card]")?.dataset["card"] : undefined;
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

/** `-1` from the first card and `1` from the last stay where they are; from outside the cards the marked one is shown first. */
function neighbour(cards: string[], marked: string | undefined, step: 1 | -1): string | undefined {
  if (marked === undefined) return cards.at(step === 1 ? 0 : -1);
  const index = cards.indexOf(marked) + (cardOf(document.activeElement) === undefined ? 0 : step);
  return cards[Math.min(Math.max(index, 0), cards.length - 1)];
}

function focusCard(id: string | undefined): void {
  const card = id === undefined ? null : findCard(id);
  card?.focus();
  card?.scrollIntoView({ block: "nearest" });
}
