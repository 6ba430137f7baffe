import { expect, test } from "vitest";
import { defuseBroadcasts } from "./defuse-broadcasts.ts";
import { escapeText, escapeWithin, plainWithin, unescapeText } from "./escape-text.ts";

test("Slack's three characters are escaped, and come back the same", () => {
  const text = "a < b && c > d <!channel> &lt;";
  expect(escapeText(text)).toBe("a &lt; b &amp;&amp; c &gt; d &lt;!channel&gt; &amp;lt;");
  expect(unescapeText(escapeText(text))).toBe(text);
});

test("a cut never splits an entity or a character", () => {
  expect(escapeWithin("&&&&", 12)).toBe("&amp;&amp;…");
  expect(escapeWithin("😀😀😀", 2)).toBe("😀…");
  expect(plainWithin("abcdef", 4)).toBe("abc…");
  expect(plainWithin("\u0000 ", 4)).toBe("…");
});

test.each(["<!channel> done", "<!here|here>", "<!subteam^S1|@g>", "@here look", "hey @Channel"])("%s pings nobody", (text) => {
  expect(defuseBroadcasts(text)).not.toMatch(/<!(channel|here|everyone|subteam)|@(channel|here|everyone)/i);
});

test.each(["`@vercel/postgres`", "<!-- a -->", "<!DOCTYPE html>", "a@hereford.example", "<@U0ANA> see <#C0P>"])(
  "%s stays as it is",
  (text) => {
    expect(defuseBroadcasts(text)).toBe(text);
  },
);

test.each([
  "<\u200b!channel>",
  "<\\!here>",
  "＜！channel＞",
  "&#60;!everyone>",
  "&lt;&excl;here>",
  "`<!channel>`",
  "@\u200bhere",
  "＠ｈｅｒｅ",
  "&commat;here",
])("%s is parted too", (text) => {
  expect(defuseBroadcasts(text)).toContain("\u2060");
});

test.each(["https://x.example/@here/a", "ana@here", "`@here`", "```\n@channel\n```", "a <b> & <i>c</i>", "@hereafter"])(
  "%s has nothing to part",
  (text) => {
    expect(defuseBroadcasts(text)).toBe(text);
  },
);
