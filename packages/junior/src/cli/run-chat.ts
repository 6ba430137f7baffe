import { words } from "../base/words.ts";
import { isWorkerRunning } from "../db/is-worker-running.ts";
import { goOnWith } from "./chat-session.ts";
import type { CliDeps, CliHouse } from "./cli-deps.ts";
import { exitCodes } from "./exit-codes.ts";
import { findConversation } from "./find-conversation.ts";
import { openLineReader, type LineReader } from "./line-reader.ts";
import { oneLine } from "./plain-text.ts";
import { sayLines } from "./say-lines.ts";
import type { Screen } from "./screen.ts";
import { talk } from "./talk.ts";

export type ChatOptions = { message?: string; conversation?: string; json?: true };

/** @returns the exit code */
export async function runChat(deps: CliDeps, house: CliHouse, screen: Screen, options: ChatOptions): Promise<number> {
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
    const talked = await talk(house, screen, lines, conversationId);
    lines.close();
    if (talked?.working) screen.print(`\n${words.leftWorking(await isWorkerRunning(house.database))}`);
    screen.print(talked ? `\n${goOnWith(talked.conversationId)}` : "");
    return exitCodes.done;
  } finally {
    lines.close();
  }
}

function greet({ model, person }: CliHouse, screen: Screen, version: string): void {
  screen.print(
    screen.paint("bold", `Junior ${version}`) +
      screen.paint("dim", ` · ${oneLine(model.name)} · you are @${oneLine(person.name)} · /help · Ctrl-C leaves`),
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
    const typed = await lines.next(() => "");
    if (typed === "end" || typed === "left") return;
    if (typed !== "woken") yield typed.line;
  }
}
