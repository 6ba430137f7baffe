import type { Item } from "../../contract.ts";
import { Time } from "../../shared/ui/time.tsx";
import { words } from "../../shared/words.ts";
import { askedText, headText } from "./asked-text.ts";

export type HeadingLevel = "h1" | "h2" | "h3";

type ItemHeadProps = {
  item: Item;
  id: string;
  readerId: string | undefined;
  level: HeadingLevel;
  titleLink?: (item: Item) => React.ReactNode;
};

/** "your call: {title}"; the first letter is raised by the style sheet. */
export function ItemHead({ item, id, readerId, level: Heading, titleLink }: ItemHeadProps) {
  const head = headText(item, readerId);
  return (
    <Heading className={`card-title card-title-${Heading}`} id={id}>
      {head !== null && <span className={`card-kind ${head.startsWith("@") ? "" : "card-kind-first"}`}>{head}</span>}{" "}
      {titleLink === undefined ? item.title : titleLink(item)}
    </Heading>
  );
}

/** "For @ben · you, because you started this · 14:02". */
export function AskedLine({ item, readerId }: { item: Item; readerId: string | undefined }) {
  return (
    <p className="card-asked">
      {askedText(item, readerId)}
      {item.assignees.length > 1 && item.state === "open" && ` · ${words.firstCounts}`} · <Time at={item.createdAt} />
      {item.neededBy !== null && item.state === "open" && (
        <>
          {" · "}
          <strong>
            needed by <Time at={item.neededBy} />
          </strong>
        </>
      )}
    </p>
  );
}
