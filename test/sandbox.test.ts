import type { Tool } from "junior-plugin-api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closedGate } from "../packages/junior/src/app/gate.ts";
import { LeaseLostError } from "../packages/junior/src/base/errors.ts";
import { takeLease } from "../packages/junior/src/conversations/lease-store.ts";
import { readFileBytes } from "../packages/junior/src/files/file-store.ts";
import type { Turn } from "../packages/junior/src/turns/turn.ts";
import { purgeSandbox } from "../packages/junior/src/working-tools/sandbox-store.ts";
import { type ToolWorld, openToolWorld } from "./tool-world.ts";

let world: ToolWorld;
beforeAll(async () => {
  world = await openToolWorld();
});
afterAll(() => world.close());

const kept = async (turn: Turn) => {
  const rows = await world.rooms.query("select path from junior_sandbox_files where conversation_id = $1 order by path", [
    turn.conversationId,
  ]);
  return rows.map((row) => row["path"]);
};

describe("the sandbox", () => {
  test("keeps files from call to call, for its own conversation only", async () => {
    const turn = await world.turnOf(null);
    expect(await world.use(turn, "writeFile", { path: "notes/a.txt", content: "Zürich\nBern\n" })).toEqual({
      ok: true,
      output: { path: "/work/notes/a.txt", bytes: 13 },
    });
    expect(
      await world.use(turn, "runCommand", { command: "sort notes/a.txt > sorted.txt; wc -l < sorted.txt; rm notes/a.txt; exit 3" }),
    ).toEqual({
      ok: true,
      output: { exitCode: 3, stdout: "2\n", written: ["/work/sorted.txt"], removed: ["/work/notes/a.txt"] },
    });
    expect(await world.use(turn, "readFile", { path: "sorted.txt" })).toEqual({ ok: true, output: "Bern\nZürich\n" });
    expect(await world.use(turn, "readFile", { path: "notes/a.txt" })).toEqual({
      ok: false,
      error: expect.stringContaining("There are: /work/sorted.txt."),
    });
    expect(await kept(turn)).toEqual(["/work/sorted.txt"]);
    expect(await world.use(await world.turnOf(null), "runCommand", { command: "ls -A" })).toEqual({
      ok: true,
      output: { exitCode: 0, stdout: "" },
    });
  });

  test("leaves no content behind that nothing refers to", async () => {
    const turn = await world.turnOf(null);
    const contents = () =>
      world.rooms.query("select 1 from junior_file_bytes where bytes in ('first of its kind', 'second of its kind')", []);
    await world.use(turn, "writeFile", { path: "a", content: "first of its kind" });
    await world.use(turn, "writeFile", { path: "a", content: "second of its kind" });
    expect(await contents()).toHaveLength(1);
    await world.use(turn, "runCommand", { command: "rm a" });
    expect(await contents()).toHaveLength(0);
  });

  test("shows what people attached, which nobody changes", async () => {
    const files = [
      { name: "q3.csv", text: "a,b\n1,2\n" },
      { name: "q3.csv", text: "c,d\n" },
    ];
    const turn = await world.turnOf(null, { files });
    const command = "cat /attachments/q3.csv /attachments/2-q3.csv; echo x >> /attachments/q3.csv";
    expect(await world.use(turn, "runCommand", { command })).toEqual({ ok: true, output: { exitCode: 0, stdout: "a,b\n1,2\nc,d\n" } });
    expect(await world.use(turn, "readFile", { path: "/attachments/q3.csv" })).toEqual({ ok: true, output: "a,b\n1,2\n" });
    expect(await world.use(turn, "writeFile", { path: "/attachments/q3.csv", content: "" })).toMatchObject({ ok: false });
  });

  test("does not show a file of a message that waits or was deleted", async () => {
    const turn = await world.turnOf(null, { files: [{ name: "gone.txt", text: "gone" }] });
    await world.say({ id: turn.conversationId }, { files: [{ name: "later.txt", text: "later" }] });
    await world.rooms.query("update junior_messages set deleted_at = now() where id = $1", [turn.messageId]);
    expect(await world.use(turn, "runCommand", { command: "ls -A /attachments" })).not.toMatchObject({
      output: { stdout: expect.stringContaining("txt") },
    });
  });

  test.each([
    ["another place", { path: "/etc/passwd", content: "" }],
    ["a way out", { path: "../../etc/passwd", content: "" }],
    ["a folder", { path: "folder/", content: "" }],
  ])("refuses %s", async (_, input) => {
    const turn = await world.turnOf(null);
    expect(await world.use(turn, "writeFile", input)).toMatchObject({ ok: false });
    expect(await kept(turn)).toEqual([]);
  });

  test("changes nothing when it would be too full, and says so", async () => {
    const turn = await world.turnOf(null);
    await world.use(turn, "writeFile", { path: "a", content: "a" });
    expect(await world.use(turn, "runCommand", { command: "rm a; for i in {1..201}; do echo $i > f$i; done; echo made" })).toEqual({
      ok: false,
      error: expect.stringMatching(/201 files, and 200 is the most.*made/s),
    });
    expect(await world.use(turn, "writeFile", { path: "a/b", content: "b" })).toEqual({
      ok: false,
      error: expect.stringContaining("in the way"),
    });
    expect(await kept(turn)).toEqual(["/work/a"]);
  });

  test.each([
    ["an endless loop", "while true; do :; done", /too many commands/],
    ["a fork bomb", "b(){ b|b & }; b", /recursion/],
    ["huge braces", "echo {1..100000000}", /limit exceeded/],
    ["a string that doubles", "x=aaaaaaaaaa; while true; do x=$x$x; done", /limit exceeded|too many/],
    ["an endless awk", "awk 'BEGIN { while (1) {} }'", /maximum iterations/],
    ["a program that is not there", "python3 -c 'print(1)'; node -e 1; curl http://127.0.0.1/; sqlite3 x.db", /not found/],
  ])("ends %s with a clear word", async (_, command, words) => {
    const result = (await world.use(await world.turnOf(null), "runCommand", { command })) as {
      output: { stderr: string; exitCode: number };
    };
    expect(result.output.stderr).toMatch(words);
    expect(result.output.stderr).not.toMatch(/executionLimits|browser/);
    expect(result.output.exitCode).not.toBe(0);
  });

  test("sees nothing of the host", async () => {
    const command = "cat /etc/passwd /proc/self/environ ../../etc/hostname; env | grep -i -E 'postgres|secret|vitest'; ls /home /root";
    const result = (await world.use(await world.turnOf(null), "runCommand", { command })) as { output: { stdout: string } };
    expect(result.output.stdout).toBe("");
  });

  test("a Turn whose lease was lost during a command changes nothing", async () => {
    const turn = await world.turnOf(null);
    const tool = world.tools.get("runCommand");
    if (!tool || !("prepare" in tool)) throw new Error("runCommand prepares");
    const loseLease = async () => {
      await world.rooms.query("update junior_conversations set lease_until = now() - interval '1 second' where id = $1", [
        turn.conversationId,
      ]);
      await takeLease(world.rooms.database, turn.conversationId, "00000000-0000-7000-8000-000000000001");
    };
    const interrupted: Tool = {
      ...tool,
      async prepare(input, call, signal) {
        const effect = await tool.prepare(input, call, signal);
        await loseLease();
        return effect;
      },
    };
    world.tools.set("interruptedCommand", interrupted);
    await expect(world.use(turn, "interruptedCommand", { command: "echo x > a" })).rejects.toThrow(LeaseLostError);
    expect(await kept(turn)).toEqual([]);
  });

  test("a stop ends a command under way", async () => {
    const turn = await world.turnOf(null);
    const stopping = new AbortController();
    const running = world.use(turn, "runCommand", { command: "echo x > a; sleep 15" }, closedGate, stopping.signal);
    setTimeout(() => stopping.abort(new Error("stopped")), 500);
    await expect(running).rejects.toThrow("stopped");
    expect(await kept(turn)).toEqual([]);
  });

  test("goes with its conversation", async () => {
    const turn = await world.turnOf(null);
    await world.use(turn, "writeFile", { path: "a", content: "private" });
    const files = await world.rooms.database.transaction().execute((transaction) => purgeSandbox(transaction, [turn.conversationId]));
    expect(files).toHaveLength(1);
    expect(await kept(turn)).toEqual([]);
  });
});

describe("attachFile", () => {
  test("posts the file as it was, beside Junior's own message", async () => {
    const place = world.newPlace();
    const turn = await world.turnOf(place);
    await world.use(turn, "writeFile", { path: "out/report.md", content: "# Then" });
    expect(await world.use(turn, "attachFile", { path: "out/report.md" })).toEqual({
      ok: true,
      output: { attached: "report.md", bytes: 6 },
    });
    await world.use(turn, "writeFile", { path: "out/report.md", content: "# Later" });
    expect(await world.deliveries(turn)).toMatchObject([{ kind: "file", channel: "C1", thread: place.thread }]);
    const [row] = await world.rooms.query<{ id: string; name: string; text: string }>(
      `select file.id, file.name, message.text from junior_messages message join junior_message_files link on link.message_id = message.id
       join junior_files file on file.id = link.file_id where message.conversation_id = $1 and message.author_kind = 'junior'`,
      [turn.conversationId],
    );
    expect(row).toMatchObject({ name: "report.md", text: "" });
    expect((await readFileBytes(world.rooms.database, row?.id as string))?.toString()).toBe("# Then");
  });

  test("refuses what is not there and what stands in the thread already", async () => {
    const turn = await world.turnOf(world.newPlace(), { files: [{ name: "a.txt", text: "a" }] });
    expect(await world.use(turn, "attachFile", { path: "none.txt" })).toMatchObject({ ok: false });
    expect(await world.use(turn, "attachFile", { path: "/attachments/a.txt" })).toMatchObject({ ok: false });
    expect(await world.deliveries(turn)).toEqual([]);
  });
});
