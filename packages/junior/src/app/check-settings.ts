import { envFileFaults, unknownSettings } from "../base/env.ts";

/** What is set and changes nothing, most likely misspelt: one line each, for the start and for `doctor`. */
export function checkSettings(): string[] {
  return [
    ...unknownSettings().map((name) => `${name} is no setting of Junior's and changes nothing (docs/settings.md).`),
    ...envFileFaults().map((line) => `Line ${line} of .env is no setting (NAME=value) and changes nothing.`),
  ];
}
