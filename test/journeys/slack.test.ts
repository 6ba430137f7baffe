import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SlackWorld, channel, labelsOf, openSlackWorld, wordsOf } from "../slack-world.ts";
import { assertAllStopped } from "../start-junior.ts";
import { waitFor } from "../wait-for.ts";

let world: SlackWorld;
beforeAll(async () => {
  world = await openSlackWorld();
});
afterAll(async () => {
  await world.close();
  await assertAllStopped();
});

const colours = {
  title: "Pick a colour",
  ask: "Choose the colour of the button.",
  request: {
    kind: "decision",
    questions: [
      { label: "Which colour?", input: { kind: "single-choice", options: [{ label: "Green" }, { label: "Blue", recommended: true }] } },
    ],
  },
};

let count = 0;
/** ana asks for a colour in a new thread; answers with the thread and the card. */
async function asked(script: (word: string) => void = () => undefined) {
  const word = `colour-${++count}`;
  world.model.when(new RegExp(word)).calls("addReviewItem", colours).saysNothing();
  world.model
    .when((request) => request.text.includes("Answer to") && JSON.stringify(request.messages).includes(word))
    .says(`Painted it as you chose, ${word}.`);
  script(word);
  const thread = await world.mention(`paint it, ${word}`);
  return { word, thread };
}
const card = (thread: string) => world.post(thread, "your call: Pick a colour");
const click = (user: string, ts: string, text: string) => world.slack.click({ user, channel, messageTs: ts, text });
const rows = (thread: string) =>
  world.database.query<{ closed_how: string | null; outcome: string | null }>(
    `select item.closed_how, item.outcome from junior_review_items item join junior_conversations conversation on conversation.id = item.conversation_id
     where conversation.location_thread = $1`,
    [thread],
  );

test("mention, card, a stranger refused, the assignee's click, the card redrawn, and the work goes on", async () => {
  const { word, thread } = await asked();
  const posted = await card(thread);
  expect(labelsOf(posted).slice(0, 2)).toEqual(["Blue", "Green"]);
  expect(wordsOf(posted)).toContain("<@U0ANA>");

  expect((await click("U0EVE", posted.ts, "Green")).status).toBe(200);
  const refusal = await waitFor(
    "the refusal",
    () => world.slack.ephemerals("U0EVE"),
    (all) => all.at(-1),
  );
  expect(refusal.text).toBe("Only <@U0ANA> can answer this. Say it in the thread and they can see it.");
  expect(await rows(thread)).toEqual([{ closed_how: null, outcome: null }]);

  expect((await click("U0ANA", posted.ts, "Blue")).status).toBe(200);
  const [reply] = await Promise.all([world.post(thread, `Painted it as you chose, ${word}.`), world.post(thread, "✔ Blue")]);
  expect(reply.threadTs).toBe(thread);
  const settled = await waitFor(
    "the outcome on the card",
    () => world.posts(thread)[0],
    (message) => wordsOf(message as never).includes("→ from the reply: Painted") && message,
  );
  expect(settled.ts).toBe(posted.ts);
  expect(labelsOf(settled)).toEqual([]);
  await expect.poll(() => world.posts(thread).length).toBe(2);
  expect(await rows(thread)).toEqual([{ closed_how: "answered", outcome: `from the reply: Painted it as you chose, ${word}.` }]);
});

test("two clicks at once have one outcome, and the second person who may answer is told", async () => {
  const { thread } = await asked();
  const posted = await card(thread);
  const answers = await Promise.all([click("U0ANA", posted.ts, "Blue"), click("U0ANA", posted.ts, "Green")]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
  const told = await waitFor(
    "the loser's line",
    () => world.slack.ephemerals("U0ANA"),
    (all) => all.find((line) => line.text.startsWith("Already answered:")),
  );
  expect(told.text).toMatch(/^Already answered: .+ chose '(Blue|Green)' at .+ in Slack\. Nothing was changed\.$/);
  const [row] = await world.database.query<{ count: number }>(
    "select count(*)::int from junior_messages m join junior_conversations c on c.id = m.conversation_id where c.location_thread = $1 and m.item_id is not null",
    [thread],
  );
  expect(row?.count).toBe(1);
});

test("both copies of a mention, in either order, and every retry are one message and one reply", async () => {
  world.model.when(/count me/).says("Once.");
  for (const order of ["message-first", "mention-first"] as const) {
    const { ts } = await world.slack.say({ user: "U0ANA", channel, text: `<@${world.slack.botUserId}> count me`, order });
    await world.post(ts, "Once.");
    for (const attempt of world.slack.attempts().slice(-2)) await world.slack.sendEvent(attempt.envelope, { retryNum: 1 });
    expect(await world.database.query("select 1 from junior_messages where external_key like $1", [`slack:%:${ts}`])).toHaveLength(1);
    expect(world.posts(ts)).toHaveLength(1);
  }
  const lost = await world.slack.say({ user: "U0ANA", channel, text: `<@${world.slack.botUserId}> count me`, lostAttempts: 1 });
  await world.post(lost.ts, "Once.");
});

test("a reply in a thread where only one person talks is for Junior; talk between others is not", async () => {
  world.model.when(/start here/).says("Started.");
  world.model.when(/and more/).says("More.");
  const thread = await world.mention("start here");
  await world.post(thread, "Started.");
  await world.slack.say({ user: "U0ANA", channel, text: "and more", threadTs: thread });
  await world.post(thread, "More.");
  const { ts } = await world.slack.say({ user: "U0BEN", channel, text: "lunch, ana?", threadTs: thread });
  await waitFor(
    "the decision",
    () => world.database.query("select state from junior_messages where external_key like $1", [`%${ts}`]),
    (found) => found[0]?.["state"] === "seen",
  );
  expect(world.posts(thread)).toHaveLength(2);
});

describe("whatever dies in between", () => {
  test("killed after the event was acknowledged: the card comes after the restart, once", async () => {
    const { thread } = await asked();
    await world.junior.kill();
    await world.restart();
    const posted = await card(thread);
    await click("U0ANA", posted.ts, "Blue");
    await world.post(thread, "✔ Blue");
    expect(world.posts(thread).filter((message) => wordsOf(message).includes("Pick a colour"))).toHaveLength(1);
  });

  test("killed while the card was being posted and its answer was lost: one card", async () => {
    world.slack.failNext({ method: "chat.postMessage", how: "hang" });
    world.slack.failNext({ method: "chat.postMessage", how: "drop-after" });
    const { thread } = await asked();
    await world.slack.waitFor(
      () => world.slack.calls("chat.postMessage").some((call) => JSON.stringify(call).includes(thread)),
      "the attempt to post",
    );
    await world.junior.kill();
    await world.restart();
    await card(thread);
    await waitFor(
      "the delivery's end",
      () => world.database.query("select 1 from junior_deliveries where posted_id is null and parked_code is null"),
      (left) => left.length === 0,
      20_000,
    );
    expect(world.posts(thread).filter((message) => wordsOf(message).includes("Pick a colour"))).toHaveLength(1);
  });

  test("killed after the click's commit: the card is redrawn and the work goes on; a click after that is told", async () => {
    const { word, thread } = await asked();
    const posted = await card(thread);
    expect((await click("U0ANA", posted.ts, "Green")).status).toBe(200);
    await world.junior.kill();
    const stale = await click("U0ANA", posted.ts, "Blue").catch(() => null);
    expect(stale?.status ?? 0).not.toBe(200);
    await world.restart();
    await Promise.all([world.post(thread, "✔ Green"), world.post(thread, `Painted it as you chose, ${word}.`)]);
    expect(await rows(thread)).toMatchObject([{ closed_how: "answered" }]);
  });
});

describe("a model that fails", () => {
  test.each([
    ["nothing, twice", (script: ReturnType<SlackWorld["model"]["when"]>) => script.saysNothing(), "the model gave no answer"],
    ["an error that passes not", (script: ReturnType<SlackWorld["model"]["when"]>) => script.fails(401), "does not accept the key"],
    ["no JSON", (script: ReturnType<SlackWorld["model"]["when"]>) => script.rambles(), "answered something that is no answer"],
  ])("%s: the Turn ends and says so", async (name, failing, said) => {
    const word = `fails ${name.length}`;
    failing(world.model.when(new RegExp(word)));
    const thread = await world.mention(word);
    const reply = await world.post(thread, "I could not finish");
    expect(wordsOf(reply)).toContain(said);
  });

  test("what it says beside a question is said, also when it then falls silent", async () => {
    world.model
      .when(/beside/)
      .callsAll([{ tool: "addReviewItem", input: colours }], { saying: "The rest is deployed." })
      .saysNothing();
    const thread = await world.mention("say it beside the question");
    await world.post(thread, "The rest is deployed.");
    expect(labelsOf(await card(thread)).slice(0, 2)).toEqual(["Blue", "Green"]);
  });

  test("300 calls in one answer: sixty are made, the rest is refused, and it says so once", async () => {
    const calls = Array.from({ length: 300 }, (_, index) => ({
      tool: "addReviewItem",
      input: { ...colours, title: `Colour ${index}`, dedupeKey: `${index}` },
    }));
    world.model
      .when(/very many/)
      .callsAll(calls)
      .says("That was much.");
    const thread = await world.mention("ask very many");
    const reply = await world.post(thread, "it took more steps than one piece of work may take");
    expect(wordsOf(reply)).toContain("asked (60 times)");
    expect(await rows(thread)).toHaveLength(60);
  });

  test("somebody else's Turn that asks the same changes neither who is asked nor whom the answer wakes", async () => {
    const deploy = { ...colours, dedupeKey: "deploy" };
    world.model
      .when(/ask ana/)
      .calls("addReviewItem", deploy)
      .saysNothing();
    world.model
      .when(/again, by ben/)
      .calls("addReviewItem", { ...deploy, ask: "Choose soon." })
      .calls("addReviewItem", { kind: "notice", title: "t", ask: "Look.", dedupeKey: "deploy" })
      .says("It is asked.");
    const thread = await world.mention("ask ana");
    await card(thread);
    await world.slack.say({ user: "U0BEN", channel, text: `<@${world.slack.botUserId}> again, by ben`, threadTs: thread });
    await world.post(thread, "It is asked.");
    const posted = await world.post(thread, "Choose soon.");
    expect(wordsOf(posted)).toContain("<@U0ANA>, your call");
    expect(JSON.stringify(world.model.requests().at(-1)?.results)).toContain("it belongs to an open action");
    await click("U0BEN", posted.ts, "Blue");
    await waitFor(
      "the refusal",
      () => world.slack.ephemerals("U0BEN"),
      (all) => all.at(-1)?.text.startsWith("Only <@U0ANA> can answer this."),
    );
    world.model.when(/Answer to/).says("Blue.");
    await click("U0ANA", posted.ts, "Blue");
    await world.post(thread, "→ from the reply: Blue.");
    const actors = await world.database.query(
      "select distinct i.subject from junior_messages m join junior_turns t on t.id = m.turn_id join junior_identities i on i.id = t.actor_identity_id where m.item_id is not null and m.conversation_id = (select id from junior_conversations where location_thread = $1)",
      [thread],
    );
    expect(actors).toEqual([{ subject: "U0ANA" }]);
  });

  test("an unknown tool and wrong input are told to the model, which goes on", async () => {
    world.model
      .when(/wrong tools/)
      .calls("launchRocket", { to: "moon" })
      .calls("addReviewItem", { title: 3 })
      .says("I do without it.");
    const thread = await world.mention("wrong tools");
    await world.post(thread, "I do without it.");
    const results =
      world.model
        .requests()
        .at(-1)
        ?.results.map((result) => JSON.stringify(result)) ?? [];
    expect(results[0]).toContain("There is no tool");
    expect(results[1]).toContain("title");
  });
});
