import { createServer } from "node:http";
import { chooseModel } from "../../packages/junior/src/model/choose-model.ts";
import { openLanguageModel } from "../../packages/junior/src/model/open-language-model.ts";
import { providerModel } from "../../packages/junior/src/model/provider-model.ts";
import { readEnv } from "../../packages/junior/src/base/env.ts";
import type { AddressInfo } from "node:net";
import type { RequestListener } from "node:http";
import type { Env } from "../../packages/junior/src/base/env.ts";
import type { ModelMessage } from "ai";
import type { Model, ModelRequest } from "../../packages/junior/src/model/model.ts";

const key = "key-that-nobody-may-read";
export const settings = {
  anthropic: (url: string) => ({ JUNIOR_MODEL: "anthropic/claude-sonnet-5-5", ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url }),
  openai: (url: string) => ({ JUNIOR_MODEL: "openai/gpt-6-astra", OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1` }),
  "openai-compatible": (url: string) => ({ JUNIOR_MODEL: "openai-compatible/local", OPENAI_BASE_URL: `${url}/v1` }),
};
export type ProviderName = keyof typeof settings;
export const providers = Object.keys(settings) as ProviderName[];

export const tools = [
  { name: "look", description: "Look at a thing.", input: { type: "object", properties: { at: { type: "string" } }, required: ["at"] } },
  { name: "note", description: "Note a thing.", input: { type: "object", properties: {} } },
];
export const ask = (messages: ModelMessage[], signal = new AbortController().signal): ModelRequest => ({
  system: "You are Junior.",
  messages,
  tools,
  signal,
});
export const hello = ask([{ role: "user", content: "hello" }]);

export function readSettings(given: Record<string, string>): Env {
  const read = readEnv(given);
  if ("faults" in read) throw new Error(read.faults.join(" "));
  return read.env;
}

/** The model that talks to a provider which answers as the test says, for what aimock cannot do. Dispose it to stop the provider. */
export async function startBareProvider(provider: ProviderName, respond: RequestListener, timeoutMs = 5_000) {
  const server = createServer(respond);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const choice = chooseModel(readSettings(settings[provider](`http://127.0.0.1:${(server.address() as AddressInfo).port}`)));
  if (choice.rehearsal) throw new Error("a real provider was expected");
  const model: Model = providerModel({ name: "bare", price: null, timeoutMs, ...(await openLanguageModel(choice)) });
  return {
    ...model,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
