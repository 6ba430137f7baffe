import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "react-aria-components";
import { ClosedItemList } from "../../features/items/closed-item-list.tsx";
import { closedItemsQuery } from "../../features/items/item-queries.ts";
import { Page } from "../../shared/ui/page.tsx";
import { Empty, Failed, Loading } from "../../shared/ui/page-state.tsx";
import { QuestionLink } from "../question-link.tsx";

export function ClosedPage() {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(closedItemsQuery);
  return (
    <Page name="Closed" heading="Closed">
      {data === undefined && error === null && <Loading what="closed questions" />}
      {data === undefined && error !== null && <Failed error={error} retry={() => void refetch()} />}
      {data?.length === 0 && (
        <Empty>
          <p>Nothing was asked and closed yet.</p>
        </Empty>
      )}
      {data !== undefined && data.length > 0 && (
        <ClosedItemList items={data} titleLink={({ id, title }) => <QuestionLink id={id} title={title} className="row-title" />} />
      )}
      {hasNextPage && (
        <Button className="button" isDisabled={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </Page>
  );
}
