import type { Item } from "../../contract.ts";
import { groupByConversation } from "./group-items.ts";
import { ItemCard } from "./item-card.tsx";
import { useCardKeys } from "./use-card-keys.ts";

type NeedsYouListProps = {
  /** The cards of this visit, open or answered meanwhile, in their places. */
  cards: Item[];
  openIds: ReadonlySet<string>;
  conversationHeading: (conversationId: string) => React.ReactNode;
  titleLink: (item: Item) => React.ReactNode;
};

export function NeedsYouList({ cards, openIds, conversationHeading, titleLink }: NeedsYouListProps) {
  const groups = groupByConversation(cards);
  const open = cards.map(({ id }) => id).filter((id) => openIds.has(id));
  const { current } = useCardKeys(open, { firstIsMarked: true });
  return groups.map(({ conversationId, items }) => (
    <section key={items[0]?.id} className="card-group">
      <h2 className="card-group-heading">{conversationHeading(conversationId)}</h2>
      {items.map((item) => (
        <ItemCard key={item.id} item={item} titleLink={titleLink} isCurrent={item.id === current} />
      ))}
    </section>
  ));
}
