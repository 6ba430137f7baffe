import type { Command } from "commander";
import { goOnWith } from "../chat-session.ts";
import type { CliDeps, CliHouse } from "../cli-deps.ts";
import { exitCodes } from "../exit-codes.ts";
import { findConversation } from "../find-conversation.ts";
import { openLineReader, type LineReader } from "../line-reader.ts";
import { oneLine } from "../plain-text.ts";
import { sayLines } from "../say-lines.ts";
import { openScreen, type Screen } from "../screen.ts";
import { talk } from "../talk.ts";
import { withHouse } from "../with-house.ts";

type Options = { message?: string; conversation?: string; json?: true };

export function addChat(parent: Command, deps: CliDeps): void {
  const command: Command = parent
    .command("chat")
    .summary("talk with Junior")
    .description("Talks with Junior here. What it asks you is answered where it appears, or anywhere else meanwhile.")
    .option("-m, --message <text>", "say this, wait until the work on it ends, and print what comes back")
    .option("--conversation <id>", "go on with this one: its id, or the last 8 characters of it")
    .option("--json", "print JSON: {conversationId, messages, items}; with -m or a pipe")
    .addHelpText(
      "after",
      [
        "",
        "Examples:",
        "  $ junior chat",
        '  $ junior chat -m "Ask me to choose a colour"',
        "  $ junior chat --conversation 3f9a1c2e < lines.txt",
        "",
        "In a pipe each line is a message, said when the work of the one before ended.",
        "Exit codes of -m and a pipe: 0 done, 1 refused, 2 bad usage,",
        "4 Junior asks you something, 130 interrupted.",
      ].join("\n"),
    );
  command.action(async (options: Options) => {
    const terminal = deps.stdin.isTTY && deps.stdout.isTTY;
    if (options.message?.trim() === "") command.error("error: the message is empty");
    if (options.json && options.message === undefined && terminal) command.error("error: --json goes with -m or a pipe");
    const screen = openScreen(deps);
    deps.setExitCode(await withHouse(deps, screen, "chat", (house) => chat(deps, house, screen, options)));
  });
}

async function chat(deps: CliDeps, house: CliHouse, screen: Screen, options: Options): Promise<number> {
  const conversation = options.conversation === undefined ? null : await findConversation(house, options.conversation);
  if (conversation && "refusal" in conversation) {
    screen.tell(conversation.refusal);
    return exitCodes.refused;
  }
  const conversationId = conversation?.found.id ?? null;
  if (options.message !== undefined) {
    return sayLines(house, screen, one(options.message), { conversationId, json: options.json ?? false, left: deps.interrupted });
  }
  const lines = openLineReader(deps);
  try {
    if (!lines.interactive)
      return await sayLines(house, screen, all(lines), { conversationId, json: options.json ?? false, left: lines.left });
    greet(house, screen, deps.version);
    const spokenIn = await talk(house, screen, lines, conversationId);
    lines.close();
    screen.print(spokenIn === null ? "" : `\n${goOnWith(spokenIn)}`);
    return exitCodes.done;
  } finally {
    lines.close();
  }
}

function greet({ model, person }: CliHouse, screen: Screen, version: string): void {
  screen.print(
    screen.paint("bold", `Junior ${version}`) +
      screen.paint("dim", ` · ${oneLine(model.name)} · you are @${oneLine(person.name)} · Ctrl-C leaves`),
  );
  if (model.rehearsal)
    screen.print(
      `Junior only rehearses until a model key is set. It knows:\n${model.suggestions.map((scene) => `  ${oneLine(scene)}`).join("\n")}`,
    );
  screen.print("");
}

async function* one(line: string): AsyncGenerator<string> {
  yield line;
}

async function* all(lines: LineReader): AsyncGenerator<string> {
  for (;;) {
    const typed = await lines.next("");
    if (typed === "end" || typed === "left") return;
    if (typed !== "woken") yield typed.line;
  }
}
