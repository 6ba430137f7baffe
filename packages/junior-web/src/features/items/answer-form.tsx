import { useState } from "react";
import { Button } from "react-aria-components";
import type { Option, Request } from "../../contract.ts";
import { words } from "../../shared/words.ts";
import { ConfirmStep } from "./confirm-step.tsx";
import { OneChoice } from "./one-choice.tsx";
import { OwnWords } from "./own-words.tsx";
import { QuestionsForm } from "./questions-form.tsx";
import { requestShape } from "./request-shape.ts";
import type { RequestShape } from "./request-shape.ts";
import type { Answering } from "./use-answer.ts";

type Asking = { options: Option[]; response: unknown; revision: number };

/** Every shape of request, own words beside it, and the second question of an option that asks once more. */
export function AnswerForm({ request, revision, answering }: { request: Request; revision: number; answering: Answering }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const { draft, setDraft, sending } = answering;
  const shape = requestShape(request);

  if (draft.inOwnWords) return <OwnWords answering={answering} />;
  if (asking !== null && asking.revision === revision)
    return (
      <ConfirmStep
        options={asking.options}
        disabled={sending}
        onYes={() => answering.send({ response: asking.response })}
        onNo={() => setAsking(null)}
      />
    );

  const take = (response: unknown, options: Option[]) =>
    options.length > 0 ? setAsking({ options, response, revision }) : answering.send({ response });
  return (
    <div className="answer">
      <Shape shape={shape} request={request} answering={answering} take={take} />
      {!isOneText(shape) && (
        <Button
          className="button button-quiet"
          data-own-words
          isDisabled={sending}
          onPress={() => setDraft({ ...draft, inOwnWords: true })}
        >
          {words.ownWords}
        </Button>
      )}
    </div>
  );
}

type ShapeProps = {
  shape: RequestShape;
  request: Request;
  answering: Answering;
  take: (response: unknown, confirm: Option[]) => void;
};

function Shape({ shape, request, answering, take }: ShapeProps) {
  if (shape.shape === "task")
    return (
      <Button className="button button-primary" isDisabled={answering.sending} onPress={() => take({ confirmed: true }, [])}>
        {answering.sending ? "Sending…" : words.done}
      </Button>
    );
  if (shape.shape === "one-choice") return <OneChoice {...shape} answering={answering} take={take} />;
  return <QuestionsForm request={request} questions={shape.questions} answering={answering} take={take} />;
}

/** A lone text question takes any words already. */
function isOneText(shape: RequestShape): boolean {
  return shape.shape === "form" && shape.questions.length === 1 && shape.questions[0]?.input.kind === "text";
}
