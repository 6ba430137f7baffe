import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Composer } from "../../features/conversations/composer.tsx";
import { ConversationMarks } from "../../features/conversations/conversation-marks.tsx";
import { conversationQuery, sendMessage } from "../../features/conversations/conversation-queries.ts";
import type { Conversation } from "../../contract.ts";
import { conversationKey, messagesKey } from "../../shared/api/query-keys.ts";
import { Page } from "../../shared/ui/page.tsx";
import { Failed, Loading } from "../../shared/ui/page-state.tsx";
import { ConversationTranscript } from "./conversation-transcript.tsx";

export function ConversationPage({ id }: { id: string }) {
  const { data: conversation, error, refetch } = useQuery(conversationQuery(id));
  if (conversation === undefined)
    return (
      <Page name="Conversation" heading="Conversation">
        {error === null ? <Loading what="the conversation" /> : <Failed error={error} retry={() => void refetch()} />}
      </Page>
    );
  return <LoadedConversation conversation={conversation} />;
}

function LoadedConversation({ conversation }: { conversation: Conversation }) {
  const client = useQueryClient();
  const { id, title } = conversation;
  return (
    <Page name={title} heading={title}>
      <p className="page-lead row-marks">
        <ConversationMarks conversation={{ ...conversation, working: false }} />
      </p>
      <ConversationTranscript conversation={conversation} />
      <Composer
        name={id}
        label="Message Junior"
        send={(body) => sendMessage(id, body)}
        sent={() => {
          void client.invalidateQueries({ queryKey: messagesKey(id) });
          void client.invalidateQueries({ queryKey: conversationKey(id) });
        }}
      />
    </Page>
  );
}
