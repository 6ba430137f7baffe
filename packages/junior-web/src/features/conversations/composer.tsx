import { useMutation } from "@tanstack/react-query";
import { Button, Form, Label, TextArea, TextField } from "react-aria-components";
import type { MessageBody } from "../../contract.ts";
import { ApiProblem } from "../../shared/api/request-json.ts";
import { isSendKey } from "../../shared/is-send-key.ts";
import { newKey } from "../../shared/new-key.ts";
import { Notice } from "../../shared/ui/notice.tsx";
import { useStoredState } from "../../shared/use-stored-state.ts";
import { emptyMessage, nextAttempt, readUnsentMessage } from "./unsent-message.ts";

type ComposerProps<T> = {
  /** Where the draft is kept. */
  name: string;
  label: string;
  send: (body: MessageBody) => Promise<T>;
  sent: (result: T) => void;
  autoFocus?: boolean;
  suggestions?: string[];
};

/** The text leaves only when the server has it. */
export function Composer<T>({ name, label, send, sent, autoFocus, suggestions = [] }: ComposerProps<T>) {
  const [unsent, setUnsent] = useStoredState(`junior.message.${name}`, readUnsentMessage);
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: (result) => {
      setUnsent(emptyMessage);
      sent(result);
    },
  });
  const blank = unsent.text.trim() === "";

  function submit(text = unsent.text) {
    if (text.trim() === "" || mutation.isPending) return;
    const attempt = nextAttempt({ ...unsent, text }, newKey());
    setUnsent({ text, attempt });
    mutation.mutate(attempt);
  }

  return (
    <Form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {suggestions.length > 0 && <Suggestions texts={suggestions} disabled={mutation.isPending} choose={submit} />}
      <div role="status">{mutation.error !== null && <Notice>{failureText(mutation.error)}</Notice>}</div>
      <div className="composer-row">
        <TextField
          className="composer-field"
          value={unsent.text}
          isReadOnly={mutation.isPending}
          autoFocus={autoFocus}
          onChange={(text) => setUnsent({ ...unsent, text })}
        >
          <Label className="visually-hidden">{label}</Label>
          <TextArea
            className="textarea"
            rows={1}
            placeholder={label}
            onKeyDown={(event) => isSendKey(event) && (event.preventDefault(), submit())}
          />
        </TextField>
        <Button type="submit" className="button button-primary" isDisabled={blank || mutation.isPending}>
          {mutation.isPending ? "Sending…" : "Send"}
        </Button>
      </div>
    </Form>
  );
}

function Suggestions({ texts, disabled, choose }: { texts: string[]; disabled: boolean; choose: (text: string) => void }) {
  return (
    <div className="suggestions" role="group" aria-label="Things to try">
      {texts.map((text) => (
        <Button key={text} className="option" isDisabled={disabled} onPress={() => choose(text)}>
          {text}
        </Button>
      ))}
    </div>
  );
}

function failureText(error: Error): string {
  return `Not sent: ${error instanceof ApiProblem ? error.message : "Junior cannot be reached."} Your text is kept; send it again.`;
}
