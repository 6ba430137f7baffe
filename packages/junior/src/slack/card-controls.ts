import type { types } from "@slack/bolt";
import { words } from "../base/words.ts";
import type { Option, Question } from "../desk/request.ts";
import type { ReviewItem } from "../desk/review-item.ts";
import { type AnswerAction, answerActionId, questionActionId, questionBlockId } from "./action-id.ts";
import { escapeText, escapeWithin, plainWithin } from "./escape-text.ts";

type Asked = Pick<ReviewItem, "id" | "revision" | "title" | "ask" | "request">;

const mostButtons = 5;
const longestButton = 24;
const mostRadios = 10;
const longestOptionText = 75;

/** What an open item is answered with in Slack; nothing for a notice. */
export function cardControls(item: Asked): types.KnownBlock[] {
  const { request } = item;
  if (!request) return [];
  if (request.kind === "task") return [actions([button(item, "done", words.controls.done, { style: "primary" })])];
  const [only, ...others] = request.questions;
  if (only && others.length === 0 && fitsButtons(only)) return asButtons(item, only);
  return asForm(item, request.questions);
}

function fitsButtons(question: Question): question is Question & { input: { kind: "single-choice"; options: Option[] } } {
  const { input } = question;
  return (
    question.required &&
    input.kind === "single-choice" &&
    input.options.length <= mostButtons &&
    input.options.every((option) => option.description === undefined && [...option.label].length <= longestButton)
  );
}

function asButtons(item: Asked, question: Question & { input: { options: Option[] } }): types.KnownBlock[] {
  const buttons = question.input.options.map((option, index) =>
    button(item, { option: index }, option.label, {
      style: option.recommended ? "primary" : undefined,
      confirm: option.confirm ? option.label : undefined,
    }),
  );
  const isSaid = [item.title, item.ask].includes(question.label);
  const label: types.KnownBlock[] = isSaid
    ? []
    : [{ type: "section", text: { type: "mrkdwn", text: escapeWithin(question.label, 1_500) } }];
  return [...label, actions(buttons)];
}

function asForm(item: Asked, questions: Question[]): types.KnownBlock[] {
  const mustConfirm = questions.some(({ input }) => input.kind !== "text" && input.options.some((option) => option.confirm));
  const send = button(item, "send", words.controls.send, { style: "primary", confirm: mustConfirm ? words.confirm.sendText : undefined });
  const explained = withinRoom(questions.map(explanation));
  const inputs = questions.flatMap((question, index) => [...(explained[index] ?? []), inputBlock(item, question, index)]);
  return [...inputs, actions([send])];
}

/** Descriptions that a control would cut, in full above it. */
function explanation({ input }: Question): string {
  if (input.kind === "text" || input.options.every((option) => [...noteOf(option)].length <= longestOptionText)) return "";
  const lines = input.options.flatMap((option) =>
    option.description ? `• ${escapeText(option.label)}: ${escapeText(option.description)}` : [],
  );
  return lines.join("\n");
}

/** As many of the texts as a card has room for, each as a block. */
function withinRoom(texts: string[]): types.KnownBlock[][] {
  let room = 2_500;
  return texts.map((text) => {
    const length = [...text].length;
    if (length === 0 || length > room) return [];
    room -= length;
    return [{ type: "section", text: { type: "mrkdwn", text } }];
  });
}

function inputBlock(item: Asked, question: Question, index: number): types.KnownBlock {
  return {
    type: "input",
    block_id: questionBlockId(item.id, item.revision, index),
    label: plain(question.label, 300),
    optional: !question.required,
    element: inputElement(question),
  };
}

function inputElement({ input }: Question): Extract<types.KnownBlock, { type: "input" }>["element"] {
  const action_id = questionActionId;
  if (input.kind === "text") return { type: "plain_text_input", action_id, multiline: input.multiline ?? false, max_length: 3_000 };
  const options = input.options.map(asOption);
  if (input.kind === "multiple-choice")
    return { type: "multi_static_select", action_id, options, max_selected_items: input.max ?? options.length };
  return options.length <= mostRadios ? { type: "radio_buttons", action_id, options } : { type: "static_select", action_id, options };
}

/** Its value is its place: the option's id stays with us. */
function asOption(option: Option, index: number): { text: types.PlainTextElement; value: string; description?: types.PlainTextElement } {
  const note = noteOf(option);
  return {
    text: plain(option.label, longestOptionText),
    value: String(index),
    ...(note === "" ? {} : { description: plain(note, longestOptionText) }),
  };
}

const noteOf = (option: Option) =>
  [option.recommended ? words.controls.recommended : "", option.description ?? ""].filter((note) => note !== "").join(": ");

function button(item: Asked, control: AnswerAction["control"], label: string, more: { style?: "primary"; confirm?: string }): types.Button {
  return {
    type: "button",
    action_id: answerActionId({ itemId: item.id, revision: item.revision, control }),
    text: plain(label, longestOptionText),
    ...(more.style ? { style: more.style } : {}),
    ...(more.confirm === undefined
      ? {}
      : {
          confirm: {
            title: plain(words.confirm.title, 100),
            text: plain(more.confirm, 300),
            confirm: plain(words.confirm.yes, 30),
            deny: plain(words.confirm.no, 30),
          },
        }),
  };
}

const actions = (elements: types.Button[]): types.KnownBlock => ({ type: "actions", elements });
const plain = (text: string, limit: number): types.PlainTextElement => ({ type: "plain_text", text: plainWithin(text, limit) });
