import { afterAll, beforeAll, expect, test } from "vitest";
import { openJunior, type Junior } from "../packages/junior/src/app/open-junior.ts";
import { readEnv } from "../packages/junior/src/base/env.ts";
import { createDatabase, type TestDatabase } from "./database.ts";
import { startScriptedModel, type ScriptedModel } from "./fakes/scripted-model.ts";
import { askHttp } from "./http-client.ts";
import { silentLog } from "./open-rooms.ts";
import { freePort } from "./start-junior.ts";
import { waitFor } from "./wait-for.ts";

let script: ScriptedModel;
let world: TestDatabase;
let junior: Junior;
let port: number;

beforeAll(async () => {
  script = await startScriptedModel();
  world = await createDatabase();
  port = await freePort();
  const read = readEnv({
    ...script.env,
    DATABASE_URL: world.connectionString,
    JUNIOR_SECRET: "s".repeat(32),
    PORT: String(port),
    JUNIOR_LOG_LEVEL: "silent",
  });
  if ("faults" in read) throw new Error(read.faults.join(" "));
  junior = await openJunior(read.env, { log: silentLog, progress: () => undefined, interrupted: new AbortController().signal });
});
afterAll(async () => {
  await junior?.close();
  await script?.close();
  await world?.close();
});

/** Says it in a new conversation. @returns Junior's reply, once the Turn has ended, with how it ended */
async function say(text: string): Promise<{ reply: string | null; state: string; failure: string | null; conversationId: string }> {
  const { json } = await askHttp(port, "/api/conversations", { body: { text, key: crypto.randomUUID() } });
  const conversationId = json.id as string;
  const turn = await waitFor(
    "the end of the Turn",
    () =>
      world.query<{ state: string; failure: string | null }>(
        "select state, failure_code as failure from junior_turns where conversation_id = $1",
        [conversationId],
      ),
    ([row]) => row && row.state !== "running" && row,
    30_000,
  );
  const { json: page } = await askHttp(port, `/api/conversations/${conversationId}/messages`);
  const replies = page.messages.filter((message: { author: { kind: string } }) => message.author.kind === "junior");
  expect(replies.length).toBeLessThanOrEqual(1);
  return { ...turn, reply: replies[0]?.text ?? null, conversationId };
}

const results = (text: RegExp) =>
  script
    .requests()
    .filter((asked) => text.test(asked.text))
    .at(-1)?.results ?? [];

test("a tool that there is not is told so, with what there is", async () => {
  script
    .when(/unknown tool/)
    .calls("launchRocket", { to: "moon" })
    .says("There is no rocket.");
  expect(await say("unknown tool")).toMatchObject({ state: "done", reply: "There is no rocket." });
  expect(results(/unknown tool/)[0]).toMatch(/^There is no tool "launchRocket"\. You have: .*addReviewItem/);
});

test("arguments that do not fit, and such as are no JSON, are told what is wrong", async () => {
  script
    .when(/wrong arguments/)
    .calls("readOutput", { callId: 7, page: "two" })
    .calls("readOutput", '{"callId": "c')
    .says("I gave up reading.");
  expect(await say("wrong arguments")).toMatchObject({ state: "done", reply: "I gave up reading." });
  const [shape, noJson] = results(/wrong arguments/);
  expect(shape).toMatch(/The input does not fit\. callId: .*; page: /);
  expect(noJson).toMatch(/The input does not fit\./);
});

test("an empty answer is asked for once more", async () => {
  script
    .when(/silent once/)
    .saysNothing()
    .says("Here I am.");
  expect(await say("silent once")).toMatchObject({ state: "done", reply: "Here I am." });
});

test("two empty answers end the Turn with one plain line", async () => {
  script
    .when(/silent twice/)
    .saysNothing()
    .saysNothing();
  const said = await say("silent twice");
  expect(said).toMatchObject({ state: "failed", failure: "empty" });
  expect(said.reply).toMatch(/^I could not finish: the model gave no answer, twice \([0-9a-f]{6}\)\. Nothing was done yet\./);
});

test("an empty answer after an ordinary call is no answer either", async () => {
  script
    .when(/silent after reading/)
    .calls("readOutput", { callId: "nothing" })
    .saysNothing()
    .says("There was nothing.");
  expect(await say("silent after reading")).toMatchObject({ state: "done", reply: "There was nothing." });
});

test("an empty answer after a card is fine: the card is the reply", async () => {
  script
    .when(/silent after asking/)
    .calls("addReviewItem", { title: "Go?", ask: "Say when.", request: { kind: "task" } })
    .saysNothing();
  expect(await say("silent after asking")).toMatchObject({ state: "done", reply: null });
});

test("what people see already is not followed by a failure", async () => {
  script
    .when(/card then failure/)
    .calls("addReviewItem", { title: "Stay?", ask: "Say so.", request: { kind: "task" } })
    .fails(400);
  expect(await say("card then failure")).toMatchObject({ state: "failed", failure: "refused-request", reply: null });
});

test("an answer of 100 kB arrives whole", async () => {
  const long = "All work and no play. ".repeat(5_000);
  script.when(/long answer/).says(long);
  const said = await say("long answer");
  expect(said.state).toBe("done");
  expect(said.reply).toBe(long.trim());
});

test("an answer that is cut off is kept, and says that it is not whole", async () => {
  script.when(/cut off/).says("The first half of", { cutOff: true });
  const said = await say("cut off");
  expect(said).toMatchObject({ state: "failed", failure: "cut-off" });
  expect(said.reply).toMatch(/^The first half of\n\nI could not finish: the model stopped in the middle/);
});

test("too many requests: the wait that was asked for is kept, then it goes on", async () => {
  script
    .when(/busy provider/)
    .fails(429, { retryAfterSeconds: 1 })
    .says("Made it.");
  const began = performance.now();
  expect(await say("busy provider")).toMatchObject({ state: "done", reply: "Made it." });
  expect(performance.now() - began).toBeGreaterThan(950);
});

test("faults of the provider that pass are waited out, and one that stays ends the Turn with one line", async () => {
  script
    .when(/passing faults/)
    .fails(500)
    .drops()
    .says("Back again.");
  expect(await say("passing faults")).toMatchObject({ state: "done", reply: "Back again." });
  script.when(/lasting fault/).fails(503);
  const said = await say("lasting fault");
  expect(said).toMatchObject({ state: "failed", failure: "unavailable" });
  expect(said.reply).toMatch(/^I could not finish: the model's provider cannot be reached/);
});

test("an answer that is none is asked for again, and ends the Turn when it stays so", async () => {
  script
    .when(/rambling/)
    .rambles()
    .says("Clear now.");
  expect(await say("rambling")).toMatchObject({ state: "done", reply: "Clear now." });
  script
    .when(/babbling/)
    .rambles()
    .rambles()
    .rambles();
  expect(await say("babbling")).toMatchObject({ state: "failed", failure: "nonsense" });
});

test("what was said before a failure is kept with it", async () => {
  script
    .when(/half done/)
    .callsAll([{ tool: "readOutput", input: { callId: "x" } }], { saying: "I looked at the first part: it is fine." })
    .fails(401);
  const said = await say("half done");
  expect(said).toMatchObject({ state: "failed", failure: "refused-key" });
  expect(said.reply).toMatch(/^I looked at the first part: it is fine\.\n\nI could not finish: /);
});

test("the same call over and over is told so, is not carried out again, and the Turn ends at its limit", async () => {
  const endless = script.when(/endless loop/);
  for (let step = 0; step < 70; step++) endless.calls("readOutput", { callId: "again" });
  const said = await say("endless loop");
  expect(said).toMatchObject({ state: "failed", failure: "too-many-calls" });
  expect(said.reply).toMatch(/^I could not finish: it took more steps than one piece of work may take/);
  const calls = await world.query<{ error: string; started: boolean }>(
    `select call.result ->> 'error' as error, call.started_at is not null as started from junior_tool_calls as call
     join junior_turns as turn on turn.id = call.turn_id where conversation_id = $1 order by step_number`,
    [said.conversationId],
  );
  expect(calls).toHaveLength(60);
  expect(calls.filter((call) => call.started)).toHaveLength(2);
  expect(calls.slice(2).every((call) => call.error.startsWith("Not done: you have done this already"))).toBe(true);
});

test("sixty calls in one answer are carried out, the ones over that are not, and the Turn says so", async () => {
  const calls = Array.from({ length: 65 }, (_, index) => ({ tool: "readOutput", input: { callId: `c${index}` } }));
  script
    .when(/many at once/)
    .callsAll(calls)
    .says("never asked");
  const said = await say("many at once");
  expect(said).toMatchObject({ state: "failed", failure: "too-many-calls" });
  const [counted] = await world.query(
    `select count(*) filter (where call.started_at is not null) as started,
       count(*) filter (where call.result ->> 'error' like 'Not done: one piece%') as denied
     from junior_tool_calls as call join junior_turns as turn on turn.id = call.turn_id where conversation_id = $1`,
    [said.conversationId],
  );
  expect(counted).toEqual({ started: 60, denied: 5 });
});
