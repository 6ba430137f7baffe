import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { Button, FileTrigger, Form, Label, TextArea, TextField } from "react-aria-components";
import type { Attachment, MessageBody } from "../../contract.ts";
import { ApiProblem } from "../../shared/api/request-json.ts";
import { isSendKey } from "../../shared/is-send-key.ts";
import { newKey } from "../../shared/new-key.ts";
import { Notice } from "../../shared/ui/notice.tsx";
import { useStoredState } from "../../shared/use-stored-state.ts";
import { words } from "../../shared/words.ts";
import { AttachedFiles } from "./attached-files.tsx";
import { emptyMessage, nextAttempt, readUnsentMessage } from "./unsent-message.ts";
import { useAttachments } from "./use-attachments.ts";
import { useFileDrop } from "./use-file-drop.ts";

type ComposerProps<T> = {
  /** Where the draft is kept. */
  name: string;
  label: string;
  send: (body: MessageBody) => Promise<T>;
  sent: (result: T) => void;
  autoFocus?: boolean;
  suggestions?: string[];
  /** Below the field: what is good to know before one sends. */
  note?: React.ReactNode;
};

/** Text and files leave only when the server has them. */
export function Composer<T>({ name, label, send, sent, autoFocus, suggestions = [], note }: ComposerProps<T>) {
  const [unsent, setUnsent, changeUnsent] = useStoredState(`junior.message.${name}`, readUnsentMessage);
  const keep = useCallback((uploaded: Attachment[]) => changeUnsent((before) => ({ ...before, attachments: uploaded })), [changeUnsent]);
  const attachments = useAttachments(unsent.attachments, keep);
  const { files } = attachments;
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: (result) => {
      attachments.clear();
      setUnsent(emptyMessage);
      sent(result);
    },
  });
  const uploading = files.some(({ uploaded, error }) => uploaded === null && error === null);
  const failed = files.some(({ error }) => error !== null);
  const [waiting, setWaiting] = useState(false);
  const isWaiting = waiting && !failed;
  const sending = mutation.isPending || isWaiting;
  const hovering = useFileDrop((dropped) => sending || attachments.add(dropped));
  const blank = unsent.text.trim() === "" && files.length === 0;

  function submit(text = unsent.text) {
    if ((text.trim() === "" && files.length === 0) || mutation.isPending) return;
    setWaiting(true);
    setUnsent({ ...unsent, text });
  }

  /** Once every file is there. */
  const sendNow = useEffectEvent(() => {
    setWaiting(false);
    if (failed) return;
    const attempt = nextAttempt(unsent, newKey());
    setUnsent({ ...unsent, attempt });
    mutation.mutate(attempt);
  });
  const isReady = waiting && !uploading && unsent.attachments.length === files.length - (failed ? 1 : 0);
  useEffect(() => {
    if (isReady) sendNow();
  }, [isReady]);

  return null;
}
