import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { Composer } from "../../features/conversations/composer.tsx";
import { BeganMark, ConversationMarks } from "../../features/conversations/conversation-marks.tsx";
import { ConversationMenu } from "../../features/conversations/conversation-menu.tsx";
import { draftName, readUnsentMessage } from "../../features/conversations/unsent-message.ts";
import { conversationQuery, sendMessage } from "../../features/conversations/conversation-queries.ts";
import type { Conversation } from "../../contract.ts";
import { ApiProblem } from "../../shared/api/request-json.ts";
import { conversationKey, conversationListKey, itemListsKey, meKey, messagesKey } from "../../shared/api/query-keys.ts";
import { Page } from "../../shared/ui/page.tsx";
import { Empty, Failed, Loading } from "../../shared/ui/page-state.tsx";
import { useStoredState } from "../../shared/use-stored-state.ts";
import { answersAlsoIn, words } from "../../shared/words.ts";
import { ConversationTranscript } from "./conversation-transcript.tsx";

export function ConversationPage({ id }: { id: string }) {
  const { data: conversation, error, refetch } = useQuery(conversationQuery(id));
  // It was here, and is not any more.
  if (conversation !== undefined && error instanceof ApiProblem && error.problem.status === 404) return <DeletedConversation id={id} />;
  if (conversation === undefined)
    return (
      <Page name="Conversation" heading="Conversation">
        {error === null ? <Loading what="the conversation" /> : <Failed error={error} retry={() => void refetch()} />}
      </Page>
    );
  return <LoadedConversation conversation={conversation} />;
}

function DeletedConversation({ id }: { id: string }) {
  const [{ text }] = useStoredState(draftName(id), readUnsentMessage);
  useEffect(() => {
    // What had the focus went with the conversation.
    if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
  }, []);
  return (
    <Page name="Conversation" heading="Conversation">
      <Empty>
        <p role="status">{words.conversationDeleted}</p>
        <Link to="/conversations" className="button">
          All conversations
        </Link>
      </Empty>
      {text.trim() !== "" && (
        <section className="unsent unsent-alone">
          <h2 className="unsent-head">What you wrote and had not sent</h2>
          <blockquote>{text}</blockquote>
        </section>
      )}
    </Page>
  );
}

function LoadedConversation({ conversation }: { conversation: Conversation }) {
  const client = useQueryClient();
  const { id, title, abilities } = conversation;
  const refresh = (...keys: (readonly unknown[])[]) => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  };
  return (
    <Page
      name={title}
      heading={title}
      action={
        abilities.purge && (
          <ConversationMenu conversationId={id} deleted={() => refresh(conversationKey(id), conversationListKey, itemListsKey, meKey)} />
        )
      }
    >
      <p className="page-lead row-marks">
        <BeganMark source={conversation.source} />
        <ConversationMarks conversation={{ ...conversation, working: false }} />
      </p>
      <ConversationTranscript conversation={conversation} />
      <Composer
        name={id}
        label="Message Junior"
        autoFocus={!isTouched()}
        send={(body) => sendMessage(id, body)}
        sent={() => refresh(messagesKey(id), conversationKey(id))}
        note={<ComposerNote conversation={conversation} />}
      />
    </Page>
  );
}

/** Where the focus brings a keyboard over half of what one came to read. */
const isTouched = (): boolean => matchMedia("(pointer: coarse)").matches;

function ComposerNote({ conversation: { muted, answersAlsoIn: surface } }: { conversation: Conversation }) {
  if (!muted && surface === null) return null;
  return (
    <p className="composer-note">
      {muted && <span>{words.staysOut} </span>}
      {surface !== null && <span>{answersAlsoIn(surface)}</span>}
    </p>
  );
}
