import { useEffect, useLayoutEffect, useRef } from "react";

const nearPx = 160;

/** Keeps the end of the page in view while `mark` changes, unless the reader has scrolled up or is about to answer. */
export function useStayAtEnd(mark: unknown): void {
  const atEnd = useRef(true);
  useEffect(() => {
    const scrolled = () => {
      const page = document.documentElement;
      atEnd.current = page.scrollHeight - page.scrollTop - page.clientHeight < nearPx;
    };
    addEventListener("scroll", scrolled, { passive: true });
    return () => removeEventListener("scroll", scrolled);
  }, []);
  useLayoutEffect(() => {
    if (atEnd.current && !isAtQuestion()) scrollTo({ top: document.documentElement.scrollHeight });
  }, [mark]);
}

/** Scrolling now would put another option under the pointer. */
function isAtQuestion(): boolean {
  return document.querySelector("[data-open]:is(:hover, :focus-within)") !== null;
}
