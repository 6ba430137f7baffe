import { z } from "zod";
import { isBlank } from "../base/is-blank.ts";
import { type SchemaFault, boundFaults, schemaFaults } from "../base/schema-faults.ts";
import { isStorable } from "../base/storable.ts";

/** The structured request of an action, as stored and as every surface shows it. */
export type Request = { kind: "task" } | { kind: "decision"; questions: Question[] };
export type Question = { id: string; label: string; required: boolean; input: Input };
export type Input =
  | { kind: "text"; multiline?: boolean }
  | { kind: "single-choice"; options: Option[] }
  | { kind: "multiple-choice"; options: Option[]; min?: number; max?: number };
export type Option = { id: string; label: string; description?: string; recommended?: boolean; confirm?: boolean };

export type Fault = SchemaFault;

/** Lengths in code points. Over a limit is refused, never cut. */
export const limits = {
  title: 150,
  ask: 300,
  body: 8_000,
  label: 75,
  description: 300,
  questions: 20,
  options: 100,
  questionLabel: 300,
  id: 64,
  text: 8_000,
} as const;

export const length = (text: string): number => [...text].length;

export const boundedText = (limit: number) =>
  z
    .string()
    .refine(isStorable, "holds characters that cannot be stored")
    .refine((text) => !isBlank(text), "must not be blank")
    .refine((text) => length(text) <= limit, `must have at most ${limit} characters`);

const option = z.object({
  id: boundedText(limits.id).optional(),
  label: boundedText(limits.label),
  description: boundedText(limits.description).optional(),
  recommended: z.boolean().optional(),
  confirm: z.boolean().optional(),
});

const shortOption = z.union([boundedText(limits.label).transform((label) => ({ label })), option]);
const options = z.array(shortOption).min(2, "needs two options or more").max(limits.options, `takes at most ${limits.options} options`);

const input = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), multiline: z.boolean().optional() }),
  z.object({ kind: z.literal("single-choice"), options }),
  z.object({
    kind: z.literal("multiple-choice"),
    options,
    min: z.number().int().min(0).optional(),
    max: z.number().int().min(1).optional(),
  }),
]);

const question = z.object({
  id: boundedText(limits.id).optional(),
  label: boundedText(limits.questionLabel),
  required: z.boolean().default(true),
  input,
});

/** What callers may write; ids may be left out and options may be plain labels. Unknown keys are dropped. */
export const requestInput = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("task") }),
  z.object({
    kind: z.literal("decision"),
    questions: z.array(question).min(1, "needs a question").max(limits.questions, `takes at most ${limits.questions} questions`),
  }),
]);

/** A request in its stored form, or its faults. */
export function parseRequest(value: unknown): { request: Request } | { faults: Fault[] } {
  const parsed = requestInput.safeParse(value);
  if (!parsed.success) return { faults: schemaFaults(parsed.error) };
  if (parsed.data.kind === "task") return { request: { kind: "task" } };
  const questions = withIds(parsed.data.questions).map((question) => ({
    ...question,
    input: "options" in question.input ? { ...question.input, options: recommendedFirst(withIds(question.input.options)) } : question.input,
  }));
  const faults = findFaults(questions);
  return faults.length > 0 ? { faults: boundFaults(faults) } : { request: { kind: "decision", questions } };
}

function findFaults(questions: Question[]): Fault[] {
  const faults: Fault[] = duplicates(questions.map((question) => question.id)).map((id) => ({
    path: "questions",
    message: `has two questions with the id "${id}"`,
  }));
  for (const [index, { input }] of questions.entries()) {
    const path = `questions.${index}.input`;
    if (input.kind === "text") continue;
    for (const id of duplicates(input.options.map((option) => option.id))) {
      faults.push({ path: `${path}.options`, message: `has two options with the id "${id}"` });
    }
    if (input.options.filter((option) => option.recommended).length > 1) {
      faults.push({ path: `${path}.options`, message: "recommends more than one option" });
    }
    if (input.kind === "multiple-choice") {
      const { min = 0, max = input.options.length } = input;
      if (min > max || max > input.options.length) {
        faults.push({ path, message: "asks for a number of choices that cannot be made" });
      }
    }
  }
  return faults;
}

/** An id left out is made from the label; a made one that clashes gets a number. */
function withIds<T extends { id?: string; label: string }>(entries: T[]): (T & { id: string })[] {
  const given = new Set(entries.map((entry) => entry.id).filter((id) => id !== undefined));
  return entries.map((entry, index) => {
    if (entry.id !== undefined) return Object.assign({ id: entry.id }, entry, { id: entry.id });
    const plain = [
      ...entry.label
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, "-")
        .replace(/^-|-$/g, ""),
    ]
      .slice(0, limits.id - 4)
      .join("");
    let id = plain || `${index + 1}`;
    for (let count = 2; given.has(id); count++) id = `${plain}-${count}`;
    given.add(id);
    return Object.assign({ id }, entry, { id });
  });
}

function recommendedFirst(options: Option[]): Option[] {
  return [...options].sort((one, other) => Number(other.recommended ?? false) - Number(one.recommended ?? false));
}

function duplicates(ids: string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}
