import { useLayoutEffect, useRef } from "react";
import type { Item } from "../../contract.ts";

/** Longer than a double click, whose second half must not fall on the next question. */
const shortestMs = 1_000;

/**
 * A question that is answered, here or elsewhere, becomes shorter. While open cards stand below it, the style sheet
 * keeps the height it had, so that no other option slides under a pointer that rests. The height goes when the reader
 * moves on: at the first movement of the mouse outside open cards, or when the page is scrolled.
 */
export function useHeldHeight(card: React.RefObject<HTMLElement | null>, state: Item["state"]): void {
  const height = useRef(0);
  useLayoutEffect(() => {
    const element = card.current;
    if (element === null) return;
    if (state === "closed") return height.current > 0 ? holdHeight(element, height.current) : undefined;
    const observer = new ResizeObserver(() => (height.current = element.getBoundingClientRect().height));
    observer.observe(element);
    return () => observer.disconnect();
  }, [card, state]);
}

function holdHeight(element: HTMLElement, height: number): () => void {
  const since = performance.now();
  element.style.setProperty("--held-height", `${height}px`);

  function release() {
    element.style.removeProperty("--held-height");
    document.removeEventListener("pointermove", moved);
    removeEventListener("scroll", scrolled);
  }
  const isOver = () => performance.now() - since > shortestMs;
  function moved({ pointerType, target }: PointerEvent) {
    const atQuestion = target instanceof Element && target.closest("[data-open]") !== null;
    if (pointerType === "mouse" && !atQuestion && isOver()) release();
  }
  function scrolled() {
    if (isOver()) release();
  }
  document.addEventListener("pointermove", moved);
  addEventListener("scroll", scrolled, { passive: true });
  return release;
}
