import { useMutation } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Attachment, MessageBody } from "../../contract.ts";
import { ApiProblem } from "../../shared/api/request-json.ts";
import { newKey } from "../../shared/new-key.ts";
import { useStoredState } from "../../shared/use-stored-state.ts";
import { words } from "../../shared/words.ts";
import { isOnItsWay } from "./attached-file.ts";
import { draftName, emptyMessage, nextAttempt, readUnsentMessage } from "./unsent-message.ts";
import { type Attachments, useAttachments } from "./use-attachments.ts";

export type Unsent = {
  text: string;
  setText(text: string): void;
  attachments: Attachments;
  /** Nothing is there to send. */
  blank: boolean;
  state: "writing" | "waiting-for-files" | "sending";
  /** What went wrong, in words. */
  failure: string | null;
  /** Sends as soon as every file is uploaded. */
  submit(text?: string): void;
};

class NotUploaded extends Error {}

/** What stands in a composer. Text and files leave only when the server has them; `name` is where the draft is kept. */
export function useUnsent<T>(name: string, send: (body: MessageBody) => Promise<T>, sent: (result: T) => void): Unsent {
  const [unsent, , change] = useStoredState(draftName(name), readUnsentMessage);
  const keep = useCallback((uploaded: Attachment[]) => change((before) => ({ ...before, attachments: uploaded })), [change]);
  const attachments = useAttachments(unsent.attachments, keep);
  const { files } = attachments;

  const mutation = useMutation({
    async mutationFn(text: string) {
      const uploaded = await attachments.settled();
      if (uploaded === null) throw new NotUploaded();
      const attempt = nextAttempt({ text, attachments: uploaded, attempt: unsent.attempt }, newKey());
      change((before) => ({ ...before, attempt }));
      return send(attempt);
    },
    onSuccess: (result) => {
      attachments.clear();
      change(() => emptyMessage);
      sent(result);
    },
  });
  const isEmpty = (text: string) => text.trim() === "" && files.length === 0;

  return {
    text: unsent.text,
    setText: (text) => change((before) => ({ ...before, text })),
    attachments,
    blank: isEmpty(unsent.text),
    state: !mutation.isPending ? "writing" : files.some(isOnItsWay) ? "waiting-for-files" : "sending",
    failure: mutation.error === null ? null : failureText(mutation.error, files.length),
    submit(text = unsent.text) {
      if (isEmpty(text) || mutation.isPending) return;
      change((before) => ({ ...before, text }));
      mutation.mutate(text);
    },
  };
}

function failureText(error: Error, files: number): string | null {
  if (error instanceof NotUploaded) return files === 0 ? null : words.notUploaded;
  const why = error instanceof ApiProblem ? error.message : "Junior cannot be reached.";
  return why.startsWith("Not sent") ? why : `Not sent: ${why} ${files === 0 ? "Your text is" : "Text and files are"} kept; send it again.`;
}
