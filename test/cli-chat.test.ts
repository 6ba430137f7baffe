import type { Item, Message } from "junior-web/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { closeItem } from "../packages/junior/src/desk/close-item.ts";
import { findReadable, listItems } from "../packages/junior/src/desk/item-reader-store.ts";
import type { Person } from "../packages/junior/src/people/person.ts";
import { short, useTerminals } from "./open-terminal.ts";
import type { Rooms } from "./open-rooms.ts";
import { waitFor } from "./wait-for.ts";

const terminals = useTerminals();
const { start, run } = terminals;
let rooms: Rooms;
let ana: Person;
let ben: Person;
beforeAll(() => {
  rooms = terminals.rooms();
  ({ ana, ben } = terminals.people());
});

describe("chat", () => {
  test("-m prints the reply of that message's work", async () => {
    const { code, out, err } = await run(ana, "chat", "-m", "Say hello");
    expect({ code, out }).toEqual({
      code: 0,
      out: "Hello! I am Junior. I am only rehearsing, but the questions I put on the desk are real.\n",
    });
    expect(err).toMatch(/^Go on with: npx junior chat --conversation [0-9a-f]{8}\n$/);
  });

  test("-m names a file that came back, and where it is", async () => {
    const { code, out } = await run(ana, "chat", "-m", "Write me a file");
    expect(code).toBe(0);
    expect(out).toMatch(/^\[tour\.csv, 29 B\] http:\/\/localhost:9\/api\/attachments\/[0-9a-f-]{36}\nI wrote tour\.csv/);
  });

  test("-m that ends with an ask says how to answer it; the conversation goes on by its short id", async () => {
    const asked = await run(ana, "chat", "-m", "Ask me to choose a colour", "--json");
    expect(asked.code).toBe(4);
    const { conversationId, messages, items } = JSON.parse(asked.out) as { conversationId: string; messages: Message[]; items: Item[] };
    expect(messages[0]).toMatchObject({
      author: { kind: "person", name: "ana", you: true },
      source: "cli",
      text: "Ask me to choose a colour",
    });
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

  test("a pipe with bytes that are no text goes on: what cannot be stored is left out", async () => {
    const chat = start(ana, ["chat"]);
    chat.stdin.end("Say\0 hello\nand\0 more\n");
    const { out, err } = await chat.ended;
    expect(out).toMatch(/^Hello!/);
    const conversation = err.match(/[0-9a-f]{8}/)?.[0];
    const rows = await rooms.query<{ text: string; title: string }>(
      `select message.text, conversation.title from junior_messages as message
       join junior_conversations as conversation on conversation.id = message.conversation_id
       where author_kind = 'person' and right(conversation_id::text, 8) = $1 order by sequence`,
      [conversation],
    );
    expect(rows).toEqual([
      { text: "Say hello", title: "Say hello" },
      { text: "and more", title: "Say hello" },
    ]);
  });

  test("what is said in a conversation that was deleted meanwhile is refused in plain words", async () => {
    const chat = start(ana, ["chat"]);
    chat.stdin.write("Say hello\n");
    await waitFor("the reply", chat.out, (out) => out.includes("Hello!"));
    const [row] = await rooms.query<{ id: string }>("select id from junior_conversations order by created_at desc limit 1");
    await rooms.query("update junior_conversations set purged_at = now() where id = $1", [row?.id]);
    chat.stdin.end("Say hello again\n");
    expect(await chat.ended).toMatchObject({ code: 1, err: expect.stringContaining("This conversation was deleted.") });
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
    expect(chat.out()).toMatch(/On which day\? \(required\)\n {2}1 {2}Tuesday \(recommended\)/);
    expect(chat.out()).toContain("Answer with your next line.");
    chat.stdin.write("thursday?\n");
    await waitFor("a hint", chat.out, (out) => out.includes("Type a number from 1 to 2"));
    chat.stdin.write("2\n");
    await waitFor("the second question", chat.out, (out) => out.includes("[numbers like 1,2 ·"));
    expect(chat.out()).toContain("In which regions? (required)\nChoose one or more.\n");
    chat.stdin.write("3,1\n");
    await waitFor("the third question", chat.out, (out) => out.includes("Enter to leave it out"));
    chat.stdin.write("\n");
    await waitFor("the receipt and the reply", chat.out, (out) =>
      /✔ On which day\?:? Thursday · In which regions\?:? Europe, Asia, @ana \d\d:\d\d · Junior is on it[^]*Junior › /.test(out),
    );
    chat.stdin.write("\u0003");
    const { code, out } = await chat.ended;
    expect(code).toBe(0);
    expect(out).toMatch(/Go on with: npx junior chat --conversation [0-9a-f]{8}\n$/);
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
    await closeItem(rooms.database, rooms.queue, {
      itemId: item.id,
      revision: 1,
      person: ana,
      surface: "web",
      given: { response: { answers: { name: "Otter" } } },
    });
    const after = await waitFor("its end", chat.out, (out) => /Meanwhile on the web: ✔ Otter, @ana[^]*you › half a name/.test(out) && out);
    expect(after).not.toContain("Already answered");
    chat.stdin.write("\u0015");
    chat.stdin.write("\u0004");
    expect((await chat.ended).code).toBe(0);
    expect((await findReadable(rooms.database, ana, item.id))?.closing?.answer).toEqual({ response: { answers: { name: "Otter" } } });
  });
});

describe("conversations", () => {
  test("show an answer from a card as what was chosen, and of what", async () => {
    const asked = JSON.parse((await run(ana, "chat", "-m", "Ask me to choose a colour", "--json")).out);
    await run(ana, "desk", "answer", asked.items[0].id, "red");
    expect((await run(ana, "conversations", "read", asked.conversationId)).out).toMatch(/\n@ana \d\d:\d\d[^\n]*\n✔ Red · Pick a colour\n/);
  });

  test("are listed and read by those who may see them, and nothing is stopped where nothing runs", async () => {
    const { out } = await run(ana, "chat", "-m", "say hello to the list");
    expect(out).toMatch(/hello/i);
    const list = JSON.parse((await run(ana, "conversations", "list", "--json")).out);
    const made = list.conversations.find((one: { title: string }) => one.title === "say hello to the list");
    expect((await run(ana, "conversations", "list")).out).toContain(`${short(made.id)}  `);
    const read = await run(ana, "conversations", "read", short(made.id));
    expect(read).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^say hello to the list\n\n@ana \d\d:\d\d\nsay hello to the list\n\nJunior \d\d:\d\d\nHello!/),
    });
    expect(await run(ben, "conversations", "read", short(made.id))).toMatchObject({ code: 1, out: "" });
    expect(await run(ana, "conversations", "stop", short(made.id))).toMatchObject({
      code: 1,
      err: "Nothing runs here that works for you. Nothing was changed.\n",
    });
    expect(await run(ben, "conversations", "stop", short(made.id))).toMatchObject({
      code: 1,
      err: expect.stringContaining("There is no conversation"),
    });
  });
});
