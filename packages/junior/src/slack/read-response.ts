import type { Request } from "../desk/request.ts";
import { type AnswerAction, questionActionId, questionBlockId } from "./action-id.ts";

/** `state.values` of a click: what this clicker had entered, by block and action. */
export type EnteredValues = Record<string, Record<string, Entered | undefined> | undefined>;
type Entered = { value?: string | null; selected_option?: Chosen | null; selected_options?: Chosen[] };
type Chosen = { value?: string };

/**
 * The response that a click gives, read from that click alone. Not yet checked: what fits no option is passed on
 * as it is, to be refused with everything else.
 */
export function readResponse(request: Request | null, action: AnswerAction, values: EnteredValues): unknown {
  const { control } = action;
  if (control === "done") return { confirmed: true };
  const questions = request?.kind === "decision" ? request.questions : [];
  const optionId = (index: number, value: string | undefined) => {
    const { input } = questions[index] ?? {};
    return (input && input.kind !== "text" && value !== undefined && input.options[Number(value)]?.id) || `option ${value ?? ""}`;
  };
  if (control !== "send") return { answers: questions[0] ? { [questions[0].id]: optionId(0, String(control.option)) } : {} };

  const answers: Record<string, unknown> = {};
  for (const [index, question] of questions.entries()) {
    const entered = values[questionBlockId(action.itemId, action.revision, index)]?.[questionActionId];
    if (typeof entered?.value === "string") answers[question.id] = entered.value;
    else if (entered?.selected_option) answers[question.id] = optionId(index, entered.selected_option.value);
    else if (entered?.selected_options?.length)
      answers[question.id] = entered.selected_options.map((chosen) => optionId(index, chosen.value));
  }
  return { answers };
}
