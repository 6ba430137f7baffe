import { fileURLToPath } from "node:url";
import type { Deliverer } from "junior-plugin-api";
import { systemClock } from "../base/clock.ts";
import type { Env } from "../base/env.ts";
import { faultCode, type Log } from "../base/log.ts";
import { version } from "../base/version.ts";
import { trimEarlyEdits } from "../conversations/early-change-store.ts";
import { openPoster } from "../conversations/poster.ts";
import { trimPurgedKeys } from "../conversations/purge-store.ts";
import { trimChanges } from "../db/changes.ts";
import { trimUnattachedFiles } from "../files/file-store.ts";
import { openModels } from "../model/open-models.ts";
import { trimSignIns } from "../people/sign-in-store.ts";
import type { Slack } from "../slack/open-slack.ts";
import { openWeb } from "../web/open-web.ts";
import { type HttpServer, openHttpServer } from "./http-server.ts";
import { localPerson } from "./local-person.ts";
import { mergeHands } from "./merge-hands.ts";
import { type Ground, openGround } from "./open-ground.ts";
import { openWork } from "./open-work.ts";
import { finishPurges, purgeConversation } from "./purge-conversation.ts";
import { rememberPage } from "./running-page.ts";
import { toolTargets } from "./tool-targets.ts";
import { type OpenedPart, closeParts } from "./close-parts.ts";
import type { Opening } from "./opening.ts";
import type { Progress } from "./progress.ts";
import { type Part, listParts } from "./list-parts.ts";

export type Junior = { url: string; parts: Part[]; close(): Promise<void> };

const pageFolder = fileURLToPath(new URL("../../../junior-web/dist", import.meta.url));

/**
 * The whole of Junior in one process. The port comes first, so that a second start fails before it touches anything;
 * closing goes the other way round and leaves unfinished work where the next start finds it.
 * @throws StartError with one line on what to do
 */
export async function openJunior(env: Env, opening: Opening): Promise<Junior> {
  const { log, progress, interrupted } = opening;
  const parts: OpenedPart[] = [];
  const close = () => closeParts(parts, log);
  try {
    const http = await openHttpServer(env.HOST, env.PORT);
    parts.push({ name: "http", close: http.close });
    const { model, fast, budget } = await openModels(env);
    const ground = await openGround(env, env.JUNIOR_ROLE, opening);
    parts.push({ name: "ground", close: ground.close, longestMs: 3_000 });
    const slack = await openSlackWhenSet(env, ground, log, progress);
    if (slack) parts.push({ name: "slack", close: slack.close, longestMs: 300 });
    interrupted.throwIfAborted();
    const shownParts = () => listParts(env, model, slack && { connected: slack.connected(), detail: slack.detail() });

    if (env.JUNIOR_ROLE !== "web") {
      const deliverers: Deliverer[] = slack ? [slack.deliverer] : [];
      const poster = await openPoster({ database: ground.database, queue: ground.queue, deliverers, log });
      parts.push({ name: "poster", close: poster.close, longestMs: 800 });
      const threadReaders = slack ? [slack.threadReader] : [];
      const worker = await openWork(ground, {
        model,
        fast,
        budget,
        log,
        poster,
        threadReaders,
        leaseMs: env.JUNIOR_LEASE_MS,
        progress: slack ? [slack.progress] : [],
        beforeTurn: slack?.filesSettled,
      });
      parts.push({ name: "worker", close: worker.close, longestMs: 1_200 });
      parts.push({ name: "housekeeping", close: keepHouse(ground, log) });
    }
    const status = () => ({ version, parts: shownParts(), suggestions: model.suggestions });
    const targetOf = await toolTargets(ground.database, log);
    if (env.JUNIOR_ROLE !== "worker") parts.push({ name: "page address", close: rememberPage(env, http.url) });
    parts.push({ name: "web", close: serve(env, http, ground, slack, log, { status, targetOf }) });
    return { url: http.url, parts: shownParts(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openSlackWhenSet(env: Env, ground: Ground, log: Log, progress: Progress): Promise<Slack | null> {
  if (!env.SLACK_BOT_TOKEN) return null;
  const { openSlack } = await import("../slack/open-slack.ts");
  const slack = await openSlack({
    botToken: env.SLACK_BOT_TOKEN,
    signingSecret: env.SLACK_SIGNING_SECRET ?? null,
    // Workers take nothing in: each process that does holds one of the ten connections that Slack allows.
    appToken: env.JUNIOR_ROLE === "worker" ? undefined : env.SLACK_APP_TOKEN,
    apiUrl: env.SLACK_API_URL,
    publicUrl: env.JUNIOR_PUBLIC_URL,
    database: ground.database,
    queue: ground.queue,
    log,
    clock: systemClock,
    mergeHands: mergeHands(ground.queue),
  });
  progress(slack.connected() ? "connected Slack" : "asked for Slack, which does not answer yet");
  return slack;
}

/** The page, the API and Slack's door behind one port; a worker has only its health. */
function serve(
  env: Env,
  http: HttpServer,
  ground: Ground,
  slack: Slack | null,
  log: Log,
  { status, targetOf }: Pick<Parameters<typeof openWeb>[0], "status" | "targetOf">,
): () => void {
  const web = openWeb({
    database: ground.database,
    queue: ground.queue,
    changes: ground.changes,
    log,
    clock: systemClock,
    status,
    ready: ground.ready,
    publicUrl: env.JUNIOR_PUBLIC_URL,
    localPerson: () => localPerson(ground.database),
    targetOf,
    purgeConversation: (id, person) => purgeConversation(ground, id, person),
    pageFolder,
    healthOnly: env.JUNIOR_ROLE === "worker",
  });
  http.serve((request, response) => {
    const path = request.url?.split("?", 1)[0];
    if (path === "/slack/events" && slack && env.JUNIOR_ROLE !== "worker") slack.requestListener(request, response);
    else web.requestListener(request, response);
  });
  return () => {
    web.close();
    void http.close(); // what is under way has the time that the other parts take
  };
}

const purgeSweepMs = 5_000;

/** What nobody needs any more goes, once an hour, in one of the processes; what a dead one began to delete goes soon. */
function keepHouse(ground: Ground, log: Log): () => void {
  const { database } = ground;
  const trims: [string, () => Promise<void>][] = [
    ["old changes could not be removed", () => trimChanges(database)],
    ["old sign-in links and sessions could not be removed", () => trimSignIns(database)],
    ["files that nothing refers to could not be removed", () => trimUnattachedFiles(database)],
    ["old keys of deleted messages could not be removed", () => trimPurgedKeys(database)],
    ["old edits of messages that never came could not be removed", () => trimEarlyEdits(database)],
  ];
  const tried = (message: string, action: () => Promise<void>) =>
    action().catch((error: unknown) => log.warn(message, { code: faultCode(error) }));
  ground.queue.hourly("housekeeping", async () => {
    for (const [message, action] of trims) await tried(message, action);
  });
  let purging: Promise<void> | null = null;
  const sweep = setInterval(() => {
    purging ??= tried("a deletion that was begun could not be finished", () => finishPurges(ground)).finally(() => (purging = null));
  }, purgeSweepMs);
  return () => clearInterval(sweep);
}
