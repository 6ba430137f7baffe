import { expect, test } from "vitest";
import { htmlToMarkdown } from "./html-to-markdown.ts";

const read = (html: string) => htmlToMarkdown(html, "https://example.com/docs/");

test("words, headings, lists and code stay; scripts, styles and hidden things do not", () => {
  const html = `<head><title>T</title><style>p{}</style></head><body><script>alert(1)</script><h2>Use</h2>
    <p>Set <b>800</b>, <em>not</em> 600.</p><ul><li>one</li></ul><pre><code>a
b</code></pre><svg><text>x</text></svg><span aria-hidden="true">y</span></body>`;
  expect(read(html)).toBe("## Use\n\nSet **800**, _not_ 600.\n\n-   one\n\n```\na\nb\n```");
});

test("links are whole, and those that lead nowhere on the web are only their words", () => {
  expect(read('<a href="../x?y=1">there</a>')).toBe("[there](https://example.com/x?y=1)");
  expect(read('<a href="javascript:alert(1)">run</a> <a href="#a"></a>')).toBe("run");
});

test("of a picture, its words stay", () => {
  expect(read('<p>See <img src="data:image/png;base64,AAAA" alt="a chart"> and <img src="x.png"></p>')).toBe("See [picture: a chart] and");
});

test("a table is a table, with and without a head", () => {
  const rows = "<tr><td>1</td><td>two<br>lines</td></tr>";
  const table = "| a | b |\n| --- | --- |\n| 1 | two lines |";
  expect(read(`<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody>${rows}</tbody></table>`)).toBe(table);
  expect(read(`<table><tr><td>a</td><td>b</td></tr>${rows}</table>`)).toBe(table);
});
