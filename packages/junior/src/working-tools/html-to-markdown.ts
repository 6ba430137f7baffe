import TurndownService from "turndown";

const unread = ["head", "title", "script", "style", "noscript", "template", "iframe", "object", "canvas", "audio", "video"] as const;

/** As much of the DOM as is asked for; its library is not among this project's types. */
type HtmlNode = {
  nodeName: string;
  parentNode: HtmlNode | null;
  previousSibling: HtmlNode | null;
  childNodes: { length: number };
  getAttribute(name: string): string | null;
};

/** A page's words as Markdown, links made whole. It takes seconds for some pages: not for the thread that serves others. */
export function htmlToMarkdown(html: string, base: string): string {
  const turndown = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced", bulletListMarker: "-" });
  turndown.remove([...unread]);
  turndown.remove((node) => node.nodeName.toLowerCase() === "svg" || node.getAttribute("aria-hidden") === "true");
  turndown.addRule("link", {
    filter: (node) => node.nodeName === "A" && node.getAttribute("href") !== null,
    replacement: (content, node) => link(content.trim(), (node as HtmlNode).getAttribute("href") ?? "", base),
  });
  turndown.addRule("image", {
    filter: "img",
    replacement: (_, node) => {
      const text = (node as HtmlNode).getAttribute("alt")?.trim() ?? "";
      return text === "" ? "" : `[picture: ${text}]`;
    },
  });
  turndown.addRule("cell", { filter: ["td", "th"], replacement: (content) => ` ${content.trim().replace(/\s*\n\s*/g, " ")} |` });
  turndown.addRule("row", {
    filter: "tr",
    replacement: (content, node) => `|${content}\n${isFirstRow(node as HtmlNode) ? `|${" --- |".repeat(node.childNodes.length)}\n` : ""}`,
  });
  turndown.addRule("rows", { filter: ["thead", "tbody", "tfoot"], replacement: (content) => content });
  turndown.addRule("table", { filter: "table", replacement: (content) => `\n\n${content.trim()}\n\n` });
  return turndown.turndown(html).trim();
}

function link(content: string, href: string, base: string): string {
  const url = URL.parse(href, base);
  if (content === "" || !url || !/^https?:$/.test(url.protocol)) return content;
  return `[${content}](${url.href})`;
}

function isFirstRow(row: HtmlNode): boolean {
  const group = row.parentNode;
  const table = group?.nodeName === "TABLE" ? group : group?.parentNode;
  return !row.previousSibling && (table === group || !group?.previousSibling);
}
