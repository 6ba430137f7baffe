import { textTokens } from "./estimate-tokens.ts";
import { longestOutput, outputText } from "./tool-output.ts";
import type { Call, Step } from "./turn.ts";

/** Characters of a result or an input that stay as they are, however old. */
const alwaysKept = 400;

/**
 * The steps of a long Turn with old outputs left out, each with a line that says where to read it again, so that all
 * outputs together stay under `most` tokens; of the last step alone, what comes first is kept. What is left out moves on in jumps of half of
 * `most`, not at every step: a provider's cache reads the beginning again only when it has changed.
 */
export function shortenSteps(steps: Step[], most: number): Step[] {
  const sizes = steps.map(sizeOf);
  let kept = 0;
  let first = 0;
  for (const [index, size] of sizes.entries()) {
    kept += size;
    if (kept <= most) continue;
    while (first < index && kept > most / 2) kept -= sizes[first++] ?? 0;
  }
  return steps.map((step, index) => {
    if (index < first) return shorten(step);
    return (sizes[index] ?? 0) <= most ? step : { ...step, calls: firstCalls(step.calls, most) };
  });
}

function firstCalls(calls: Call[], most: number): Call[] {
  let kept = 0;
  return calls.map((call) => ((kept += resultTokens(call)) <= most ? call : withoutOutput(call)));
}

function sizeOf(step: Step): number {
  return step.calls.reduce((sum, call) => sum + textTokens(JSON.stringify(call.input ?? null)) + resultTokens(call), 0);
}

const resultTokens = ({ result }: Call): number => (result ? Math.min(textTokens(outputText(result)), longestOutput / 4) : 0);

function shorten(step: Step): Step {
  return { ...step, content: withShortInputs(step.content), calls: step.calls.map(withoutOutput) };
}

function withoutOutput(call: Call): Call {
  if (!call.result || outputText(call.result).length <= alwaysKept) return call;
  const again = `Left out here because it is long. Read it again: readOutput(${JSON.stringify({ callId: call.callId })})`;
  return { ...call, result: call.result.ok ? { ok: true, output: again } : { ok: false, error: again } };
}

/** Reasoning parts stay untouched: a provider checks their signatures. */
function withShortInputs(content: Step["content"]): Step["content"] {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "tool-call" ? { ...part, input: shortInput(part.input) } : part));
}

function shortInput(input: unknown): unknown {
  if (typeof input === "string") return input.length <= alwaysKept ? input : `${input.slice(0, alwaysKept).toWellFormed()}… (shortened)`;
  if (Array.isArray(input)) return input.map(shortInput);
  if (typeof input !== "object" || input === null) return input;
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, shortInput(value)]));
}
