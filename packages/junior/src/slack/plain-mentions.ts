import { changeAround } from "./change-around.ts";

const mention = /<@([UW][A-Z0-9]+)(?:\|([^<>\n]*))?>/g;
/** What Markdown or Slack would read something into. */
const marks = /[<>&*_`~[\]|\\\n\r@#!]/g;

/** Everybody whom a text mentions, by Slack's id. */
export function mentionedIn(markdown: string): string[] {
  return [...new Set([...markdown.matchAll(mention)].map(([, id = ""]) => id))];
}

/**
 * Markdown in which mentions are plain names that ping nobody, but for the first one of `whom`. In code, which stays as
 * it is written, an invisible joint parts them.
 */
export function plainMentions(markdown: string, nameOf: (id: string) => string | undefined, whom: string | null): string {
  let isCalled = whom === null;
  return changeAround(markdown, {
    prose: (text) =>
      text.replace(mention, (_, id: string, label: string | undefined) => {
        if (id === whom && !isCalled) {
          isCalled = true;
          return `<@${id}>`;
        }
        const name = (nameOf(id) ?? label ?? "").replace(marks, "").trim();
        return `@${name === "" ? "someone" : name}`;
      }),
    code: (text) => text.replace(/<(?=@[UW][A-Z0-9]+[|>])/g, "<\u2060"),
  });
}
