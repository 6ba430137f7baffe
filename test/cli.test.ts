import type { Item, ItemList } from "junior-web/contract";
import { beforeAll, describe, expect, test } from "vitest";
import type { Check } from "../packages/junior/src/cli/program.ts";
import { findReadable } from "../packages/junior/src/desk/item-reader-store.ts";
import type { Person } from "../packages/junior/src/people/person.ts";
import { makeConversation, makeItem } from "./factories/item.ts";
import { short, useTerminals } from "./open-terminal.ts";
import type { Rooms } from "./open-rooms.ts";

const terminals = useTerminals();
const { start, run, ask } = terminals;
let rooms: Rooms;
let ana: Person;
let ben: Person;
let cai: Person;
beforeAll(() => {
  rooms = terminals.rooms();
  ({ ana, ben, cai } = terminals.people());
});

describe("bad usage", () => {
  test.each([
    [["desk", "answer", "0123456789ab"], /give an answer behind the id/],
    [["desk", "answer", "0123456789ab", "blue", "--text", "a"], /cannot be used with/],
    [["desk", "answer", "0123456789ab", "--text", "a", "--response", "{}"], /cannot be used with/],
    [["desk", "answer", "0123456789ab", "--text", "a", "--revision", "0"], /whole number/],
    [["desk", "list", "--open", "--closed"], /cannot be used with/],
    [["desk", "lst"], /Did you mean list\?/],
    [["chatt"], /Did you mean chat\?/],
    [["chatt", "--help"], /Did you mean chat\?/],
    [["desk", "lst", "--help"], /Did you mean list\?/],
    [["status"], /unknown command 'status'\n\(Did you mean doctor\?\)/],
    [["chat", "-m", " "], /empty/],
  ])("%j", async (args, reason) => {
    const { code, out, err } = await run(ana, ...args);
    expect(err).toMatch(reason);
    expect({ code, out }).toEqual({ code: 2, out: "" });
  });

  test("help is no fault and shows an example", async () => {
    for (const args of [["--help"], ["start", "--help"], ["chat", "--help"], ["desk", "answer", "--help"], ["doctor", "--help"]]) {
      const { code, out, err } = await run(ana, ...args);
      expect({ code, err }).toEqual({ code: null, err: "" });
      expect(out).toMatch(/Examples?:\n {2}\$ (PORT=4000 )?npx junior /);
      for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    }
  });
});

describe("desk answer", () => {
  test("a stranger learns nothing, a reader is told who may answer; neither changes anything", async () => {
    const { id } = await ask();
    expect(await run(ben, "desk", "answer", id, "--text", "mine")).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("that you may see"),
    });
    const shared = await makeConversation(rooms, ana, { visibility: "public" });
    const open = await makeItem(rooms, shared, { assignees: [ana] });
    const refused = await run(ben, "desk", "answer", open.id, "--text", "mine");
    expect(refused).toMatchObject({ code: 1, out: "", err: "Only @ana can answer this. Say it in the thread and they can see it.\n" });
    for (const item of [id, open.id]) expect((await findReadable(rooms.database, ana, item))?.closing).toBeNull();
  });

  test("an answer closes it once; the second is shown the first", async () => {
    const { id, conversationId } = await ask();
    const first = await run(ana, "desk", "answer", short(id), "--response", '{"answers":{"colour":"b"}}');
    expect(first).toMatchObject({ code: 0, err: "" });
    expect(first.out).toMatch(/^✔ Blue, @ana \d\d:\d\d · Junior is on it\n$/);
    const second = await run(ana, "desk", "answer", id, "--response", '{"answers":{"colour":"r"}}');
    expect(second.code).toBe(3);
    expect(second.err).toMatch(/^Already answered: @ana chose 'Blue' at \d\d:\d\d on the command line. Nothing was changed.\n$/);
    expect(second.out).toMatch(/^✔ Blue, @ana/);
    const rows = await rooms.query("select source, author_kind, state from junior_messages where conversation_id = $1 and item_id = $2", [
      conversationId,
      id,
    ]);
    expect(rows).toEqual([{ source: "cli", author_kind: "person", state: "waiting" }]);
  });

  test("what does not fit is refused with every fault", async () => {
    const { id } = await ask();
    const refused = await run(ana, "desk", "answer", id, "--response", '{"answers":{"colour":"pink","size":"big"}}');
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toMatch(/answers.colour is not one of the options/);
    expect(refused.err).toMatch(/answers.size is no question here/);
    expect(refused.err).toContain("To choose from:\n  answers.colour: b, r\n");
  });

  test("JSON that is none is bad usage, with an example for this question", async () => {
    const { id } = await ask();
    const refused = await run(ana, "desk", "answer", id, "--response", "{");
    expect(refused).toMatchObject({ code: 2, out: "", err: expect.stringContaining("not JSON") });
    expect(refused.err).toContain(`npx junior desk answer ${short(id)} --response '{"answers":{"colour":"b"}}'`);
    expect(await run(ana, "desk", "answer", "ffffffffffff", "blue")).toMatchObject({
      code: 1,
      err: expect.stringContaining("There is no"),
    });
  });

  test("an older version is refused and the current one shown", async () => {
    const { id, conversationId } = await ask({ dedupeKey: "shed" });
    await makeItem(rooms, conversationId, { assignees: [ana], dedupeKey: "shed", title: "Which colour, then?" });
    const refused = await run(ana, "desk", "answer", id, "--text", "blue", "--revision", "1");
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("The question changed") });
    expect(refused.out).toContain("@ana, your call: Which colour, then?");
    expect(await run(ana, "desk", "answer", id, "--text", "blue", "--revision", "2")).toMatchObject({ code: 0 });
  });

  test("own words answer; an ending that fits two is refused with both", async () => {
    const { id } = await ask();
    const answered = await run(ana, "desk", "answer", id, "--text", "neither, take red", "--json");
    expect(JSON.parse(answered.out)).toMatchObject({ id, state: "closed", answer: { text: "neither, take red" }, owed: true });
    const { conversationId } = await ask();
    const twins = ["11111111-1111-7111-8111-0000deadbeef", "22222222-2222-7222-8222-0000deadbeef"];
    for (const twin of twins) {
      const made = await makeItem(rooms, conversationId, { assignees: [ana], title: `twin ${twin[0]}` });
      await rooms.query(
        `with item as (insert into junior_review_items select (jsonb_populate_record(i, jsonb_build_object('id', $2::text, 'dedupe_key', $2::text))).*
           from junior_review_items i where id = $1 returning id)
         insert into junior_review_item_assignees select item.id, $3, 'you started this' from item`,
        [made.id, twin, ana.userId],
      );
    }
    const refused = await run(ana, "desk", "answer", "deadbeef", "--text", "x");
    expect(refused.code).toBe(1);
    for (const twin of twins) expect(refused.err).toContain(twin);
  });
});

describe("desk answer as in chat", () => {
  const single = (input: object) => ({ request: { kind: "decision", questions: [{ id: "q", label: "Which?", input }] } });
  const given = async (request: object, ...words: string[]) => {
    const { id } = await ask(request);
    const { code, err } = await run(ana, "desk", "answer", short(id), ...words);
    return { code, err, answer: (await findReadable(rooms.database, ana, id))?.closing?.answer ?? null };
  };
  const regions = single({ kind: "multiple-choice", options: ["North Sea", "Lake", "Pond"], max: 2 });
  const risky = single({ kind: "single-choice", options: ["Keep", { label: "Delete", confirm: true }] });

  test.each([
    [{}, ["blue"], { answers: { colour: "b" } }],
    [{}, ["2"], { answers: { colour: "r" } }],
    [regions, ["pond,", "north", "sea"], { answers: { q: ["north-sea", "pond"] } }],
    [single({ kind: "text" }), ["as", "you", "like"], { answers: { q: "as you like" } }],
    [{ request: { kind: "task" } }, ["done"], { confirmed: true }],
    [risky, ["delete", "--yes"], { answers: { q: "delete" } }],
  ])("%j %j", async (request, words, response) => {
    expect(await given(request, ...words)).toEqual({ code: 0, err: "", answer: { response } });
  });

  test.each([
    [{}, ["pink"], 1, /pink is no answer to this[^]*1 {2}Blue\n {2}2 {2}Red[^]*npx junior desk answer \w{8} Blue\n/],
    [regions, ["1,2,3"], 1, /Choose 2 at most\.[^]*Choose 1 to 2\.\n {2}1 {2}North Sea[^]*npx junior desk answer \w{8} 1\n/],
    [risky, ["2"], 1, /“Delete” for sure\? Nothing was recorded: add --yes/],
    [{ request: { kind: "task" } }, ["yes"], 1, /Type done when it is done[^]*npx junior desk answer \w{8} done\n/],
    [{}, [">why?"], 1, /for chat/],
    [
      {
        request: {
          kind: "decision",
          questions: [
            { id: "it's", label: "Name?", input: { kind: "text" } },
            { id: "where", label: "Where?", input: { kind: "multiple-choice", options: ["Lake", "Pond"], min: 2 } },
          ],
        },
      },
      ["lake"],
      2,
      /asks 2 questions[^]*--response '\{"answers":\{"it'\\''s":"…","where":\["lake","pond"\]\}\}'/,
    ],
  ])("refused, with what would do: %j %j", async (request, words, code, reason) => {
    expect(await given(request, ...words)).toEqual({ code, err: expect.stringMatching(reason), answer: null });
  });

  test("a stranger's words and words for an ended question are not read", async () => {
    const { id } = await ask();
    expect(await run(ben, "desk", "answer", id, "pink")).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("that you may see"),
    });
    await run(ana, "desk", "answer", id, "red");
    expect(await run(ana, "desk", "answer", id, "pink")).toMatchObject({ code: 3, out: expect.stringContaining("✔ Red, @ana") });
  });
});

describe("desk list and read", () => {
  test("show what this person may see, in 80 columns, without anything that a terminal obeys", async () => {
    const hostile = "Paint \u001b[2J\u001b]0;owned\u0007it\u009b31m now ".padEnd(150, "and again ").slice(0, 150);
    const { id } = await ask({ title: hostile, body: "Look:\u001b[31m\n\nred" }, cai);
    const { out, raw, code } = await run(cai, "desk", "list", "--mine");
    expect(code).toBe(0);
    expect(out).toContain(short(id));
    expect(raw).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    const read = await run(cai, "desk", "read", short(id));
    expect(read.raw).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(read.out).toContain("  1  Blue\n  2  Red");
    expect(read.out).toContain(`npx junior desk answer ${short(id)} --response '{"answers":{"colour":"b"}}'`);
    expect((await run(ben, "desk", "list", "--all")).out).not.toContain(short(id));
    expect(await run(ben, "desk", "read", id)).toMatchObject({ code: 1, out: "" });
  });

  test("--json gives the contract's shapes; --closed and --owed follow the answer", async () => {
    const { id, conversationId } = await ask({}, cai);
    const list = async (...flags: string[]): Promise<Item[]> =>
      (JSON.parse((await run(cai, "desk", "list", "--json", "--conversation", conversationId, ...flags)).out) as ItemList).items;
    expect(await list()).toMatchObject([{ id, state: "open", abilities: { answer: true }, askedBy: { name: "Junior" } }]);
    expect(await list("--closed")).toEqual([]);
    await run(cai, "desk", "answer", id, "--response", '{"answers":{"colour":"r"}}');
    expect(await list()).toEqual([]);
    expect(await list("--owed")).toMatchObject([{ id, owed: true, closedBy: { name: "cai", surface: "cli" } }]);
    expect(await list("--closed", "--mine")).toHaveLength(1);
    expect((await run(cai, "desk", "list", "--closed")).out).toMatch(/✔ Red, @cai .*Junior is on it/);
  });

  test("an empty desk says so", async () => {
    const eve = await rooms.person("eve");
    expect((await run(eve, "desk", "list", "--mine")).out).toBe("Nothing waits on you.\n");
    expect((await run(eve, "desk", "list", "--owed")).out).toBe("Every answer has been acted on.\n");
  });
});

test("doctor says what to mend and fails when something is broken", async () => {
  const checks: Check[] = [
    { name: "Database", ok: true, detail: "its own PostgreSQL", mend: null },
    { name: "Slack", ok: false, detail: "the token was refused", mend: "copy it again from the app's page" },
  ];
  const broken = await start(ana, ["doctor"], { checks }).ended;
  expect(broken).toMatchObject({
    code: 1,
    out: "✔ Database  its own PostgreSQL\n✘ Slack     the token was refused\n            → copy it again from the app's page\n",
  });
  expect(JSON.parse((await start(ana, ["doctor", "--json"], { checks: checks.slice(0, 1) }).ended).out)).toEqual({
    ok: true,
    checks: checks.slice(0, 1),
  });
  expect((await run(ana, "migrate")).out).toBe("The database is up to date.\n");
});
