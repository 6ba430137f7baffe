import { styleText } from "node:util";
import type { CliDeps } from "./cli-deps.ts";
import { prose } from "./layout.ts";
import { plainJson } from "./plain-text.ts";

export type Style = "bold" | "dim" | "green" | "yellow" | "red" | "cyan";

/** Where commands write. Results go to `print`, everything about them (refusals, progress) to `tell`. */
export type Screen = {
  print(text: string): void;
  printJson(value: unknown): void;
  tell(text: string): void;
  /** One line that the next text replaces; nothing where nobody looks. */
  progress(text: string): void;
  /** Colour where the result stream shows it. */
  paint(style: Style, text: string): string;
  width: number;
  /** Somebody's text as this screen shows it: wrapped for a person, untouched for a pipe. */
  prose(text: string): string;
};

export function openScreen({ stdout, stderr }: Pick<CliDeps, "stdout" | "stderr">): Screen {
  const width = Math.max(40, stdout.columns ?? 80);
  let busy = false;
  const clear = () => {
    if (busy) stderr.write("\r\u001b[K");
    busy = false;
  };
  const print = (text: string) => {
    clear();
    stdout.write(`${text}\n`);
  };
  return {
    print,
    printJson: (value) => print(plainJson(value)),
    tell(text) {
      clear();
      stderr.write(`${text}\n`);
    },
    progress(text) {
      if (!stderr.isTTY) return;
      clear();
      stderr.write(text);
      busy = text !== "";
    },
    paint: (style, text) => styleText(style, text, { stream: stdout, validateStream: true }),
    width,
    prose: (text) => (stdout.isTTY ? prose(text, width) : text),
  };
}
