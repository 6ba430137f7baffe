import { Button, Form, Label, TextArea, TextField } from "react-aria-components";
import type { Answering } from "./use-answer.ts";

/** Always open to everybody: nobody is forced into options that do not fit. */
export function OwnWords({ answering }: { answering: Answering }) {
  const { draft, setDraft, sending } = answering;
  const blank = draft.ownWords.trim() === "";
  return (
    <Form
      className="answer"
      onSubmit={(event) => {
        event.preventDefault();
        if (!blank && !sending) answering.send({ text: draft.ownWords });
      }}
    >
      <TextField
        className="field"
        autoFocus
        isReadOnly={sending}
        value={draft.ownWords}
        onChange={(ownWords) => setDraft({ ...draft, ownWords })}
      >
        <Label className="field-label">In your own words</Label>
        <TextArea className="textarea" rows={3} />
      </TextField>
      <div className="actions">
        <Button type="submit" className="button button-primary" isDisabled={blank || sending}>
          {sending ? "Sending…" : "Send answer"}
        </Button>
        <Button className="button button-quiet" isDisabled={sending} onPress={() => setDraft({ ...draft, inOwnWords: false })}>
          Back
        </Button>
      </div>
    </Form>
  );
}
