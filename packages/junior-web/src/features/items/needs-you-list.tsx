import { useState } from "react";
import type { Item } from "../../contract.ts";
import { groupByConversation, keepPlaces } from "./group-items.ts";
import { ItemCard } from "./item-card.tsx";
import { useCardKeys } from "./use-card-keys.ts";

type NeedsYouListProps = {
  /** The open ones, as just fetched. */
  open: Item[];
  conversationHeading: (conversationId: string) => React.ReactNode;
  titleLink: (item: Item) => React.ReactNode;
};

export function NeedsYouList({ open, conversationHeading, titleLink }: NeedsYouListProps) {
  const cards = usePlacesOfThisVisit(open);
  const groups = groupByConversation(cards);
  const openIds = new Set(open.map(({ id }) => id));
  const inOrder = groups.flatMap(({ items }) => items.map(({ id }) => id));
  const { current, setCurrent } = useCardKeys(inOrder.filter((id) => openIds.has(id)));
  return groups.map(({ conversationId, items }) => (
    <section key={conversationId} className="card-group">
      <h2 className="card-group-heading">{conversationHeading(conversationId)}</h2>
      {items.map((item) => (
        <ItemCard key={item.id} item={item} titleLink={titleLink} isCurrent={item.id === current} onFocus={() => setCurrent(item.id)} />
      ))}
    </section>
  ));
}

function usePlacesOfThisVisit(open: Item[]): Item[] {
  const [seen, setSeen] = useState<Item[]>([]);
  const placed = keepPlaces(seen, open);
  if (placed !== seen) setSeen(placed);
  return placed;
}
