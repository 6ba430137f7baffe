import type { Question, Request } from "../desk/request.ts";
import { type AnswerAction, questionActionId, questionBlockId } from "./action-id.ts";

/** `state.values` of a click: what this clicker had entered, by block and action. Its innermost is any JSON. */
export type EnteredValues = Record<string, Record<string, Entered> | undefined>;
type Entered = Record<string, unknown>;

/** No option has this id, since no stored text may hold it. */
const noOption = "\0";

/**
 * The response that a click gives, read from that click alone. Not yet checked: what fits no option is passed on
 * as what can be none, to be refused with everything else.
 */
export function readResponse(request: Request | null, action: AnswerAction, values: EnteredValues): unknown {
  const { control } = action;
  if (control === "done") return { confirmed: true };
  const questions = request?.kind === "decision" ? request.questions : [];
  if (control !== "send") {
    return {
      answers: Object.fromEntries(questions.slice(0, 1).map((only) => [only.id, optionId(only, { value: String(control.option) })])),
    };
  }
  const given = questions.map((question, index): [string, unknown] => {
    const entered = values[questionBlockId(action.itemId, action.revision, index)]?.[questionActionId];
    return [question.id, readEntered(question, entered ?? {})];
  });
  return { answers: Object.fromEntries(given.filter(([, answer]) => answer !== undefined && answer !== null)) };
}

function readEntered(question: Question, entered: Entered): unknown {
  const { value, selected_option: chosen, selected_options: several } = entered;
  if (question.input.kind === "text") return value;
  if (question.input.kind === "single-choice") return isNothing(chosen) ? null : optionId(question, chosen);
  if (isNothing(several)) return null;
  if (!Array.isArray(several)) return [noOption];
  return several.length === 0 ? null : several.map((one: unknown) => optionId(question, one));
}

/** Its value is the option's place. */
function optionId({ input }: Question, chosen: unknown): string {
  const { value } = Object(chosen) as { value?: unknown };
  if (input.kind === "text" || typeof value !== "string" || !/^\d{1,3}$/.test(value)) return noOption;
  return input.options[Number(value)]?.id ?? noOption;
}

const isNothing = (value: unknown) => value === undefined || value === null;
