import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import type { Item } from "../../contract.ts";
import { meQuery } from "../../shared/api/me-query.ts";
import { Markdown, OutsideLink } from "../../shared/ui/markdown.tsx";
import { onlyTheyAnswer } from "../../shared/words.ts";
import { AnswerForm } from "./answer-form.tsx";
import { AnswerNotice } from "./answer-notice.tsx";
import { AskedLine, ItemHead } from "./item-head.tsx";
import type { HeadingLevel } from "./item-head.tsx";
import { ItemOutcome } from "./item-outcome.tsx";
import { itemQuery } from "./item-queries.ts";
import { UnsentText } from "./unsent-text.tsx";
import { useAnswer } from "./use-answer.ts";
import { useHeldHeight } from "./use-held-height.ts";

type CardPlace = {
  level?: HeadingLevel;
  titleLink?: (item: Item) => React.ReactNode;
  /** The card that the number keys pick from. */
  isCurrent?: boolean;
  foot?: React.ReactNode;
  /** Junior's reply stands right below: an outcome that only repeats it is left out. */
  replyBelow?: boolean;
};

export function ItemCard({ item: listed, ...place }: { item: Item } & CardPlace) {
  const { data: item = listed } = useQuery(itemQuery(listed.id));
  return <Card item={item} {...place} />;
}

function Card({ item, level = "h3", titleLink, isCurrent = false, foot, replyBelow = false }: { item: Item } & CardPlace) {
  const titleId = useId();
  const readerId = useQuery(meQuery).data?.userId;
  const answering = useAnswer(item);
  const card = useRef<HTMLElement>(null);
  useFocusOnClose(card, item.state);
  useHeldHeight(card, item.state);
  const open = item.state === "open";
  return (
    <article
      ref={card}
      className={`card ${open ? "" : "card-closed"} ${isCurrent ? "card-current" : ""}`}
      aria-labelledby={titleId}
      tabIndex={-1}
      data-card={item.id}
      data-open={open || undefined}
    >
      <ItemHead item={item} id={titleId} readerId={readerId} level={level} titleLink={titleLink} />
      <p className="card-ask">{item.ask}</p>
      <AskedLine item={item} readerId={readerId} />
      {item.body !== null && <Markdown text={item.body} />}
      <Images images={item.images} />
      {item.link !== null && (
        <p>
          <OutsideLink href={item.link}>{item.link}</OutsideLink>
        </p>
      )}
      <div role="status">{!open && <ItemOutcome item={item} outcomeBelow={replyBelow} />}</div>
      {open && item.request !== null && item.abilities.answer && (
        <AnswerForm request={item.request} revision={item.revision} answering={answering} />
      )}
      {open && item.request !== null && !item.abilities.answer && (
        <p className="card-stranger">{onlyTheyAnswer(item.assignees.map(({ name }) => name))}</p>
      )}
      <AnswerNotice answering={answering} />
      {!open && <UnsentText item={item} answering={answering} />}
      {foot !== undefined && <footer className="card-foot">{foot}</footer>}
    </article>
  );
}

function Images({ images }: { images: Item["images"] }) {
  if (images.length === 0) return null;
  return (
    <div className="card-images">
      {images.map(({ url, alt }) => (
        <a key={url} href={url} target="_blank" rel="noreferrer noopener">
          <img src={url} alt={alt} loading="lazy" />
        </a>
      ))}
    </div>
  );
}

/** The pressed control goes away with the form: the card takes the focus, so that a keyboard user does not fall to the top. */
function useFocusOnClose(card: React.RefObject<HTMLElement | null>, state: Item["state"]): void {
  const before = useRef(state);
  useEffect(() => {
    const closed = before.current === "open" && state === "closed";
    before.current = state;
    if (closed && document.activeElement === document.body) card.current?.focus({ preventScroll: true });
  }, [card, state]);
}
