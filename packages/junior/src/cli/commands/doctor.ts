import type { Command } from "commander";
import type { Check, CliDeps } from "../cli-deps.ts";
import { commandName } from "../command-name.ts";
import { exitCodes } from "../exit-codes.ts";
import { columns, hanging, padded } from "../layout.ts";
import { oneLine } from "../plain-text.ts";
import { openScreen, type Screen } from "../screen.ts";

export function addDoctor(parent: Command, deps: CliDeps): void {
  parent
    .command("doctor")
    .summary("look at every part and say what to mend")
    .description("Looks at every part of Junior and says what to mend. Exit code 1 when something is broken.")
    .option("--json", "print JSON: {ok, checks}")
    .addHelpText("after", `\nExample:\n  $ ${commandName} doctor`)
    .action(async ({ json }: { json?: true }) => {
      const screen = openScreen(deps);
      const checks = await deps.doctor();
      if (deps.interrupted.aborted) return deps.setExitCode(exitCodes.interrupted);
      const ok = checks.every((check) => check.ok);
      if (json) screen.printJson({ ok, checks });
      else screen.print(checkRows(checks, screen));
      if (!ok) deps.setExitCode(exitCodes.refused);
    });
}

function checkRows(checks: Check[], { width, paint }: Screen): string {
  const nameWidth = Math.max(...checks.map((check) => columns(check.name)), 0);
  return checks
    .map(({ name, ok, detail, mend }) => {
      const mark = !ok ? paint("red", "✘") : mend === null ? paint("green", "✔") : paint("dim", "–");
      const row = hanging(`  ${padded(name, nameWidth)}  `, oneLine(detail), width);
      const mendRow = mend === null ? "" : `\n${hanging(" ".repeat(nameWidth + 4) + "→ ", oneLine(mend), width)}`;
      return mark + row.slice(1) + mendRow;
    })
    .join("\n");
}
