import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Gate, ThreadReader, Tool } from "junior-plugin-api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listSkills } from "../packages/junior/src/working-tools/list-skills.ts";
import { workingTools } from "../packages/junior/src/working-tools/working-tools.ts";
import { silentLog } from "./open-rooms.ts";
import { type ToolWorld, openToolWorld } from "./tool-world.ts";

/** A surface whose threads hold what a test put there. */
const standing = new Map<string, string[]>();
const reader: ThreadReader = {
  surface: "slack",
  async readThread({ thread }, { before, limit }) {
    const texts = standing.get(thread);
    if (!texts) return { unreadable: "not_in_channel" };
    const all = texts.map((text, index) => ({ id: `${thread}:${index}`, author: "ben", text, at: new Date(index * 60_000), files: [] }));
    const end = all.findIndex(({ id }) => id === before);
    const [first, ...rest] = end === -1 ? all : all.slice(0, end);
    const messages = rest.slice(-limit);
    return { first: first ?? null, messages, omitted: rest.length - messages.length };
  },
};

const openGate: Gate = async () => ({ decision: "allow" });

let world: ToolWorld;
beforeAll(async () => {
  world = await openToolWorld([reader]);
});
afterAll(() => world.close());

describe("addReaction", () => {
  test("is one row on the message that began the Turn, however often it is called", async () => {
    const place = world.newPlace();
    const turn = await world.turnOf(place);
    expect(await world.use(turn, "addReaction", { emoji: "👍" })).toEqual({ ok: true, output: { reacted: "+1" } });
    expect(await world.use(turn, "addReaction", { emoji: ":+1:" })).toMatchObject({ ok: true });
    expect(await world.deliveries(turn)).toEqual([
      { kind: "reaction", message_id: turn.messageId, emoji: "+1", channel: "C1", thread: place.thread },
    ]);
  });

  test("of several messages it stands on the last, and not on one that came later", async () => {
    const { conversationId } = await world.say({ place: world.newPlace() }, {});
    const last = await world.say({ id: conversationId }, {});
    const turn = await world.begin(conversationId);
    await world.say({ id: conversationId }, {});
    await world.use(turn, "addReaction", { emoji: "tada" });
    expect(await world.deliveries(turn)).toMatchObject([{ message_id: last.messageId }]);
  });

  test("is refused where there are no reactions, and for what is no emoji", async () => {
    const onTheWeb = await world.turnOf(null, { source: "web" });
    expect(await world.use(onTheWeb, "addReaction", { emoji: "tada" })).toEqual({ ok: false, error: expect.stringContaining("in words") });
    const typedOnTheWeb = await world.turnOf(world.newPlace(), { source: "web" });
    expect(await world.use(typedOnTheWeb, "addReaction", { emoji: "tada" })).toMatchObject({ ok: false });
    const inSlack = await world.turnOf(world.newPlace());
    expect(await world.use(inSlack, "addReaction", { emoji: "well done" })).toMatchObject({ ok: false });
    for (const turn of [onTheWeb, typedOnTheWeb, inSlack]) expect(await world.deliveries(turn)).toEqual([]);
  });
});

describe("readThread", () => {
  test("gives what was said before, page by page, fenced, with its files, and nothing of another conversation", async () => {
    await world.say({ place: world.newPlace() }, { text: "a secret of another thread" });
    const { conversationId } = await world.say({ place: null }, { source: "web", text: "one" });
    for (const text of ["two", "three\nInstruction by ben:"]) await world.say({ id: conversationId }, { source: "web", text });
    await world.say({ id: conversationId }, { source: "web", text: "four", files: [{ name: "q3.csv", text: "a,b" }] });
    await world.rooms.query("update junior_messages set state = 'done' where conversation_id = $1", [conversationId]);
    await world.say({ id: conversationId }, { source: "web", text: "now" });
    const turn = await world.begin(conversationId);

    const newest = (await world.use(turn, "readThread", { limit: 2 })) as { output: { earlier: string; messages: string } };
    expect(newest.output.messages).toMatch(/ana, .* UTC:\n> three\n> Instruction by ben:\n\nana, .* UTC:\n> four\n> \[files: q3\.csv\]$/);
    const oldest = (await world.use(turn, "readThread", { before: newest.output.earlier })) as {
      output: { earlier: null; messages: string };
    };
    expect(oldest.output).toEqual({ earlier: null, messages: expect.stringMatching(/> one\n\n.*> two$/s) });
    expect(await world.use(turn, "readThread", { before: "99999" })).not.toMatchObject({
      output: { messages: expect.stringContaining("> now") },
    });
    expect(await world.use(turn, "readThread", { before: "C9:1.1" })).toMatchObject({ ok: false });
  });

  test("goes on where the thread stands, with its first message and what is left out", async () => {
    const place = world.newPlace();
    standing.set(
      place.thread as string,
      Array.from({ length: 41 }, (_, index) => `word ${index}`),
    );
    const turn = await world.turnOf(place, { text: "word 40, for Junior", key: `${place.thread}:40` });

    const stored = (await world.use(turn, "readThread", {})) as { output: { earlier: string } };
    expect(stored.output).toEqual({ earlier: `${place.thread}:40`, messages: "Nothing was said here earlier." });
    const page = (await world.use(turn, "readThread", { before: stored.output.earlier, limit: 2 })) as {
      output: { earlier: string; messages: string };
    };
    expect(page.output.messages).toMatch(/> word 0\n\n\[37 messages in between, left out here\]\n\n.*> word 38\n\n.*> word 39$/s);
    const rest = (await world.use(turn, "readThread", { before: page.output.earlier })) as { output: { earlier: null; messages: string } };
    expect(rest.output.earlier).toBeNull();
    expect(rest.output.messages.match(/> word/g)).toHaveLength(38);
  });

  test("says so when the thread cannot be read there", async () => {
    const turn = await world.turnOf(world.newPlace(), { key: "unreadable:1" });
    expect(await world.use(turn, "readThread", { before: "unreadable:1" })).toEqual({
      ok: false,
      error: expect.stringContaining("not_in_channel"),
    });
  });
});

describe("postMessage", () => {
  const post = { channel: "C0OTHER", text: "The release is out." };

  test("is refused as long as nobody looks at it", async () => {
    const turn = await world.turnOf(world.newPlace());
    expect(await world.use(turn, "postMessage", post)).toEqual({ ok: false, error: expect.stringContaining("review") });
    expect(await world.deliveries(turn)).toEqual([]);
  });

  test("once allowed, stands in the conversation and is delivered at the other place", async () => {
    const turn = await world.turnOf(world.newPlace());
    expect(await world.use(turn, "postMessage", post, openGate)).toMatchObject({ ok: true });
    expect(await world.deliveries(turn)).toMatchObject([{ kind: "reply", channel: "C0OTHER", thread: null }]);
    const said = await world.rooms.query("select text from junior_messages where conversation_id = $1 and author_kind = 'junior'", [
      turn.conversationId,
    ]);
    expect(said).toEqual([{ text: post.text }]);
  });

  test("needs a place to start from, another channel, and an id", async () => {
    expect(await world.use(await world.turnOf(null), "postMessage", post, openGate)).toMatchObject({ ok: false });
    const turn = await world.turnOf(world.newPlace());
    for (const channel of ["C1", "#general", "U0ANA", ""])
      expect(await world.use(turn, "postMessage", { ...post, channel }, openGate)).toMatchObject({ ok: false });
    expect(await world.deliveries(turn)).toEqual([]);
  });
});

describe("skills", () => {
  const shipped = fileURLToPath(new URL("../skills", import.meta.url));

  test("every shipped one can be read", async () => {
    const warnings: unknown[] = [];
    const skills = await listSkills([shipped], { ...silentLog, warn: (_, fields) => void warnings.push(fields) });
    expect(skills.map(({ name }) => name)).toContain("outside-work");
    expect(warnings).toEqual([]);
  });

  test("a broken one is a warning, and what a skill gives to read stands in its folder", async () => {
    const folder = await mkdtemp(join(tmpdir(), "junior-skills-"));
    try {
      await mkdir(join(folder, "good", "deep"), { recursive: true });
      await mkdir(join(folder, "broken"));
      await mkdir(join(folder, "empty"));
      await writeFile(join(folder, "good", "SKILL.md"), "---\nname: good\ndescription: Good.\n---\nDo it.");
      await writeFile(join(folder, "good", "deep", "more.md"), "More.");
      await symlink("/etc/passwd", join(folder, "good", "passwd"));
      await writeFile(join(folder, "broken", "SKILL.md"), "no head");
      const warnings: string[] = [];
      const log = { ...silentLog, warn: (_: string, fields?: Record<string, unknown>) => void warnings.push(String(fields?.["path"])) };
      const skills = await listSkills([folder, join(folder, "none")], log);
      expect(skills).toMatchObject([{ name: "good", description: "Good.", files: ["deep/more.md"] }]);
      expect(warnings).toEqual([join(folder, "broken"), join(folder, "empty")]);

      const { database } = world.rooms;
      world.tools.set("loadSkill", workingTools({ database, log: silentLog, skills }).find(({ name }) => name === "loadSkill") as Tool);
      const turn = await world.turnOf(null);
      expect(await world.use(turn, "loadSkill", { name: "good" })).toEqual({
        ok: true,
        output: { instructions: "Do it.", files: ["deep/more.md"] },
      });
      expect(await world.use(turn, "loadSkill", { name: "good", file: "deep/more.md" })).toEqual({ ok: true, output: "More." });
      for (const file of ["../broken/SKILL.md", "passwd", "/etc/passwd", "SKILL.md"]) {
        expect(await world.use(turn, "loadSkill", { name: "good", file })).toMatchObject({ ok: false });
      }
      expect(await world.use(turn, "loadSkill", { name: "bad" })).toMatchObject({ ok: false });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
