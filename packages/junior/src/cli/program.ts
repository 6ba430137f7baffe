import { Command, CommanderError } from "commander";
import type { CliDeps } from "./cli-deps.ts";
import { commandName } from "./command-name.ts";
import { addChat } from "./commands/chat.ts";
import { addConversations } from "./commands/conversations.ts";
import { addDeskAnswer } from "./commands/desk-answer.ts";
import { addDeskList } from "./commands/desk-list.ts";
import { addDeskRead } from "./commands/desk-read.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addLink } from "./commands/link.ts";
import { addMigrate } from "./commands/migrate.ts";
import { addPeople } from "./commands/people.ts";
import { addStart } from "./commands/start.ts";
import { addWeb } from "./commands/web.ts";
import { exitCodes } from "./exit-codes.ts";

export type { Check, CliDeps, CliDesk, CliHouse } from "./cli-deps.ts";

/**
 * The `junior` command. Its `parseAsync` resolves on help and bad usage too: how it ended is told to `setExitCode`,
 * never by ending the process. What it throws is a fault.
 */
export function buildProgram(deps: CliDeps): Command {
  const program = new Command(commandName);
  program
    .description("Junior, a teammate whose questions to people get exactly one answer.")
    .version(deps.version)
    .configureOutput({
      writeOut: (text) => void deps.stdout.write(text),
      writeErr: (text) => void deps.stderr.write(text),
      outputError: (text, write) => write(betterSuggestion(text)),
      getOutHelpWidth: () => deps.stdout.columns ?? 80,
      getErrHelpWidth: () => deps.stderr.columns ?? 80,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride()
    .showHelpAfterError("Run it with --help to see what it takes.");
  addStart(program, deps);
  addChat(program, deps);
  const desk = program.command("desk").summary("what needs a person").description("The review desk: everything that needs a person.");
  addDeskList(desk, deps);
  addDeskRead(desk, deps);
  addDeskAnswer(desk, deps);
  addConversations(program, deps);
  addWeb(program, deps);
  addLink(program, deps);
  addPeople(program, deps);
  addMigrate(program, deps);
  addDoctor(program, deps);
  program.addHelpText(
    "after",
    [
      "",
      "Examples:",
      `  $ ${commandName} start`,
      `  $ ${commandName} chat -m "Ask me to choose a colour"`,
      `  $ ${commandName} desk list --mine`,
      `  $ ${commandName} desk answer 3f9a1c2e blue`,
      "",
      "Exit codes: 0 done, 1 refused, not found or failed, 2 bad usage or a wrong",
      "setting, 3 already closed, 4 something is asked of you, 130 interrupted.",
    ].join("\n"),
  );

  const parse = program.parseAsync.bind(program);
  program.parseAsync = async (argv = [], options?) => {
    try {
      await parse(knowsAll(program, argv.slice(2)) ? argv : argv.filter((word) => !asksForHelp(word)), options);
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      if (error.exitCode !== 0) deps.setExitCode(exitCodes.badUsage);
    }
    return program;
  };
  return program;
}

/** Whether the words before the first option name commands that there are; the words of one that takes some are its own. */
function knowsAll(parent: Command, words: readonly string[]): boolean {
  const [name, ...rest] = words.filter((word) => !word.startsWith("-"));
  if (parent.commands.length === 0 || name === undefined || name === "help") return true;
  const command = parent.commands.find((one) => one.name() === name);
  return command !== undefined && knowsAll(command, rest);
}

/** Help about a command that there is not would end as if all were well. */
const asksForHelp = (word: string): boolean => word === "--help" || word === "-h";

/** By how they are written, "start" is the nearest. */
const betterSuggestion = (error: string): string =>
  error.replace(/(unknown command '(?:status|stat|state|health|check)'\n)\(Did you mean \w+\?\)/, "$1(Did you mean doctor?)");
