import { readRequestBody } from "./read-request-body.ts";
import { type Served, answerJson, serve } from "./serve.ts";
import { marker } from "./world.ts";

type Asked = { messages: { role: string; content: string | { text?: string }[] }[] };

/**
 * An OpenAI-compatible model that answers at once, and names every word it was asked about. What Junior marks as
 * context was said before and is answered already.
 */
export function startInstantModel(): Promise<Served> {
  let count = 0;
  return serve(async (request, response) => {
    const { messages } = JSON.parse(await readRequestBody(request)) as Asked;
    const instructions = messages.filter(({ role }) => role === "user").map(({ content }) => textOf(content));
    const words = instructions.filter((text) => !text.startsWith("Context, ")).flatMap((text) => text.match(marker) ?? []);
    answerJson(response, {
      id: `answer-${++count}`,
      object: "chat.completion",
      created: Math.floor(Date.now() / 1_000),
      model: "instant",
      choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: `Here is ${words.join(" and ")}.` } }],
      usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
    });
  });
}

const textOf = (content: string | { text?: string }[]) =>
  typeof content === "string" ? content : content.map(({ text }) => text ?? "").join("\n");
