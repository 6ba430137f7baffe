import { LLMock } from "@copilotkit/aimock";
import type { ChatCompletionRequest, ChatMessage, FixtureResponse } from "@copilotkit/aimock";

/** One request that reached the model, as the script reads it. */
export type Asked = {
  system: string;
  /** The newest message of a person or of Junior's code; the script's rules are matched against it. */
  text: string;
  /** What the tools answered since that message, oldest first, parsed where it is JSON. */
  results: unknown[];
  /** How often the model has already answered since that message. */
  step: number;
  tools: string[];
  messages: ChatMessage[];
};

type Call = { tool: string; input: string | Record<string, unknown> | ((asked: Asked) => unknown) };

/**
 * What the model does, in order: one `says` or `calls` for each step of the Turn; a fault comes once before
 * the next of them, and one that ends the script comes for ever.
 */
export type Script = {
  says(text: string, options?: { cutOff?: boolean }): Script;
  /** `input` may be worked out from the request, for ids that an earlier result told. A text that is no object is sent raw. */
  calls(tool: string, input: Call["input"]): Script;
  callsAll(calls: Call[], options?: { saying?: string }): Script;
  fails(status: number, options?: { retryAfterSeconds?: number }): Script;
  hangs(): Script;
  drops(): Script;
  rambles(): Script;
  saysNothing(): Script;
};

export type ScriptedModel = {
  baseUrl: string;
  env: { JUNIOR_MODEL: string; OPENAI_API_KEY: string; OPENAI_BASE_URL: string };
  /** Of several rules that match, the one given last counts. It plays from its beginning for each newest message. */
  when(match: RegExp | ((asked: Asked) => boolean)): Script;
  requests(): Asked[];
  /** Requests that no rule foresaw; they were refused with 404. */
  unexpected(): Asked[];
  close(): Promise<void>;
};

type Fault = { kind: "fails"; status: number; retryAfterSeconds?: number } | { kind: "hangs" | "drops" | "rambles" | "saysNothing" };
type Reply = { text: string; calls: Call[]; cutOff: boolean };
type Rule = { matches(asked: Asked): boolean; steps: { faults: Fault[]; reply: Reply | null }[] };
type Move = { asked: Asked; does: Fault | Reply | null };

/** A model provider on 127.0.0.1 that says what the test wrote down; it speaks OpenAI's chat completions. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const rules: Rule[] = [];
  const requests: Asked[] = [];
  const unexpected: Asked[] = [];
  const played = new Map<string, number>();
  const moves = new WeakMap<ChatCompletionRequest, Move>();
  const closing = Promise.withResolvers<void>();

  // aimock asks each fixture in turn about one request; the script moves on only once for it.
  const moveFor = (request: ChatCompletionRequest): Move => {
    const known = moves.get(request);
    if (known) return known;
    const asked = readRequest(request);
    const move = { asked, does: nextMove(rules, asked, played) };
    moves.set(request, move);
    requests.push(asked);
    if (!move.does) unexpected.push(asked);
    return move;
  };
  const doing = (kind: Fault["kind"]) => (request: ChatCompletionRequest) => {
    const { does } = moveFor(request);
    return does !== null && "kind" in does && does.kind === kind;
  };

  const server = new LLMock({ host: "127.0.0.1", port: 0 });
  server.on({ predicate: doing("drops") }, { content: "" }, { chaos: { disconnectRate: 1 } });
  server.on({ predicate: doing("rambles") }, { content: "" }, { chaos: { malformedRate: 1 } });
  server.on({ predicate: doing("hangs") }, async () => {
    await closing.promise;
    return failure(503);
  });
  server.on({ predicate: () => true }, (request) => respond(moveFor(request)));
  const url = await server.start();

  return {
    baseUrl: `${url}/v1`,
    env: { JUNIOR_MODEL: "openai-compatible/scripted", OPENAI_API_KEY: "scripted", OPENAI_BASE_URL: `${url}/v1` },
    when(match) {
      const rule: Rule = { matches: match instanceof RegExp ? (asked) => match.test(asked.text) : match, steps: [] };
      rules.unshift(rule);
      return writeScript(rule);
    },
    requests: () => [...requests],
    unexpected: () => [...unexpected],
    async close() {
      closing.resolve();
      await server.stop();
    },
  };
}

function writeScript(rule: Rule): Script {
  const reply = (given: Reply): Script => {
    const open = rule.steps.at(-1);
    if (open && !open.reply) open.reply = given;
    else rule.steps.push({ faults: [], reply: given });
    return script;
  };
  const fault = (given: Fault): Script => {
    const open = rule.steps.at(-1);
    if (open && !open.reply) open.faults.push(given);
    else rule.steps.push({ faults: [given], reply: null });
    return script;
  };
  const script: Script = {
    says: (text, { cutOff = false } = {}) => reply({ text, calls: [], cutOff }),
    calls: (tool, input) => reply({ text: "", calls: [{ tool, input }], cutOff: false }),
    callsAll: (calls, { saying = "" } = {}) => reply({ text: saying, calls, cutOff: false }),
    fails: (status, options = {}) => fault({ kind: "fails", status, ...options }),
    hangs: () => fault({ kind: "hangs" }),
    drops: () => fault({ kind: "drops" }),
    rambles: () => fault({ kind: "rambles" }),
    saysNothing: () => fault({ kind: "saysNothing" }),
  };
  return script;
}

/** A request given again after a fault, by another worker too, gets what comes after the fault; after a reply, the same reply. */
function nextMove(rules: Rule[], asked: Asked, played: Map<string, number>): Move["does"] {
  const rule = rules.find((candidate) => candidate.matches(asked));
  const step = rule?.steps[asked.step];
  if (!rule || !step) return null;
  const place = JSON.stringify([rules.length - rules.indexOf(rule), asked.step, asked.messages.length, asked.text]);
  const faults = played.get(place) ?? 0;
  played.set(place, faults + 1);
  return step.faults[faults] ?? step.reply ?? step.faults.at(-1) ?? null;
}

function respond({ asked, does }: Move): FixtureResponse {
  if (!does) return failure(404);
  if ("kind" in does) {
    if (does.kind !== "fails") return { content: "" };
    return { ...failure(does.status), ...(does.retryAfterSeconds !== undefined && { retryAfter: does.retryAfterSeconds }) };
  }
  const finishReason = does.cutOff ? { finishReason: "length" } : {};
  if (does.calls.length === 0) return { content: does.text, ...finishReason };
  const toolCalls = does.calls.map(({ tool, input }) => {
    const value: unknown = typeof input === "function" ? input(asked) : input;
    return { name: tool, arguments: typeof value === "string" ? value : JSON.stringify(value) };
  });
  return does.text ? { content: does.text, toolCalls, ...finishReason } : { toolCalls, ...finishReason };
}

const failure = (status: number) => ({ error: { message: "scripted failure", type: "scripted" }, status });

function readRequest(request: ChatCompletionRequest): Asked {
  const { messages } = request;
  const newest = messages.findLastIndex(({ role }) => role === "user");
  const since = messages.slice(newest + 1);
  return {
    system: messages
      .filter(({ role }) => role === "system")
      .map(textOf)
      .join("\n"),
    text: textOf(messages[newest]),
    results: since.filter(({ role }) => role === "tool").map((message) => parsed(textOf(message))),
    step: since.filter(({ role }) => role === "assistant").length,
    tools: (request.tools ?? []).map((tool) => tool.function.name),
    messages,
  };
}

function textOf(message: ChatMessage | undefined): string {
  if (typeof message?.content === "string") return message.content;
  return (message?.content ?? []).map((part) => part.text ?? "").join("\n\n");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
