import { useInfiniteQuery } from "@tanstack/react-query";
import { Fragment, useContext, useEffect, useState } from "react";
import { Button } from "react-aria-components";
import type { Conversation, Item, Message } from "../../contract.ts";
import { messagesQuery } from "../../features/conversations/conversation-queries.ts";
import { MessageEntry } from "../../features/conversations/message-entry.tsx";
import { stepGroups } from "../../features/conversations/step-groups.ts";
import { StepLines } from "../../features/conversations/step-lines.tsx";
import { timeline, unansweredEnd } from "../../features/conversations/timeline.ts";
import { useStayAtEnd } from "../../features/conversations/use-stay-at-end.ts";
import { ItemCard } from "../../features/items/item-card.tsx";
import { endText, outcomeLine } from "../../features/items/end-text.ts";
import { StopButton } from "../../features/conversations/stop-button.tsx";
import { conversationItemsQuery } from "../../features/items/item-queries.ts";
import { useCardKeys } from "../../features/items/use-card-keys.ts";
import { ConnectionLostContext } from "../../features/live/connection-lost-context.ts";
import { Failed, Loading } from "../../shared/ui/page-state.tsx";
import { words } from "../../shared/words.ts";
import { QuestionLink } from "../question-link.tsx";

/** What was said and asked, in order, as it happens. */
export function ConversationTranscript({ conversation }: { conversation: Conversation }) {
  const transcript = useInfiniteQuery(messagesQuery(conversation.id));
  const { messages = [], steps = [] } = transcript.data ?? {};
  const groups = stepGroups(steps);
  const { questions, isPending } = useAllQuestions(conversation.id);
  const open = questions.filter(({ state }) => state === "open");
  const seenOpen = useSeen(open.map(({ id }) => id));
  const moments = timeline(messages, questions, transcript.hasNextPage);
  const toAnswer = moments.flatMap(({ question }) => (question?.state === "open" && question.abilities.answer ? [question.id] : []));
  const { current } = useCardKeys(toAnswer);
  useStayAtEnd(
    `${messages.at(-1)?.id} ${groups.length} ${open.map(({ id }) => id).join()} ${conversation.working}`,
    unansweredEnd(moments)?.id ?? null,
  );

  if (transcript.data === undefined || isPending)
    return transcript.error === null ? (
      <Loading what="messages" />
    ) : (
      <Failed error={transcript.error} retry={() => void transcript.refetch()} />
    );
  return (
    <>
      {transcript.hasNextPage && (
        <Button className="button button-quiet" isDisabled={transcript.isFetchingNextPage} onPress={() => void transcript.fetchNextPage()}>
          Earlier messages
        </Button>
      )}
      <ol className="transcript">
        {moments.map(({ message, question }) =>
          question === undefined ? (
            <Fragment key={message.id}>
              <MessageEntry message={message} answer={answerTo(message, questions)} />
              {groups
                .filter(({ afterSequence }) => afterSequence === message.sequence)
                .map((group) => (
                  <StepLines key={group.key} steps={group.steps} />
                ))}
            </Fragment>
          ) : (
            <li key={question.id} className="transcript-question">
              {seenOpen.has(question.id) ? (
                <ItemCard
                  item={question}
                  level="h2"
                  titleLink={({ id, title }) => <QuestionLink id={id} title={title} />}
                  isCurrent={question.id === current}
                  replyBelow
                />
              ) : (
                <AskedAndClosed item={question} />
              )}
            </li>
          ),
        )}
      </ol>
      <p className="working" role="status">
        {conversation.working && <Working conversation={conversation} />}
      </p>
    </>
  );
}

function Working({ conversation: { id, abilities } }: { conversation: Conversation }) {
  // Whether it still works, and could be stopped, nobody knows then.
  if (useContext(ConnectionLostContext) !== null) return words.wasWorking;
  return (
    <>
      <span className="spinner" aria-hidden="true" /> {words.working}
      {abilities.stop && <StopButton conversationId={id} />}
    </>
  );
}

/** All pages: an open question must not hide behind "more". */
function useAllQuestions(conversationId: string): { questions: Item[]; isPending: boolean } {
  const query = useInfiniteQuery(conversationItemsQuery(conversationId));
  const { data = [], isPending, hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return { questions: data, isPending };
}

/** A card that was open on this visit stays a card, to show its outcome. */
function useSeen(ids: string[]): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set<string>());
  const all = new Set([...seen, ...ids]);
  if (all.size > seen.size) setSeen(all);
  return all;
}

/** An answer stands in the message that follows, and what was taken from the reply in the reply: neither is told twice. */
function AskedAndClosed({ item }: { item: Item }) {
  return (
    <p className="asked-and-closed">
      Asked: <QuestionLink id={item.id} title={item.title} />
      {item.closedHow !== "answered" && ` · ${endText(item)}`}
      {!item.outcomeWeak && item.outcome !== null && ` ${outcomeLine(item)}`}
    </p>
  );
}

/** The message that an answer on a card wrote is code-made: what was answered is told from the question itself. */
function answerTo(message: Message, questions: Item[]): React.ReactNode {
  const question = questions.find(({ id }) => id === message.itemId);
  if (question?.closedHow !== "answered") return null;
  return (
    <>
      <strong>{endText(question)}</strong> · <QuestionLink id={question.id} title={question.title} />
    </>
  );
}
