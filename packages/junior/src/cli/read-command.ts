/** What is meant for the terminal itself and never said. */
export type ChatCommand = "help" | "quit" | "stop";

const commands: Readonly<Record<string, ChatCommand>> = { "/help": "help", "/quit": "quit", "/exit": "quit", "/stop": "stop" };

/**
 * What a typed line is: a command, a misspelt one, or something said. A slash is said where it stands twice, or behind
 * a space; pasted lines are never a command.
 */
export function readCommand(line: string): { command: ChatCommand } | { refusal: string } | { said: string } {
  if (line.includes("\n")) return { said: line };
  if (line.startsWith("//")) return { said: line.slice(1) };
  if (!/^\/\p{L}/u.test(line)) return { said: /^\s+\//.test(line) ? line.trimStart() : line };
  const given = line.trim().toLowerCase();
  const command = Object.hasOwn(commands, given) ? commands[given] : undefined;
  if (command) return { command };
  const [name = ""] = given.split(/\s/, 1);
  if (Object.hasOwn(commands, name)) return { refusal: `${name} stands alone on its line. Nothing was sent.` };
  return { refusal: `There is no command ${name.slice(0, 40)}. /help lists them. Nothing was sent; with a space in front it is said.` };
}
