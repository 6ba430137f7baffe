import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "react-aria-components";
import type { Conversation, Item, Message } from "../../contract.ts";
import { messagesQuery } from "../../features/conversations/conversation-queries.ts";
import { MessageEntry } from "../../features/conversations/message-entry.tsx";
import { timeline } from "../../features/conversations/timeline.ts";
import { useStayAtEnd } from "../../features/conversations/use-stay-at-end.ts";
import { ItemCard } from "../../features/items/item-card.tsx";
import { conversationItemsQuery } from "../../features/items/item-queries.ts";
import { Failed, Loading } from "../../shared/ui/page-state.tsx";
import { words } from "../../shared/words.ts";
import { QuestionLink } from "../question-link.tsx";

/** What was said and asked, in order, as it happens. */
export function ConversationTranscript({ conversation }: { conversation: Conversation }) {
  const messages = useInfiniteQuery(messagesQuery(conversation.id));
  const questions = useAllQuestions(conversation.id);
  const open = questions.filter(({ state }) => state === "open");
  const seenOpen = useSeen(open.map(({ id }) => id));
  useStayAtEnd(`${messages.data?.at(-1)?.id} ${open.map(({ id }) => id).join()} ${conversation.working}`);

  if (messages.data === undefined)
    return messages.error === null ? <Loading what="messages" /> : <Failed error={messages.error} retry={() => void messages.refetch()} />;
  return (
    <>
      {messages.hasNextPage && (
        <Button className="button button-quiet" isDisabled={messages.isFetchingNextPage} onPress={() => void messages.fetchNextPage()}>
          Earlier messages
        </Button>
      )}
      <ol className="transcript">
        {timeline(messages.data, questions, messages.hasNextPage).map(({ message, question }) =>
          question === undefined ? (
            <MessageEntry key={message.id} message={message} answers={<Answered message={message} questions={questions} />} />
          ) : (
            <li key={question.id} className="transcript-question">
              {seenOpen.has(question.id) ? (
                <ItemCard item={question} level="h2" titleLink={({ id, title }) => <QuestionLink id={id} title={title} />} />
              ) : (
                <AskedAndClosed item={question} />
              )}
            </li>
          ),
        )}
      </ol>
      <p className="working" role="status">
        {conversation.working && (
          <>
            <span className="spinner" aria-hidden="true" /> {words.working}
          </>
        )}
      </p>
    </>
  );
}

/** All pages: an open question must not hide behind "more". */
function useAllQuestions(conversationId: string): Item[] {
  const { data = [], hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery(conversationItemsQuery(conversationId));
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return data;
}

/** A card that was open on this visit stays a card, to show its outcome. */
function useSeen(ids: string[]): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set<string>());
  const all = new Set([...seen, ...ids]);
  if (all.size > seen.size) setSeen(all);
  return all;
}

/** The answer itself stands in the message that follows, so the closed question takes one line. */
function AskedAndClosed({ item }: { item: Item }) {
  return (
    <p className="asked-and-closed">
      Asked: <QuestionLink id={item.id} title={item.title} />
      {item.outcome !== null && <span> → {item.outcome}</span>}
    </p>
  );
}

function Answered({ message, questions }: { message: Message; questions: Item[] }) {
  const title = questions.find(({ id }) => id === message.itemId)?.title ?? "a question";
  return message.itemId === null ? null : <QuestionLink id={message.itemId} title={title} />;
}
