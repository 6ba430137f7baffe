import { afterAll, beforeAll, expect, test } from "vitest";
import { type SlackWorld, channel, openSlackWorld } from "../slack-world.ts";
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

const results = (containing: string) => world.model.requests().findLast(({ text }) => text.includes(containing))?.results;

test("a file is computed, written and handed over in the thread, a private address is refused, and a reaction is the whole reply", async () => {
  world.model
    .when(/sum-up/)
    .calls("runCommand", { command: "printf 'b 2\\na 1\\n' | sort > sorted.txt; awk '{ n += $2 } END { print n }' sorted.txt" })
    .calls("writeFile", { path: "report.md", content: "# Sum\n\n3\n" })
    .calls("attachFile", { path: "report.md" })
    .calls("fetchPage", { url: "http://169.254.169.254/latest/meta-data/" })
    .calls("addReaction", { emoji: "white_check_mark" })
    .saysNothing();
  const thread = await world.mention("sum-up");

  const reactions = await waitFor(
    "the reaction",
    () => world.slack.reactions(channel, thread),
    (all) => all.find(({ name }) => name === "white_check_mark"),
    30_000,
  );
  expect(reactions.users).toEqual([world.slack.botUserId]);
  const posted = await waitFor(
    "the file",
    () => world.posts(thread),
    (posts) => posts.find((post) => JSON.stringify(post).includes("report.md")),
  );
  expect(posted).toBeDefined();
  await waitFor(
    "the end of the Turn",
    () => world.database.query("select state from junior_turns", []),
    (rows) => rows.every((row) => row["state"] === "done"),
  );
  expect(world.posts(thread)).toHaveLength(1);
  expect(results("sum-up")).toEqual([
    { exitCode: 0, stdout: "3\n", written: ["/work/sorted.txt"] },
    { path: "/work/report.md", bytes: 9 },
    { attached: "report.md", bytes: 9 },
    expect.stringContaining("not on the public internet"),
    { reacted: "white_check_mark" },
  ]);
});

test("called late into a long thread, Junior reads its beginning and what was said last, and that more lies between", async () => {
  const { ts: thread } = await world.slack.say({ user: "U0BEN", channel, text: "Shall the limit be 600?" });
  world.slack.fillThread({ channel, ts: thread, user: "U0BEN" }, 200);
  await world.slack.say({ user: "U0EVE", channel, text: "Use 800, not 600.", threadTs: thread });
  world.model
    .when(/which limit/)
    .calls("readThread", {})
    .calls("readThread", ({ results: all }) => ({ before: (all[0] as { earlier: string }).earlier, limit: 5 }))
    .says("The limit is 800.");
  await world.slack.say({ user: "U0ANA", channel, text: `<@${world.slack.botUserId}> which limit?`, threadTs: thread });

  await world.post(thread, "The limit is 800.");
  const [, read] = results("which limit") as [unknown, { earlier: string; messages: string }];
  expect(read.messages).toMatch(/(ben|<@U0BEN>), .* UTC:\n> Shall the limit be 600\?\n\n\[196 messages in between, left out here\]/);
  expect(read.messages).toMatch(/(eve|<@U0EVE>), .* UTC:\n> Use 800, not 600\.$/);
  expect(read.earlier).toEqual(expect.any(String));
});
