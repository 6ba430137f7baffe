import { useMutation } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import type { Attachment, MessageBody } from "../../contract.ts";
import { ApiProblem } from "../../shared/api/request-json.ts";
import { newKey } from "../../shared/new-key.ts";
import { useStoredState } from "../../shared/use-stored-state.ts";
import { words } from "../../shared/words.ts";
import { isOnItsWay } from "./attached-file.ts";
import { type UnsentMessage, draftName, emptyMessage, nextAttempt, readUnsentMessage } from "./unsent-message.ts";
import { type MessageLength, messageLength } from "./message-length.ts";
import { type Attachments, useAttachments } from "./use-attachments.ts";

export type Unsent = {
  text: string;
  setText(text: string): void;
  attachments: Attachments;
  /** Nothing is there to send, or more than one message may hold. */
  unsendable: boolean;
  length: MessageLength;
  state: "writing" | "waiting-for-files" | "sending";
  /** What went wrong, in words. */
  failure: string | null;
  /** Sends as soon as every file is uploaded. */
  submit(): void;
  /** Sends this text instead, at once: what is written and attached stays for later. */
  submitInstead(text: string): void;
};

class NotUploaded extends Error {}

/** What stands in a composer. Text and files leave only when the server has them; `name` is where the draft is kept. */
export function useUnsent<T>(name: string, send: (body: MessageBody) => Promise<T>, sent: (result: T) => unknown): Unsent {
  const [unsent, , change] = useStoredState(draftName(name), readUnsentMessage);
  const keep = useCallback((uploaded: Attachment[]) => change((before) => ({ ...before, attachments: uploaded })), [change]);
  const attachments = useAttachments(unsent.attachments, keep);
  const { files } = attachments;

  const instead = useRef<UnsentMessage["attempt"]>(null);

  const mutation = useMutation({
    async mutationFn(other: string | null) {
      if (other !== null) {
        instead.current = nextAttempt({ text: other, attachments: [], attempt: instead.current }, newKey());
        return send(instead.current);
      }
      const uploaded = await attachments.settled();
      if (uploaded === null) throw new NotUploaded();
      const attempt = nextAttempt({ text: unsent.text, attachments: uploaded, attempt: unsent.attempt }, newKey());
      change((before) => ({ ...before, attempt }));
      return send(attempt);
    },
    // What was written stands until the page shows it elsewhere.
    onSuccess: async (result, other) => {
      await sent(result);
      if (other !== null) return;
      attachments.clear();
      change(() => emptyMessage);
    },
  });
  const length = messageLength(unsent.text);
  const unsendable = length.tooLong || (unsent.text.trim() === "" && files.length === 0);

  return {
    text: unsent.text,
    setText: (text) => change((before) => ({ ...before, text })),
    attachments,
    unsendable,
    length,
    state: !mutation.isPending ? "writing" : files.some(isOnItsWay) ? "waiting-for-files" : "sending",
    failure: mutation.error === null ? null : failureText(mutation.error, files.length),
    submit: () => unsendable || mutation.isPending || mutation.mutate(null),
    submitInstead: (text) => mutation.isPending || mutation.mutate(text),
  };
}

function failureText(error: Error, files: number): string | null {
  if (error instanceof NotUploaded) return files === 0 ? null : words.notUploaded;
  const why = error instanceof ApiProblem ? error.message : "Junior cannot be reached.";
  if (why.startsWith("Not sent")) return why;
  const kept = files === 0 ? "Your text is kept" : "Text and files are kept";
  return `Not sent: ${why} ${kept}${isRefusal(error) ? "." : "; send it again."}`;
}

/** The same again would be refused again. */
const isRefusal = (error: Error): boolean => error instanceof ApiProblem && [400, 413].includes(error.problem.status);
