import { beforeAll, describe, expect, test } from "vitest";
import type { Person } from "../packages/junior/src/people/person.ts";
import type { Rooms } from "./open-rooms.ts";
import { useTerminals } from "./open-terminal.ts";
import { waitFor } from "./wait-for.ts";

const terminals = useTerminals();
let rooms: Rooms;
let ana: Person;
beforeAll(() => {
  rooms = terminals.rooms();
  ({ ana } = terminals.people());
});

const paste = (text: string) => `\u001b[200~${text}\u001b[201~`;

/** ana at a terminal, in front of the first prompt. */
async function openChat(options: { working?: boolean } = {}) {
  const chat = terminals.start(ana, ["chat"], { tty: true, ...options });
  await waitFor("the prompt", chat.out, (out) => out.includes("you › "));
  return {
    ...chat,
    type: (text: string) => void chat.stdin.write(text),
    sees: (text: string) => waitFor(`“${text}”`, chat.out, (out) => out.includes(text)),
    /** Leaves, and tells what was said and answered there, in order. */
    async leave() {
      chat.stdin.write("/quit\n");
      const { out } = await chat.ended;
      const said = await rooms.query<{ text: string }>(
        "select text from junior_messages where author_kind = 'person' and item_id is null and right(conversation_id::text, 8) = $1 order by sequence",
        [/--conversation ([0-9a-f]{8})/.exec(out)?.[1]],
      );
      return { out, said: said.map(({ text }) => text) };
    },
  };
}

describe("a line at a terminal", () => {
  test("that was begun before a question came is a message; the next one answers", async () => {
    const chat = await openChat();
    chat.type("Ask me for a release name\nalso please hur");
    await chat.sees("What is the release called?");
    await chat.sees("you › also please hur");
    chat.type("ry\n");
    await chat.sees("Sent as a message; the question is still open.");
    chat.type("Otter\n");
    await chat.sees("✔ Otter, @ana");
    expect((await chat.leave()).said).toEqual(["Ask me for a release name", "also please hurry"]);
  });

  test("that was emptied and begun anew after the question answers it", async () => {
    const chat = await openChat();
    chat.type("Ask me for a release name\nhmm");
    await chat.sees("you › hmm");
    await chat.sees("What is the release called?");
    chat.type("\u0015");
    await chat.sees("[your answer ·");
    chat.type("Otter\n");
    await chat.sees("✔ Otter, @ana");
    expect((await chat.leave()).said).toEqual(["Ask me for a release name"]);
  });

  test("with a slash that is no command is neither said nor an answer", async () => {
    const chat = await openChat();
    chat.type("/foo\n");
    await chat.sees("There is no command /foo. /help lists them.");
    chat.type("/help\n");
    await chat.sees("=text        answers in your own words");
    chat.type("Ask me for a release name\n");
    await chat.sees("[your answer ·");
    chat.type("/bar\n");
    await chat.sees("There is no command /bar.");
    chat.type("//bar\n");
    await chat.sees("✔ /bar, @ana");
    chat.type(" /deploy and say hello\n");
    await chat.sees("Hello! I am Junior.");
    expect((await chat.leave()).said).toEqual(["Ask me for a release name", "/deploy and say hello"]);
  });

  test("that was pasted with line breaks, or ends with a backslash, stays one", async () => {
    const chat = await openChat();
    chat.type(`Say hello ${paste("one\r\ntwo\r\n\u0003")}three`);
    await chat.sees("you › Say hello one⏎two⏎three");
    chat.type("\r");
    await chat.sees("Hello! I am Junior.");
    chat.type("Ask me for a release name, \\\r");
    await chat.sees("Ask me for a release name, ⏎");
    chat.type("please\r");
    await chat.sees("[your answer ·");
    chat.type(`${paste("Otter\nor Beaver")}\r`);
    await chat.sees("✔ Otter or Beaver, @ana");
    const { out, said } = await chat.leave();
    expect(said).toEqual(["Say hello one\ntwo\nthree", "Ask me for a release name, \nplease"]);
    expect(out).not.toContain("Meanwhile");
    const [answer] = await rooms.query(
      "select answer from junior_review_items where title = 'Name the release' order by created_at desc limit 1",
    );
    expect(answer).toMatchObject({ answer: { response: { answers: { name: "Otter\nor Beaver" } } } });
    expect(chat.raw().split("\u001b[?2004h")).toHaveLength(2);
    expect(chat.raw().lastIndexOf("\u001b[?2004l")).toBeGreaterThan(chat.raw().indexOf("\u001b[?2004h"));
  });

  test("is cleared by the first Ctrl-C; the next one leaves", async () => {
    const chat = await openChat();
    chat.type("half a thought");
    await chat.sees("half a thought");
    chat.type("\u0003Say hello\n");
    await chat.sees("Hello! I am Junior.");
    chat.type("\u0003");
    expect(await chat.ended).toMatchObject({ code: 0, out: expect.stringContaining("Go on with:") });
  });

  test("that is longer than a message may be is not sent, in chat and with -m", async () => {
    const long = "Say hello ".repeat(4_001);
    const why = "Not sent: a message holds 40,000 characters at most, and this one has 40,009.";
    const chat = await openChat();
    chat.type(`${paste(long)}\r`);
    await chat.sees(why);
    chat.type("\u0003");
    await chat.ended;
    expect(await terminals.run(ana, "chat", "-m", long)).toMatchObject({ code: 1, out: "", err: expect.stringContaining(why) });
  });
});

describe("while Junior works", () => {
  test("the terminal shows its step, and /stop ends the work", async () => {
    const chat = await openChat();
    chat.type("Do a slow job\n");
    await chat.sees("Running a command");
    chat.type("/stop\n");
    await chat.sees("Stopping. What is done stays done.");
    await chat.sees("Stopped.");
    expect((await chat.leave()).out).not.toContain("runCommand");
  });

  test("whoever leaves is told whether it goes on", async () => {
    const chat = await openChat({ working: false });
    chat.type("Say hello\n");
    await chat.sees("Junior is working…");
    expect((await chat.leave()).out).toMatch(/What Junior does there goes on\.\n\nGo on with/);
  });

  test("-m shows the step where a person looks, and only the answer in its output", async () => {
    const { out, rawErr } = await terminals.start(ana, ["chat", "-m", "Write me a file"], { tty: true }).ended;
    expect(rawErr).toMatch(/Writing a file|Running a command|Attaching a file/);
    expect(out).toMatch(/^\[tour\.csv, 29 B\]/);
  });
});

test("where nothing works, /stop says so", async () => {
  const chat = await openChat();
  chat.type("/stop\n");
  await chat.sees("Nothing runs here that works for you.");
  chat.type("/exit\n");
  expect((await chat.ended).code).toBe(0);
});
