import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AnswerBody, Item } from "../../contract.ts";
import { conversationKey, conversationListKey, itemKey, itemListsKey, meKey, messagesKey } from "../../shared/api/query-keys.ts";
import { requestJson } from "../../shared/api/request-json.ts";
import { words } from "../../shared/words.ts";
import { useStoredState } from "../../shared/use-stored-state.ts";
import { emptyDraft, readDraft, typedText } from "./answer-draft.ts";
import type { AnswerDraft } from "./answer-draft.ts";
import type { FieldErrors } from "./build-response.ts";
import { keepItem } from "./item-queries.ts";
import { faulty, notRecorded, readAnswerProblem, told } from "./read-answer-problem.ts";
import type { AnswerProblem } from "./read-answer-problem.ts";
import { useUnknownEnd } from "./use-unknown-end.ts";

export type Answering = {
  draft: AnswerDraft;
  setDraft: (draft: AnswerDraft) => void;
  send: (answer: { response: unknown } | { text: string }) => void;
  sending: boolean;
  /** Sent, and as far as the page knows not recorded. */
  tried: AnswerBody | null;
  /** Sends `tried` once more; null where that makes no sense. */
  sendAgain: (() => void) | null;
  problem: AnswerProblem | null;
  setFieldErrors: (fields: FieldErrors) => void;
};

/** One person's answer to one question: what is entered, sent and refused. The draft goes only when it is recorded. */
export function useAnswer(item: Item): Answering {
  const client = useQueryClient();
  const [draft, setDraft] = useStoredState(`junior.answer.${item.id}`, readDraft);
  const [problem, setProblem] = useState<AnswerProblem | null>(null);
  useNewerRevision(item, () => setProblem(told(words.changed)));

  function keepNow(now: Item) {
    keepItem(client, now);
    if (now.state === "open") return;
    const old = [itemListsKey, meKey, conversationListKey, conversationKey(now.conversationId), messagesKey(now.conversationId)];
    for (const queryKey of old) void client.invalidateQueries({ queryKey });
  }

  const mutation = useMutation({
    mutationFn: (body: AnswerBody) => requestJson<Item>(`/api/items/${item.id}/answer`, { body }),
    onMutate: () => setProblem(null),
    onSuccess: (saved) => {
      setDraft(emptyDraft);
      keepNow(saved);
    },
    onError: async (error, body) => {
      const read = readAnswerProblem(error, "text" in body || typedText(item.request, draft) !== "");
      setProblem(read);
      if (read.current !== undefined) keepItem(client, read.current);
      if (read.outdated) await client.invalidateQueries({ queryKey: itemKey(item.id) });
    },
  });

  useUnknownEnd(item.id, problem?.unknown === true, (end) => {
    if ("error" in end) return setProblem(readAnswerProblem(end.error, false));
    setProblem(end.item.state === "open" && end.item.revision === item.revision ? notRecorded() : null);
    keepNow(end.item);
  });

  const isTried = item.state === "open" && (mutation.isPending || problem?.again === true);
  const tried = isTried && mutation.variables?.revision === item.revision ? mutation.variables : null;
  return {
    draft,
    setDraft,
    send: (answer) => mutation.mutate({ revision: item.revision, ...answer }),
    sending: mutation.isPending,
    tried,
    sendAgain: tried !== null && !mutation.isPending ? () => mutation.mutate(tried) : null,
    // How it ended says all there is to say of an answer whose end was unknown.
    problem: item.state === "closed" && problem?.again ? null : problem,
    setFieldErrors: (fields) => setProblem(faulty(fields)),
  };
}

/** An answer names the revision that was read, so a change under the reader's eyes has to be said. */
function useNewerRevision({ revision, state }: Item, changed: () => void): void {
  const [shown, setShown] = useState(revision);
  if (revision === shown) return;
  setShown(revision);
  if (state === "open") changed();
}
