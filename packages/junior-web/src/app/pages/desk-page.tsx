import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "react-aria-components";
import { conversationQuery } from "../../features/conversations/conversation-queries.ts";
import { ClosedItemList } from "../../features/items/closed-item-list.tsx";
import { ItemCard } from "../../features/items/item-card.tsx";
import { closedItemsQuery, needsYouQuery } from "../../features/items/item-queries.ts";
import { NeedsYouList } from "../../features/items/needs-you-list.tsx";
import { meQuery } from "../../shared/api/me-query.ts";
import { Page } from "../../shared/ui/page.tsx";
import { Empty, Failed, Loading } from "../../shared/ui/page-state.tsx";
import { nothingWaits } from "../../shared/words.ts";
import { QuestionLink } from "../question-link.tsx";

export function DeskPage() {
  return (
    <Page name="Desk" heading="Needs you">
      <NeedsYou />
      <ClosedLately />
    </Page>
  );
}

function NeedsYou() {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(needsYouQuery);
  const waitOnOthers = useQuery(meQuery).data?.counts.waitOnOthers ?? 0;
  const [everShown, setEverShown] = useState(false);
  if (data === undefined) return error === null ? <Loading what="your questions" /> : <Failed error={error} retry={() => void refetch()} />;
  const actions = data.filter(({ kind }) => kind === "action");
  const notices = data.filter(({ kind }) => kind === "notice");
  if (actions.length > 0 && !everShown) setEverShown(true);
  return (
    <>
      {actions.length === 0 && (
        <Empty>
          <p>{nothingWaits(waitOnOthers)}</p>
          <Link to="/conversations/new" className="button">
            Ask Junior for something
          </Link>
        </Empty>
      )}
      {(actions.length > 0 || everShown) && (
        <NeedsYouList
          open={actions}
          conversationHeading={(id) => <ConversationLink id={id} />}
          titleLink={({ id, title }) => <QuestionLink id={id} title={title} />}
        />
      )}
      {notices.length > 0 && (
        <section className="card-group">
          <h2 className="section-heading">Notices</h2>
          {notices.map((item) => (
            <ItemCard key={item.id} item={item} titleLink={({ id, title }) => <QuestionLink id={id} title={title} />} />
          ))}
        </section>
      )}
      {hasNextPage && (
        <Button className="button" isDisabled={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
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

/** A quiet list below: without it there is no way back to what was just answered. */
function ClosedLately() {
  const closed = useInfiniteQuery(closedItemsQuery).data?.slice(0, shownClosed) ?? [];
  if (closed.length === 0) return null;
  return (
    <section className="closed-lately">
      <h2 className="section-heading">Closed lately</h2>
      <ClosedItemList items={closed} titleLink={({ id, title }) => <QuestionLink id={id} title={title} className="row-title" />} />
    </section>
  );
}
