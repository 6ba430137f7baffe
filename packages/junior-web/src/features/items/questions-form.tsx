import { useEffect, useRef } from "react";
import { Button, Form } from "react-aria-components";
import type { Option, Question, Request } from "../../contract.ts";
import { fittingAnswers } from "./answer-draft.ts";
import { buildResponse } from "./build-response.ts";
import { QuestionField } from "./question-field.tsx";
import type { AnswerProblem } from "./read-answer-problem.ts";
import { chosenWithConfirm } from "./request-shape.ts";
import type { Answering } from "./use-answer.ts";

type QuestionsFormProps = {
  request: Request;
  questions: Question[];
  answering: Answering;
  take: (response: unknown, confirm: Option[]) => void;
};

export function QuestionsForm({ request, questions, answering, take }: QuestionsFormProps) {
  const { draft, setDraft, sending, problem } = answering;
  const form = useFocusOnFault(questions, problem);
  const answers = fittingAnswers(request, draft.answers);

  function submit() {
    const built = buildResponse(request, draft);
    if ("response" in built) return take(built.response, chosenWithConfirm(questions, answers));
    answering.setFieldErrors(built.errors);
  }

  return (
    <Form
      ref={form}
      className="answer-questions"
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending) submit();
      }}
    >
      {questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          alone={questions.length === 1}
          answer={answers[question.id]}
          error={problem?.fields[question.id]}
          disabled={sending}
          onChange={(answer) => setDraft({ ...draft, answers: { ...answers, [question.id]: answer } })}
        />
      ))}
      <Button type="submit" className="button button-primary" isDisabled={sending}>
        {sending ? "Sending…" : "Send answer"}
      </Button>
    </Form>
  );
}

/** The first field at fault takes the focus, whether this page or the server found it. */
function useFocusOnFault(questions: Question[], problem: AnswerProblem | null) {
  const form = useRef<HTMLFormElement>(null);
  const first = questions.findIndex(({ id }) => problem?.fields[id] !== undefined);
  useEffect(() => {
    if (first < 0) return;
    form.current?.querySelectorAll("[data-question]")[first]?.querySelector<HTMLElement>("input, textarea")?.focus();
  }, [problem, first]);
  return form;
}
