import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { modelCheckRow } from "../packages/junior/src/app/model-check-row.ts";
import { chooseModel } from "../packages/junior/src/model/choose-model.ts";
import { type ProviderName, providers, readSettings, settings } from "./fakes/bare-provider.ts";

/** Answers each request by its method and path, as `said` has it; 404 otherwise. */
async function startProvider(provider: ProviderName, said: Record<string, number | object>, listener?: RequestListener) {
  const asked: { line: string; key: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const { authorization, "x-api-key": key } = request.headers;
    asked.push({ line: `${request.method} ${request.url}`, key: String(key ?? authorization ?? "") });
    if (listener) return listener(request, response);
    const answer = said[`${request.method} ${request.url}`] ?? 404;
    response
      .writeHead(typeof answer === "number" ? answer : 200, { "content-type": "application/json" })
      .end(JSON.stringify(typeof answer === "number" ? { error: { message: "key-that-nobody-may-read is wrong" } } : answer));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    host: `127.0.0.1:${port}`,
    check: () => checkAt(provider, `http://127.0.0.1:${port}`),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function checkAt(provider: ProviderName, url: string) {
  const choice = chooseModel(readSettings(settings[provider](url)));
  if (choice.rehearsal) throw new Error("a real provider was expected");
  const row = await modelCheckRow("Model", choice);
  expect(JSON.stringify(row)).not.toContain("nobody-may-read");
  return row;
}

const look = {
  anthropic: "GET /v1/models/claude-sonnet-5-5",
  openai: "GET /v1/models/gpt-6-astra",
  "openai-compatible": "GET /v1/models",
} satisfies Record<ProviderName, string>;
const call = {
  anthropic: "POST /v1/messages",
  openai: "POST /v1/responses",
  "openai-compatible": "POST /v1/chat/completions",
} satisfies Record<ProviderName, string>;
const name = { anthropic: "claude-sonnet-5-5", openai: "gpt-6-astra", "openai-compatible": "local" } satisfies Record<ProviderName, string>;
const sentKey = {
  anthropic: "key-that-nobody-may-read",
  openai: "Bearer key-that-nobody-may-read",
  "openai-compatible": "",
} satisfies Record<ProviderName, string>;
const prefix = { anthropic: "ANTHROPIC", openai: "OPENAI", "openai-compatible": "OPENAI" } satisfies Record<ProviderName, string>;

describe.each(providers)("%s", (provider) => {
  test("a key and a model that are good cost nothing to ask about", async () => {
    await using server = await startProvider(provider, { [look[provider]]: { id: name[provider], data: [{ id: name[provider] }] } });
    expect(await server.check()).toEqual({ name: "Model", ok: true, detail: `${provider}/${name[provider]} answers`, mend: null });
    expect(server.asked.map(({ line }) => line)).toEqual([look[provider]]);
    expect(server.asked[0]?.key).toBe(sentKey[provider]);
  });

  test("a server that lists nothing is asked by the smallest call", async () => {
    await using server = await startProvider(provider, { [call[provider]]: { any: "answer" } });
    expect(await server.check()).toMatchObject({ ok: true });
    expect(server.asked.map(({ line }) => line)).toEqual([look[provider], call[provider]]);
  });

  test("a wrong key names its setting", async () => {
    await using server = await startProvider(provider, { [look[provider]]: 401 });
    const wanted = provider === "openai-compatible" ? "wants a key" : "does not accept the key";
    expect(await server.check()).toMatchObject({
      ok: false,
      detail: expect.stringContaining(`${server.host} ${wanted}`),
      mend: expect.stringContaining(`${prefix[provider]}_API_KEY in .env`),
    });
  });

  test("a model that is not there names the setting that chose it", async () => {
    await using server = await startProvider(provider, {
      [look[provider]]: provider === "openai-compatible" ? { data: [{ id: "other" }] } : 404,
    });
    expect(await server.check()).toMatchObject({
      ok: false,
      detail: expect.stringContaining(`${server.host} has no model ${name[provider]}`),
      mend: expect.stringContaining("JUNIOR_MODEL in .env"),
    });
  });

  test("a closed port says so", async () => {
    const server = await startProvider(provider, {});
    await server[Symbol.asyncDispose]();
    expect(await server.check()).toMatchObject({
      ok: false,
      detail: expect.stringContaining(`nothing answers at ${server.host}`),
      mend: expect.stringContaining(`${prefix[provider]}_BASE_URL`),
    });
  });

  test("one that is out of order is not taken for a wrong setting", async () => {
    await using server = await startProvider(provider, { [look[provider]]: 503 });
    expect(await server.check()).toMatchObject({ ok: false, detail: expect.stringContaining("answers with status 503") });
  });
});

test("a provider that says nothing is waited for 3 s", async () => {
  await using server = await startProvider("openai", {}, () => undefined);
  const began = performance.now();
  expect(await server.check()).toMatchObject({ ok: false, detail: expect.stringContaining("does not answer within 3 s") });
  expect(performance.now() - began).toBeLessThan(5_000);
});

test("a key that no header may hold is a wrong key", async () => {
  const choice = chooseModel(readSettings({ OPENAI_API_KEY: "schlüssel…", OPENAI_BASE_URL: "http://127.0.0.1:9/v1" }));
  if (choice.rehearsal) throw new Error("a real provider was expected");
  expect(await modelCheckRow("Model", choice)).toMatchObject({ ok: false, mend: expect.stringContaining("OPENAI_API_KEY") });
});
