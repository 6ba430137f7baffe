import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import type { Item } from "../../contract.ts";
import { conversationQuery } from "../../features/conversations/conversation-queries.ts";
import { ClosedItemList } from "../../features/items/closed-item-list.tsx";
import { ItemCard } from "../../features/items/item-card.tsx";
import { closedItemsQuery, needsYouQuery } from "../../features/items/item-queries.ts";
import { NeedsYouList } from "../../features/items/needs-you-list.tsx";
import { usePlacesOfThisVisit } from "../../features/items/use-places-of-this-visit.ts";
import { meQuery } from "../../shared/api/me-query.ts";
import { Page } from "../../shared/ui/page.tsx";
import { Empty, Failed, Loading } from "../../shared/ui/page-state.tsx";
import { nothingWaits } from "../../shared/words.ts";
import { QuestionLink } from "../question-link.tsx";

export function DeskPage() {
  const needsYou = useInfiniteQuery(needsYouQuery);
  const actions = needsYou.data?.filter(({ kind }) => kind === "action") ?? [];
  const cards = usePlacesOfThisVisit(actions);
  return (
    <Page
      name="Desk"
      heading="Needs you"
      action={
        <Link to="/conversations/new" className="button">
          Ask Junior for something
        </Link>
      }
    >
      {needsYou.data === undefined ? (
        <NotThereYet error={needsYou.error} retry={() => void needsYou.refetch()} />
      ) : (
        <>
          <NeedsYou cards={cards} openIds={new Set(actions.map(({ id }) => id))} />
          <Notices notices={needsYou.data.filter(({ kind }) => kind === "notice")} />
          {needsYou.hasNextPage && (
            <Button className="button" isDisabled={needsYou.isFetchingNextPage} onPress={() => void needsYou.fetchNextPage()}>
              Show more
            </Button>
          )}
        </>
      )}
      <ClosedLately shownIds={new Set(cards.map(({ id }) => id))} />
    </Page>
  );
}

function NotThereYet({ error, retry }: { error: unknown; retry: () => void }) {
  return error === null ? <Loading what="your questions" /> : <Failed error={error} retry={retry} />;
}

const titleLink = ({ id, title }: Item) => <QuestionLink id={id} title={title} />;

function NeedsYou({ cards, openIds }: { cards: Item[]; openIds: ReadonlySet<string> }) {
  const waitOnOthers = useQuery(meQuery).data?.counts.waitOnOthers ?? 0;
  if (cards.length === 0)
    return (
      <Empty>
        <p>{nothingWaits(waitOnOthers)}</p>
      </Empty>
    );
  return (
    <>
      <NeedsYouList cards={cards} openIds={openIds} conversationHeading={(id) => <ConversationLink id={id} />} titleLink={titleLink} />
      {openIds.size === 0 && <p className="page-note">{nothingWaits(waitOnOthers)}</p>}
    </>
  );
}

function Notices({ notices }: { notices: Item[] }) {
  if (notices.length === 0) return null;
  return (
    <section className="card-group">
      <h2 className="section-heading">Notices</h2>
      {notices.map((item) => (
        <ItemCard key={item.id} item={item} titleLink={titleLink} />
      ))}
    </section>
  );
}

function ConversationLink({ id }: { id: string }) {
  const title = useQuery(conversationQuery(id)).data?.title ?? "Conversation";
  return (
    <Link to="/conversations/$id" params={{ id }}>
      {title}
    </Link>
  );
}

const shownClosed = 5;

/** A quiet list below: the way back to what was answered. What still stands above in its place is not told twice. */
function ClosedLately({ shownIds }: { shownIds: ReadonlySet<string> }) {
  const { data = [] } = useInfiniteQuery(closedItemsQuery);
  const closed = data.filter(({ id }) => !shownIds.has(id)).toSorted(byClosing);
  if (closed.length === 0) return null;
  return (
    <section className="closed-lately">
      <h2 className="section-heading">Closed lately</h2>
      <ClosedItemList
        items={closed.slice(0, shownClosed)}
        titleLink={({ id, title }) => <QuestionLink id={id} title={title} className="row-title" />}
      />
      {closed.length > shownClosed && (
        <Link to="/closed" className="button button-quiet">
          Show all
          <span className="visually-hidden"> that are closed</span>
        </Link>
      )}
    </section>
  );
}

/** The last closed first. */
function byClosing(a: Item, b: Item): number {
  return Date.parse(b.closedAt ?? b.updatedAt) - Date.parse(a.closedAt ?? a.updatedAt);
}
