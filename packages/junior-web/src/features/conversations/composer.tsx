import { useRef } from "react";
import { Button, FileTrigger, Form, Label, TextArea, TextField } from "react-aria-components";
import type { MessageBody } from "../../contract.ts";
import { isSendKey } from "../../shared/is-send-key.ts";
import { Notice } from "../../shared/ui/notice.tsx";
import { words } from "../../shared/words.ts";
import { AttachedFiles } from "./attached-files.tsx";
import { type Unsent, useUnsent } from "./use-unsent.ts";
import { useFileDrop } from "./use-file-drop.ts";

type ComposerProps<T> = {
  /** Where the draft is kept. */
  name: string;
  label: string;
  send: (body: MessageBody) => Promise<T>;
  /** What it returns is awaited before the field is emptied. */
  sent: (result: T) => unknown;
  autoFocus?: boolean;
  suggestions?: string[];
  /** Below the field: what is good to know before one sends. */
  note?: React.ReactNode;
};

const sendTexts: Record<Unsent["state"], string> = { writing: "Send", "waiting-for-files": "Uploading…", sending: "Sending…" };

export function Composer<T>({ name, label, send, sent, autoFocus, suggestions = [], note }: ComposerProps<T>) {
  const form = useRef<HTMLFormElement>(null);
  const unsent = useUnsent(name, send, (result) => {
    takeFocus(form.current);
    return sent(result);
  });
  const { attachments, state, submit, length } = unsent;
  const busy = state !== "writing";
  const hovering = useFileDrop((files) => busy || attachments.add(files));
  return (
    <Form
      ref={form}
      className={`composer ${hovering ? "composer-hovered" : ""}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {suggestions.length > 0 && <Suggestions texts={suggestions} disabled={busy} choose={unsent.submitInstead} />}
      <div role="status">
        {unsent.failure !== null && <Notice>{unsent.failure}</Notice>}
        {length.tooLong && <Notice>{length.text}</Notice>}
        {attachments.refusals.map((refusal) => (
          <Notice key={refusal}>{refusal}</Notice>
        ))}
      </div>
      <AttachedFiles files={attachments.files} disabled={state === "sending"} retry={attachments.retry} remove={attachments.remove} />
      <div className="composer-row">
        <FileTrigger allowsMultiple onSelect={(chosen) => attachments.add([...(chosen ?? [])])}>
          <Button className="button attach-button" aria-label={words.attach} isDisabled={busy}>
            <ClipIcon />
          </Button>
        </FileTrigger>
        <TextField className="composer-field" value={unsent.text} isReadOnly={busy} autoFocus={autoFocus} onChange={unsent.setText}>
          <Label className="visually-hidden">{label}</Label>
          <TextArea
            className="textarea"
            rows={1}
            placeholder={hovering ? "Drop to attach" : label}
            onKeyDown={(event) => isSendKey(event) && (event.preventDefault(), submit())}
            onPaste={(event) => {
              const files = [...event.clipboardData.files];
              if (files.length === 0 || busy) return;
              event.preventDefault();
              attachments.add(files);
            }}
          />
        </TextField>
        <Button type="submit" className="button button-primary" isDisabled={unsent.unsendable || busy}>
          {sendTexts[state]}
        </Button>
      </div>
      {!length.tooLong && length.text !== null && <p className="composer-note">{length.text}</p>}
      {note}
    </Form>
  );
}

/** The next thing one writes belongs here; the pressed button is disabled by then. */
function takeFocus(form: HTMLFormElement | null): void {
  const { activeElement, body } = document;
  if (activeElement === body || form?.contains(activeElement)) form?.querySelector("textarea")?.focus({ preventScroll: true });
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

function ClipIcon() {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="m15.5 9.2-6 6a3.6 3.6 0 0 1-5.1-5.1l6.7-6.7a2.4 2.4 0 0 1 3.4 3.4l-6.5 6.5a1.2 1.2 0 0 1-1.7-1.7l5.7-5.7" />
    </svg>
  );
}
