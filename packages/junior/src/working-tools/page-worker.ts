import { parentPort, workerData } from "node:worker_threads";
import { htmlToMarkdown } from "./html-to-markdown.ts";

/** The thread that reads a page: see `worker-runner.ts`. */
export type PageWork = { html: string; base: string };

const { html, base } = workerData as PageWork;
parentPort?.postMessage(htmlToMarkdown(html, base));
