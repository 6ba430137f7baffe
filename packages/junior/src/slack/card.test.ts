import fc from "fast-check";
import { expect, test } from "vitest";
import { validateBlocks } from "../../../../test/fakes/slack/validate-blocks.ts";
import { type Option, type Request, parseRequest } from "../desk/request.ts";
import type { ReviewItem } from "../desk/review-item.ts";
import { drawCard } from "./card.ts";
import { type CardInput, plainCardText } from "./card-text.ts";

const id = "0193a5a0-0000-7000-8000-000000000001";
const at = new Date("2030-05-01T12:02:00Z");

const item: ReviewItem = {
  id,
  kind: "action",
  dedupeKey: "k",
  revision: 1,
  title: "Colour of the button",
  ask: "Pick one.",
  body: null,
  link: null,
  request: { kind: "task" },
  conversationId: id,
  turnId: null,
  turnTreeId: null,
  actorIdentityId: null,
  automationId: null,
  plugin: null,
  askedByUserId: "ben",
  neededBy: null,
  visibility: "public",
  createdAt: at,
  updatedAt: at,
  assignees: [{ userId: "ana", name: "ana", because: "you started this" }],
  closing: null,
};
const names = new Map([
  ["ana", "<@U0ANA>"],
  ["ben", "<@U0BEN>"],
  ["cai", "<@U0CAI>"],
]);
const input = (change: Partial<ReviewItem>): CardInput => ({
  item: { ...item, ...change },
  names,
  place: "<#C0P>",
  timeZone: "Europe/Zurich",
  publicUrl: "https://junior.example",
});
const decision = (...questions: unknown[]): Request => {
  const parsed = parseRequest({ kind: "decision", questions });
  if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
  return parsed.request;
};
const single = (options: unknown[], more = {}) =>
  decision({ id: "q", label: "Which?", input: { kind: "single-choice", options }, ...more });
const draw = (change: Partial<ReviewItem>) => drawCard(input(change));
const elements = (change: Partial<ReviewItem>) =>
  draw(change).blocks.flatMap((block): { type: string }[] =>
    block.type === "actions" ? block.elements : block.type === "input" ? [block.element] : [],
  );

test("a task has one button that says Done", () => {
  expect(elements({})).toMatchObject([{ type: "button", text: { text: "Done" }, style: "primary", action_id: `answer:${id}:1:done` }]);
});

test("the head names the assignee, what is asked, for whom, why and when", () => {
  const { blocks, text } = draw({ request: single(["Blue", "Red"]) });
  expect(blocks[0]).toMatchObject({ text: { text: "*<@U0ANA>, your call: Colour of the button*" } });
  expect(blocks[1]).toMatchObject({ text: { text: "Pick one." } });
  const facts = JSON.stringify(blocks[2]);
  expect(facts).toContain("For <@U0BEN> in <#C0P> · you, because you started this · <!date^1903867320^{date_short_pretty} {time}|14:02>");
  expect(facts).toContain(`<https://junior.example/questions/${id}|Open on the desk>`);
  expect(text).toBe("<@U0ANA>, your call: Colour of the button\nPick one.");
});

test("several assignees each have their reason, and the first answer counts", () => {
  const assignees = [...item.assignees, { userId: "cai", name: "cai", because: "the automation names you" }];
  expect(JSON.stringify(draw({ assignees }).blocks)).toContain(
    "<@U0ANA>, because you started this; <@U0CAI>, because the automation names you · the first answer counts",
  );
});

test("up to five short options are buttons, the recommended first and primary, a careful one asks once more", () => {
  const buttons = elements({ request: single(["Blue", { label: "Red", recommended: true }, { label: "Drop", confirm: true }]) });
  expect(buttons).toMatchObject([
    { text: { text: "Red" }, style: "primary", action_id: `answer:${id}:1:0` },
    { text: { text: "Blue" } },
    { text: { text: "Drop" }, confirm: { text: { text: "Drop" } } },
  ]);
  expect(buttons[1]).not.toHaveProperty("confirm");
  expect(buttons[1]).not.toHaveProperty("style");
});

test.each([
  ["a sixth option", single(["a", "b", "c", "d", "e", "f"]), "radio_buttons"],
  ["a label of 25 characters", single(["x".repeat(25), "b"]), "radio_buttons"],
  ["a description", single([{ label: "a", description: "why" }, "b"]), "radio_buttons"],
  ["a choice that may be left out", single(["a", "b"], { required: false }), "radio_buttons"],
  ["more than ten options", single(Array.from({ length: 11 }, (_, index) => `o${index}`)), "static_select"],
  ["a text", decision({ label: "Say", input: { kind: "text" } }), "plain_text_input"],
  [
    "several choices",
    decision({ label: "Where", input: { kind: "multiple-choice", options: ["EU", "US"], max: 1 } }),
    "multi_static_select",
  ],
])("%s needs an input and a Send button", (_, request, type) => {
  expect(elements({ request })).toMatchObject([{ type }, { type: "button", text: { text: "Send" }, action_id: `answer:${id}:1:send` }]);
});

test("no control carries content: ids, revision and places only", () => {
  const request = decision({
    id: "secret-question",
    label: "L",
    input: { kind: "single-choice", options: Array.from({ length: 7 }, (_, index) => ({ id: `secret-${index}`, label: `o${index}` })) },
  });
  expect(JSON.stringify(draw({ request }).blocks)).not.toContain("secret");
});

test("a notice and a closed item have no controls", () => {
  expect(elements({ kind: "notice", request: null })).toEqual([]);
  const closing = {
    at,
    how: "answered",
    byUserId: "ana",
    byName: "ana",
    surface: "web",
    answer: { response: { answers: { q: "blue" } } },
    outcome: null,
    outcomeWeak: false,
  } as const;
  const closed = { request: single(["Blue", "Red"]), closing };
  expect(elements(closed)).toEqual([]);
  expect(JSON.stringify(draw(closed).blocks.at(-1))).toContain(
    "✔ Blue, <@U0ANA> <!date^1903867320^{date_short_pretty} {time}|14:02> · Junior is on it",
  );
  const done = draw({ ...closed, closing: { ...closing, outcome: "painted <it> blue" } });
  expect(JSON.stringify(done.blocks.at(-1))).toContain("→ painted &lt;it&gt; blue");
  expect(JSON.stringify(done.blocks)).not.toContain("Junior is on it");
});

test("no text of an item pings anybody or becomes markup", () => {
  const evil = "<!channel> @here <https://evil.example|click> & <@U0CAI>";
  const { blocks, text } = draw({ title: evil, ask: evil, body: evil, request: single([evil, "b"], { label: evil }) });
  const shown = JSON.stringify(blocks.filter((block) => block.type !== "actions" && block.type !== "input"));
  expect(shown).not.toContain("<!channel>");
  expect(shown).not.toContain("@here");
  expect(text).not.toMatch(/<!channel>|<https:|<@U0CAI>/);
});

test("a body over the room is shortened with its fence closed, and says so", () => {
  const body = "```sql\n" + "select 1;\n".repeat(790) + "```";
  const questions = Array.from({ length: 20 }, (_, index) => ({ label: `${index} ${"q".repeat(296)}`, input: { kind: "text" } }));
  const markdown = draw({ body, request: decision(...questions) }).blocks.find((block) => block.type === "markdown");
  expect(markdown?.text).toMatch(/\n```\n\n_This text is shortened here/);
});

test("where blocks are refused the plain words still hold the question and its options", () => {
  const plain = plainCardText(input({ request: single(["Blue", "Red"]) }));
  expect(plain).toContain("Pick one.");
  expect(plain).toContain("• Blue\n• Red");
  expect(plain).toContain(`https://junior.example/questions/${id}`);
});

const words = (maxLength: number) =>
  fc
    .string({
      unit: fc.oneof(
        fc.constantFrom(..."ab &<>*_`~\n\"'@!#|"),
        fc.constantFrom("😀", "é", "\u0000", "\ud800", "𝒳"),
        fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
      ),
      minLength: 1,
      maxLength,
    })
    .filter((text) => text.trim() !== "")
    .map((text) => [...text].slice(0, maxLength).join(""));
const option = fc.record(
  { label: words(75), description: words(300), recommended: fc.constant(false), confirm: fc.boolean() },
  { requiredKeys: ["label"] },
);
const options = fc.oneof(
  { weight: 3, arbitrary: fc.array(option, { minLength: 2, maxLength: 6 }) },
  fc.array(option, { minLength: 90, maxLength: 100 }),
);
const question = fc.record({
  label: fc.oneof(words(300), fc.constant("<".repeat(300))),
  required: fc.boolean(),
  input: fc.oneof(
    fc.record({ kind: fc.constant("text"), multiline: fc.boolean() }),
    fc.record({ kind: fc.constantFrom("single-choice", "multiple-choice"), options }),
  ),
});
const request = fc.oneof(
  fc.constant<Request | null>({ kind: "task" }),
  fc.array(question, { minLength: 1, maxLength: 20 }).map((questions) => {
    const parsed = parseRequest({ kind: "decision", questions });
    return "request" in parsed ? parsed.request : null;
  }),
);
const answered = fc.oneof(fc.constant(null), fc.record({ text: fc.oneof(words(500), fc.constant("&".repeat(8_000))) }));
const generated = fc.record({
  title: fc.oneof(words(150), fc.constant("&".repeat(150))),
  ask: fc.oneof(words(300), fc.constant("<".repeat(300))),
  body: fc.oneof(fc.constant(null), words(400), fc.constant("😀".repeat(8_000)), fc.constant("```\n" + "x\n".repeat(3_990))),
  link: fc.oneof(fc.constant(null), fc.webUrl(), words(100)),
  request,
  assignees: fc.array(fc.record({ userId: fc.constantFrom("ana", "cai", "unknown"), name: words(20), because: words(200) }), {
    maxLength: 30,
  }),
  closing: fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    fc.record({
      at: fc.constant(at),
      how: fc.constantFrom("answered" as const, "dismissed" as const, "source" as const),
      byUserId: fc.constantFrom("ana", null),
      byName: fc.constant("ana"),
      surface: fc.constant("web" as const),
      answer: answered,
      outcome: fc.oneof(fc.constant(null), words(2_000)),
      outcomeWeak: fc.boolean(),
    }),
  ),
});

test("Slack would refuse none of the cards that the desk can make", () => {
  fc.assert(
    fc.property(generated, (change) => {
      const card = input({ ...change, kind: change.request ? "action" : "notice" });
      const { blocks, text } = drawCard(card);
      expect(validateBlocks(JSON.parse(JSON.stringify(blocks)))).toEqual([]);
      expect([...text].length).toBeLessThan(4_000);
      expect(text.isWellFormed()).toBe(true);
      expect([...plainCardText(card)].length).toBeLessThanOrEqual(4_000);
    }),
    { numRuns: 1_000 },
  );
}, 60_000);

test("option labels of every kind keep their place", () => {
  const labels: Option[] = Array.from({ length: 100 }, (_, index) => ({ id: `id-${index}`, label: `${index}` }));
  const [select] = elements({ request: single(labels) });
  expect(select).toMatchObject({
    type: "static_select",
    options: expect.arrayContaining([expect.objectContaining({ value: "99", text: { type: "plain_text", text: "99" } })]),
  });
});
