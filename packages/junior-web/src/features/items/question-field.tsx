import {
  Button,
  Checkbox,
  CheckboxGroup,
  FieldError,
  Input,
  Label,
  Radio,
  RadioGroup,
  Text,
  TextArea,
  TextField,
} from "react-aria-components";
import type { Question } from "../../contract.ts";
import { isSendFormKey, isSendKey } from "../../shared/is-send-key.ts";
import { words } from "../../shared/words.ts";
import { choiceLimits } from "./build-response.ts";
import { OptionText } from "./option-text.tsx";
import { recommendedFirst } from "./request-shape.ts";

type FieldProps = {
  question: Question;
  /** The only one of its form: that it is required goes without saying. */
  alone: boolean;
  answer: string | string[] | undefined;
  error: string | undefined;
  disabled: boolean;
  onChange: (answer: string | string[]) => void;
};

export function QuestionField(props: FieldProps) {
  const kind = props.question.input.kind;
  return (
    <div data-question={props.question.id}>
      {kind === "text" ? (
        <TextQuestion {...props} />
      ) : kind === "single-choice" ? (
        <SingleChoice {...props} />
      ) : (
        <MultipleChoice {...props} />
      )}
    </div>
  );
}

function TextQuestion({ question, alone, answer, error, disabled, onChange }: FieldProps) {
  const multiline = question.input.kind === "text" && question.input.multiline;
  const sends = alone ? isSendKey : isSendFormKey;
  return (
    <TextField
      className="field"
      isRequired={question.required}
      isReadOnly={disabled}
      isInvalid={error !== undefined}
      value={typeof answer === "string" ? answer : ""}
      onChange={onChange}
    >
      <QuestionLabel question={question} alone={alone} />
      {multiline ? (
        <>
          <TextArea className="textarea" rows={3} onKeyDown={(event) => sends(event) && sendForm(event)} />
          <Text slot="description" className="field-hint keys-hint">
            {alone ? words.enterSends : words.ctrlEnterSends}
          </Text>
        </>
      ) : (
        <Input className="textarea" />
      )}
      <FieldError className="field-error">{error}</FieldError>
    </TextField>
  );
}

function sendForm(event: React.KeyboardEvent<HTMLTextAreaElement>): void {
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

function SingleChoice({ question, alone, answer, error, disabled, onChange }: FieldProps) {
  if (question.input.kind !== "single-choice") return null;
  const chosen = typeof answer === "string" && answer !== "" ? answer : null;
  return (
    <RadioGroup
      className="field"
      isRequired={question.required}
      isDisabled={disabled}
      isInvalid={error !== undefined}
      value={chosen}
      onChange={onChange}
    >
      <QuestionLabel question={question} alone={alone} />
      <div className="options">
        {recommendedFirst(question.input.options).map((option, index) => (
          <Radio key={option.id} value={option.id} className="option option-mark option-radio" data-pick>
            <OptionText option={option} number={index + 1} />
          </Radio>
        ))}
      </div>
      {!question.required && chosen !== null && (
        <Button className="button button-quiet button-small" isDisabled={disabled} onPress={() => onChange("")}>
          Clear
        </Button>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </RadioGroup>
  );
}

function MultipleChoice({ question, alone, answer, error, disabled, onChange }: FieldProps) {
  if (question.input.kind !== "multiple-choice") return null;
  return (
    <CheckboxGroup
      className="field"
      isRequired={question.required}
      isDisabled={disabled}
      isInvalid={error !== undefined}
      value={Array.isArray(answer) ? answer : []}
      onChange={onChange}
    >
      <QuestionLabel question={question} alone={alone} />
      <Text slot="description" className="field-hint">
        {choiceLimits(question.input, question.required)}
      </Text>
      <div className="options">
        {recommendedFirst(question.input.options).map((option, index) => (
          <Checkbox key={option.id} value={option.id} className="option option-mark option-checkbox" data-pick>
            <OptionText option={option} number={index + 1} />
          </Checkbox>
        ))}
      </div>
      <FieldError className="field-error">{error}</FieldError>
    </CheckboxGroup>
  );
}

function QuestionLabel({ question, alone }: { question: Question; alone: boolean }) {
  const mark = question.required ? (alone ? null : "(required)") : "(optional)";
  return (
    <Label className="field-label">
      {question.label} <span className="field-mark">{mark}</span>
    </Label>
  );
}
