import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import { ConversationList } from "../../features/conversations/conversation-list.tsx";
import { conversationListQuery } from "../../features/conversations/conversation-queries.ts";
import { Page } from "../../shared/ui/page.tsx";
import { Empty, Failed, Loading } from "../../shared/ui/page-state.tsx";

export function ConversationsPage() {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(conversationListQuery);
  return (
    <Page
      name="Conversations"
      heading="Conversations"
      action={
        <Link to="/conversations/new" className="button button-primary">
          New
          <span className="visually-hidden"> conversation</span>
        </Link>
      }
    >
      {data === undefined && error === null && <Loading what="conversations" />}
      {data === undefined && error !== null && <Failed error={error} retry={() => void refetch()} />}
      {data?.length === 0 && (
        <Empty>
          <p>No conversations yet. Say what you need, here or in Slack.</p>
        </Empty>
      )}
      {data !== undefined && data.length > 0 && (
        <ConversationList
          conversations={data}
          titleLink={({ id, title }) => (
            <Link to="/conversations/$id" params={{ id }} className="row-title">
              {title}
            </Link>
          )}
        />
      )}
      {hasNextPage && (
        <Button className="button" isDisabled={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </Page>
  );
}
