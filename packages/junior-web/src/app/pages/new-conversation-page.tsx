import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Composer } from "../../features/conversations/composer.tsx";
import { conversationQuery, messagesQuery, startConversation } from "../../features/conversations/conversation-queries.ts";
import { conversationItemsQuery } from "../../features/items/item-queries.ts";
import { statusQuery } from "../../features/status/status-query.ts";
import { conversationListKey } from "../../shared/api/query-keys.ts";
import { Page } from "../../shared/ui/page.tsx";

export function NewConversationPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const suggestions = useQuery(statusQuery).data?.suggestions ?? [];
  return (
    <Page name="New conversation" heading="What do you need?">
      {suggestions.length > 0 && <p className="page-lead">Junior is only rehearsing and cannot think. These are the scenes it knows.</p>}
      <Composer
        name="new"
        label="Say what you need"
        autoFocus
        suggestions={suggestions}
        send={startConversation}
        sent={async ({ id }) => {
          void client.invalidateQueries({ queryKey: conversationListKey });
          // The page that follows begins with what was said, not with a word about loading.
          await Promise.all([
            client.prefetchQuery(conversationQuery(id)),
            client.prefetchInfiniteQuery(messagesQuery(id)),
            client.prefetchInfiniteQuery(conversationItemsQuery(id)),
          ]);
          await navigate({ to: "/conversations/$id", params: { id } });
        }}
      />
    </Page>
  );
}
