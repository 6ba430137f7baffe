import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AnswerBody, Item } from "../../contract.ts";
import { conversationKey, conversationListKey, itemKey, itemListsKey, meKey, messagesKey } from "../../shared/api/query-keys.ts";
import { requestJson } from "../../shared/api/request-json.ts";
import { words } from "../../shared/words.ts";
import { useStoredState } from "../../shared/use-stored-state.ts";
import { emptyDraft, readDraft } from "./answer-draft.ts";
import type { AnswerDraft } from "./answer-draft.ts";
import type { FieldErrors } from "./build-response.ts";
import { keepItem } from "./item-queries.ts";
import { readAnswerProblem } from "./read-answer-problem.ts";
import type { AnswerProblem } from "./read-answer-problem.ts";

export type Answering = {
  draft: AnswerDraft;
  setDraft: (draft: AnswerDraft) => void;
  send: (answer: { response: unknown } | { text: string }) => void;
  sending: boolean;
  problem: AnswerProblem | null;
  setFieldErrors: (fields: FieldErrors) => void;
};

/** One person's answer to one question: what is entered, sent and refused. The draft goes only when it is recorded. */
export function useAnswer(item: Item): Answering {
  const client = useQueryClient();
  const [draft, setDraft] = useStoredState(`junior.answer.${item.id}`, readDraft);
  const [problem, setProblem] = useState<AnswerProblem | null>(null);
  useNewerRevision(item, () => setProblem({ text: words.changed, fields: {}, outdated: false }));

  const mutation = useMutation({
    mutationFn: (body: AnswerBody) => requestJson<Item>(`/api/items/${item.id}/answer`, { body }),
    onMutate: () => setProblem(null),
    onSuccess: (saved) => {
      setDraft(emptyDraft);
      keepItem(client, saved);
      const old = [itemListsKey, meKey, conversationListKey, conversationKey(saved.conversationId), messagesKey(saved.conversationId)];
      for (const queryKey of old) void client.invalidateQueries({ queryKey });
    },
    onError: async (error) => {
      const read = readAnswerProblem(error);
      setProblem(read);
      if (read.current !== undefined) keepItem(client, read.current);
      if (read.outdated) await client.invalidateQueries({ queryKey: itemKey(item.id) });
    },
  });

  return {
    draft,
    setDraft,
    send: (answer) => mutation.mutate({ revision: item.revision, ...answer }),
    sending: mutation.isPending,
    problem,
    setFieldErrors: (fields) => setProblem({ text: null, fields, outdated: false }),
  };
}

/** An answer names the revision that was read, so a change under the reader's eyes has to be said. */
function useNewerRevision({ revision, state }: Item, changed: () => void): void {
  const [shown, setShown] = useState(revision);
  if (revision === shown) return;
  setShown(revision);
  if (state === "open") changed();
}
