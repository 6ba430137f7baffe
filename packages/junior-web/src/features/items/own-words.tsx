import { Button, Form, Label, Text, TextArea, TextField } from "react-aria-components";
import { isSendKey } from "../../shared/is-send-key.ts";
import { words } from "../../shared/words.ts";
import type { Answering } from "./use-answer.ts";

/** Always open to everybody: nobody is forced into options that do not fit. */
export function OwnWords({ answering }: { answering: Answering }) {
  const { draft, setDraft, sending } = answering;
  const blank = draft.ownWords.trim() === "";

  function submit() {
    if (!blank && !sending) answering.send({ text: draft.ownWords });
  }

  return (
    <Form
      className="answer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
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
        <TextArea className="textarea" rows={3} onKeyDown={(event) => isSendKey(event) && (event.preventDefault(), submit())} />
        <Text slot="description" className="field-hint keys-hint">
          {words.enterSends}
        </Text>
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
