import { parentPort, workerData } from "node:worker_threads";
import { htmlToMarkdown } from "./html-to-markdown.ts";
import { type Page, decodePage, htmlTitle, isHtml } from "./page-text.ts";
import { shortened } from "./shortened.ts";

/** The thread that reads a page: see `worker-runner.ts`. Everything whose time depends on what a page holds happens here. */
export type PageWork = Page & { base: string };
export type PageRead = { title: string | null; text: string };

const { base, ...page } = workerData as PageWork;
parentPort?.postMessage(read());

function read(): PageRead {
  const text = decodePage(page);
  if (!isHtml(page.mediaType)) return { title: null, text: shortened(text) };
  return { title: htmlTitle(text), text: shortened(htmlToMarkdown(text, base)) };
}
