import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { conversationQuery } from "../../features/conversations/conversation-queries.ts";
import { ItemCard } from "../../features/items/item-card.tsx";
import { itemQuery } from "../../features/items/item-queries.ts";
import { useCardKeys } from "../../features/items/use-card-keys.ts";
import { Page } from "../../shared/ui/page.tsx";
import { Failed, Loading } from "../../shared/ui/page-state.tsx";

export function QuestionPage({ id }: { id: string }) {
  const { data: item, error, refetch } = useQuery(itemQuery(id));
  const { current } = useCardKeys(item?.state === "open" ? [id] : []);
  if (item === undefined)
    return (
      <Page name="Question" heading="Question">
        {error === null ? <Loading what="the question" /> : <Failed error={error} retry={() => void refetch()} />}
      </Page>
    );
  return (
    <Page name={item.title}>
      <ItemCard item={item} level="h1" isCurrent={current === id} foot={<FromConversation id={item.conversationId} />} />
    </Page>
  );
}

function FromConversation({ id }: { id: string }) {
  const title = useQuery(conversationQuery(id)).data?.title ?? "its conversation";
  return (
    <>
      From{" "}
      <Link to="/conversations/$id" params={{ id }}>
        {title}
      </Link>
    </>
  );
}
