import { useId } from "react";
import { Button } from "react-aria-components";
import type { Option, Question } from "../../contract.ts";
import { OptionText } from "./option-text.tsx";

type OneChoiceProps = {
  question: Question;
  options: Option[];
  disabled: boolean;
  take: (response: unknown, confirm: Option[]) => void;
};

/** One question with one choice: pressing an option is the answer. */
export function OneChoice({ question, options, disabled, take }: OneChoiceProps) {
  const labelId = useId();
  const plain = options.every((option) => option.description === undefined);
  return (
    <div role="group" aria-labelledby={labelId} className="field">
      <p id={labelId} className="field-label">
        {question.label}
      </p>
      <div className={`options ${plain ? "options-row" : ""}`}>
        {options.map((option, index) => (
          <Button
            key={option.id}
            className="option"
            data-pick
            isDisabled={disabled}
            onPress={() => take({ answers: { [question.id]: option.id } }, option.confirm ? [option] : [])}
          >
            <OptionText option={option} number={index + 1} />
          </Button>
        ))}
      </div>
    </div>
  );
}
