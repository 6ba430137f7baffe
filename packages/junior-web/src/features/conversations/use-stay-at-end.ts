import { useEffect, useLayoutEffect, useRef } from "react";

const nearPx = 160;
/** Above a card that is to be read from its head. */
const roomPx = 16;

/**
 * Keeps the end of the page in view while `mark` changes, unless the reader has scrolled up or is about to answer.
 * `head`: id of a card whose head stays in view where the page is too low for all of it.
 */
export function useStayAtEnd(mark: unknown, head: string | null): void {
  const follows = useRef(true);
  const placedAt = useRef(-1);
  useEffect(() => {
    const scrolled = () => {
      const page = document.documentElement;
      const isNear = page.scrollHeight - page.scrollTop - page.clientHeight < nearPx;
      follows.current = isNear || Math.abs(page.scrollTop - placedAt.current) < 2;
    };
    addEventListener("scroll", scrolled, { passive: true });
    return () => removeEventListener("scroll", scrolled);
  }, []);
  useLayoutEffect(() => {
    if (!follows.current || isAtQuestion()) return;
    const page = document.documentElement;
    const card = head === null ? null : document.querySelector(`[data-card="${CSS.escape(head)}"]`);
    const headAt = card === null ? Infinity : page.scrollTop + card.getBoundingClientRect().top - roomPx;
    scrollTo({ top: Math.min(headAt, page.scrollHeight) });
    placedAt.current = page.scrollTop;
  }, [mark, head]);
}

/** Scrolling now would put another option under the pointer. */
function isAtQuestion(): boolean {
  return document.querySelector("[data-open]:is(:hover, :focus-within)") !== null;
}
