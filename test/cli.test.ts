import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import type { Item, ItemList, Message } from "junior-web/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWork } from "../packages/junior/src/app/open-work.ts";
import type { Check, CliHouse } from "../packages/junior/src/cli/program.ts";
import { buildProgram } from "../packages/junior/src/cli/program.ts";
import { type Changes, openChanges } from "../packages/junior/src/db/changes.ts";
import { closeItem } from "../packages/junior/src/desk/close-item.ts";
import { findReadable, listItems } from "../packages/junior/src/desk/item-reader-store.ts";
import { rehearsalModel } from "../packages/junior/src/model/rehearsal-model.ts";
import type { Person } from "../packages/junior/src/people/person.ts";
import { makeConversation, makeItem } from "./factories/item.ts";
import { type Rooms, openRooms, silentLog } from "./open-rooms.ts";
import { waitFor } from "./wait-for.ts";

let rooms: Rooms;
let changes: Changes;
let ana: Person;
let ben: Person;
let cai: Person;

beforeAll(async () => {
  rooms = await openRooms();
  changes = await openChanges({ ...rooms, log: silentLog });
  [ana, ben, cai] = await Promise.all([rooms.person("ana"), rooms.person("ben"), rooms.person("cai")]);
});
afterAll(async () => {
  await changes.close();
  await rooms.close();
});

/** A terminal or pipe of our own, as the program sees one. */
function openStreams(tty: boolean) {
  const written = { out: "", err: "" };
  const stream = (onText?: (text: string) => void) => {
    const through = Object.assign(new PassThrough(), tty ? { isTTY: true, columns: 80, setRawMode: () => through } : {});
    if (onText) through.setEncoding("utf8").on("data", onText);
    return through as never;
  };
  const stdin = stream() as PassThrough;
  return {
    stdin,
    written,
    deps: { stdin: stdin as never, stdout: stream((text) => (written.out += text)), stderr: stream((text) => (written.err += text)) },
  };
}

function start(person: Person, args: string[], options: { tty?: boolean; checks?: Check[]; working?: boolean } = {}) {
  const { stdin, written, deps } = openStreams(options.tty ?? false);
  const interrupt = new AbortController();
  let code: number | null = null;
  let opened = 0;
  const workOn: CliHouse["workOn"] = async (conversationId) => {
    if (options.working === false) return async () => {};
    const worker = await openWork(rooms, { model: rehearsalModel, log: silentLog, only: conversationId });
    const unsubscribe = changes.subscribe((batch) => {
      if (batch.some((change) => change.conversationId === conversationId)) void worker.wake(conversationId);
    });
    await worker.wake(conversationId);
    return () => {
      unsubscribe();
      return worker.close();
    };
  };
  const program = buildProgram({
    ...deps,
    version: "1.2.3",
    async open() {
      opened++;
      return { ...rooms, changes, person, workOn, model: rehearsalModel, publicUrl: null, close: async () => void opened-- };
    },
    start: async () => void (written.out += "started"),
    migrate: async () => [],
    doctor: async () => options.checks ?? [],
    setExitCode: (given) => (code = given),
    interrupted: interrupt.signal,
  });
  const ended = program.parseAsync(["node", "junior", ...args]).then(async () => {
    await new Promise(setImmediate); // the last write arrives
    expect(opened).toBe(0);
    return { code, out: plain(written.out), err: plain(written.err), raw: written.out };
  });
  return { stdin, ended, interrupt, out: () => plain(written.out) };
}

const plain = (text: string) => stripVTControlCharacters(text).replaceAll("\r", "");
const run = (person: Person, ...args: string[]) => start(person, args).ended;
const short = (id: string) => id.slice(-8);

async function ask(given: Partial<Parameters<typeof makeItem>[2]> = {}, author = ana) {
  const conversationId = await makeConversation(rooms, author);
  return { conversationId, ...(await makeItem(rooms, conversationId, { assignees: [author], ...given })) };
}

describe("bad usage", () => {
  test.each([
    [["desk", "answer", "0123456789ab"], /give --response or --text/],
    [["desk", "answer", "0123456789ab", "--response", "{"], /not JSON/],
    [["desk", "answer", "0123456789ab", "--text", "a", "--response", "{}"], /cannot be used with/],
    [["desk", "answer", "0123456789ab", "--text", "a", "--revision", "0"], /whole number/],
    [["desk", "list", "--open", "--closed"], /cannot be used with/],
    [["desk", "lst"], /Did you mean list\?/],
    [["chatt"], /Did you mean chat\?/],
    [["chat", "-m", " "], /empty/],
  ])("%j", async (args, reason) => {
    const { code, out, err } = await run(ana, ...args);
    expect(err).toMatch(reason);
    expect({ code, out }).toEqual({ code: 2, out: "" });
  });

  test("help is no fault and shows an example", async () => {
    for (const args of [["--help"], ["chat", "--help"], ["desk", "answer", "--help"], ["doctor", "--help"]]) {
      const { code, out, err } = await run(ana, ...args);
      expect({ code, err }).toEqual({ code: null, err: "" });
      expect(out).toMatch(/Examples?:\n {2}\$ junior/);
      for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    }
  });
});

describe("desk answer", () => {
  test("a stranger learns nothing, a reader is told who may answer; neither changes anything", async () => {
    const { id } = await ask();
    expect(await run(ben, "desk", "answer", id, "--text", "mine")).toMatchObject({ code: 1, out: "", err: expect.stringContaining("that you may see") });
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
    const rows = await rooms.query("select source, author_kind, state from junior_messages where conversation_id = $1 and item_id = $2", [conversationId, id]);
    expect(rows).toEqual([{ source: "cli", author_kind: "person", state: "waiting" }]);
  });

  test("what does not fit is refused with every fault", async () => {
    const { id } = await ask();
    const refused = await run(ana, "desk", "answer", id, "--response", '{"answers":{"colour":"pink","size":"big"}}');
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toMatch(/answers.colour is not one of the options/);
    expect(refused.err).toMatch(/answers.size is no question here/);
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
    expect(read.out).toContain(`junior desk answer ${short(id)} --response '{"answers":{"colour":"b"}}'`);
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

describe("chat", () => {
  test("-m prints the reply of that message's work", async () => {
    const { code, out, err } = await run(ana, "chat", "-m", "Say hello");
    expect({ code, out }).toEqual({ code: 0, out: "Hello! I am Junior. I am only rehearsing, but the questions I put on the desk are real.\n" });
    expect(err).toMatch(/^Go on with: junior chat --conversation [0-9a-f]{8}\n$/);
  });

  test("-m that ends with an ask says how to answer it; the conversation goes on by its short id", async () => {
    const asked = await run(ana, "chat", "-m", "Ask me to choose a colour", "--json");
    expect(asked.code).toBe(4);
    const { conversationId, messages, items } = JSON.parse(asked.out) as { conversationId: string; messages: Message[]; items: Item[] };
    expect(messages[0]).toMatchObject({ author: { kind: "person", name: "ana", you: true }, source: "cli", text: "Ask me to choose a colour" });
    expect(items).toMatchObject([{ title: "Pick a colour", state: "open" }]);
    const again = await run(ana, "chat", "-m", "Say hello", "--conversation", short(conversationId));
    expect(again.code).toBe(4);
    expect(again.out).toMatch(/^Hello![^\n]+\n\n@ana, your call: Pick a colour/);
    expect(again.out).toContain("Answer it with:");
    expect(await run(ben, "chat", "-m", "Say hello", "--conversation", conversationId)).toMatchObject({ code: 1, out: "" });
  });

  test("a pipe: each line is a message, also where an ask is open", async () => {
    const chat = start(ana, ["chat"]);
    chat.stdin.end("Say hello\n\nAsk me to choose a colour\n1\n");
    const { code, out, err } = await chat.ended;
    expect(code).toBe(4);
    expect(out).toMatch(/^Hello!/);
    const conversation = err.match(/[0-9a-f]{8}/)?.[0];
    const texts = await rooms.query<{ text: string }>(
      "select text from junior_messages where author_kind = 'person' and right(conversation_id::text, 8) = $1 order by sequence",
      [conversation],
    );
    expect(texts.map(({ text }) => text)).toEqual(["Say hello", "Ask me to choose a colour", "1"]);
  });

  test("an interrupted -m leaves cleanly and says how to go on", async () => {
    const chat = start(ana, ["chat", "-m", "Say hello"], { working: false });
    setTimeout(() => chat.interrupt.abort(), 200);
    expect(await chat.ended).toMatchObject({ code: 130, out: "", err: expect.stringMatching(/^Go on with/) });
  });

  test("at a terminal an ask is answered where it appears, and its work goes on", async () => {
    const chat = start(ana, ["chat"], { tty: true });
    await waitFor("the prompt", chat.out, (out) => out.includes("you › "));
    chat.stdin.write("Ask me a form\n");
    await waitFor("the ask", chat.out, (out) => out.includes("[1–2 · =own words · >message] › "));
    expect(chat.out()).toContain("@ana, your call: Plan the release");
    expect(chat.out()).toContain("1  Tuesday (recommended)");
    chat.stdin.write("thursday?\n");
    await waitFor("a hint", chat.out, (out) => out.includes("Type a number from 1 to 2"));
    chat.stdin.write("2\n");
    await waitFor("the second question", chat.out, (out) => out.includes("[numbers like 1,2 ·"));
    chat.stdin.write("1,3\n");
    await waitFor("the third question", chat.out, (out) => out.includes("Enter to leave it out"));
    chat.stdin.write("\n");
    await waitFor("the receipt and the reply", chat.out, (out) => /✔ On which day\?: Thursday · In which regions\?: Europe, Asia, @ana \d\d:\d\d · Junior is on it[^]*Junior › /.test(out));
    chat.stdin.write("\u0003");
    const { code, out } = await chat.ended;
    expect(code).toBe(0);
    expect(out).toMatch(/Go on with: junior chat --conversation [0-9a-f]{8}\n$/);
  });

  test("an ask answered elsewhere gives way, and what was half typed stays", async () => {
    const chat = start(ana, ["chat"], { tty: true });
    chat.stdin.write("Ask me for a release name\n");
    await waitFor("the ask", chat.out, (out) => out.includes("[your answer ·"));
    chat.stdin.write("half a name");
    await waitFor("the half", chat.out, (out) => out.includes("half a name"));
    const page = await listItems(rooms.database, ana, { state: "open", mine: true }, { cursor: null, limit: 100 });
    const item = page === "bad-cursor" ? undefined : page.items.find(({ title }) => title === "Name the release");
    if (!item) throw new Error("the ask is on the desk");
    await closeItem(rooms.database, rooms.queue, { itemId: item.id, revision: 1, person: ana, surface: "web", given: { response: { answers: { name: "Otter" } } } });
    const after = await waitFor("its end", chat.out, (out) => /Meanwhile on the web: ✔ Otter, @ana[^]*you › half a name/.test(out) && out);
    expect(after).not.toContain("Already answered");
    chat.stdin.write("\u0015");
    chat.stdin.write("\u0004");
    expect((await chat.ended).code).toBe(0);
    expect((await findReadable(rooms.database, ana, item.id))?.closing?.answer).toEqual({ response: { answers: { name: "Otter" } } });
  });
});

test("doctor says what to mend and fails when something is broken", async () => {
  const checks: Check[] = [
    { name: "Database", ok: true, detail: "its own PostgreSQL", mend: null },
    { name: "Slack", ok: false, detail: "the token was refused", mend: "copy it again from the app's page" },
  ];
  const broken = await start(ana, ["doctor"], { checks }).ended;
  expect(broken).toMatchObject({ code: 1, out: "✔ Database  its own PostgreSQL\n✘ Slack     the token was refused\n            → copy it again from the app's page\n" });
  expect(JSON.parse((await start(ana, ["doctor", "--json"], { checks: checks.slice(0, 1) }).ended).out)).toEqual({ ok: true, checks: checks.slice(0, 1) });
  expect((await run(ana, "migrate")).out).toBe("The database is up to date.\n");
});
