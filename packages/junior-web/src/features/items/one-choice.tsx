import { useId } from "react";
import { Button } from "react-aria-components";
import type { Option, Question } from "../../contract.ts";
import { OptionText } from "./option-text.tsx";
import { triedOption } from "./request-shape.ts";
import type { Answering } from "./use-answer.ts";

type OneChoiceProps = {
  question: Question;
  options: Option[];
  answering: Answering;
  take: (response: unknown, confirm: Option[]) => void;
};

/** One question with one choice: pressing an option is the answer. */
export function OneChoice({ question, options, answering, take }: OneChoiceProps) {
  const labelId = useId();
  const plain = options.every((option) => option.description === undefined);
  const triedId = triedOption(question, answering.tried);
  return (
    <div role="group" aria-labelledby={labelId} className="field">
      <p id={labelId} className="field-label">
        {question.label}
      </p>
      <div className={`options ${plain ? "options-row" : ""}`}>
        {options.map((option, index) => (
          <Button
            key={option.id}
            className={`option ${option.id === triedId ? "option-tried" : ""}`}
            data-pick
            isDisabled={answering.sending}
            onPress={() => take({ answers: { [question.id]: option.id } }, option.confirm ? [option] : [])}
          >
            <OptionText
              option={option}
              number={index + 1}
              tried={option.id === triedId ? (answering.sending ? "sending" : "failed") : null}
            />
          </Button>
        ))}
      </div>
    </div>
  );
}
