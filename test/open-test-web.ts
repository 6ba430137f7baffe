import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { purgeConversation } from "../packages/junior/src/app/purge-conversation.ts";
import { toolTargets } from "../packages/junior/src/app/tool-targets.ts";
import { systemClock } from "../packages/junior/src/base/clock.ts";
import { newId } from "../packages/junior/src/base/ids.ts";
import { openChanges } from "../packages/junior/src/db/changes.ts";
import type { Person } from "../packages/junior/src/people/person.ts";
import { type WebDeps, openWeb } from "../packages/junior/src/web/open-web.ts";
import { type ItemGiven, makeConversation, makeItem, makePerson } from "./factories/item.ts";
import { type Answer, type Asked, askHttp } from "./http-client.ts";
import { type Rooms, openRooms, silentLog } from "./open-rooms.ts";

export type ServedWeb = { port: number; endStreams(): void; close(): Promise<void> };

export type TestWeb = Rooms & {
  deps: WebDeps;
  port: number;
  /** The local person, who asks. */
  ana: Person;
  ben: Person;
  /** Above the folder of the page: what lies here must never be served. */
  root: string;
  ask(path: string, asked?: Asked): Promise<Answer>;
  /** A question to ana, in a private conversation of ana's unless said otherwise. */
  item(given?: Partial<ItemGiven>, author?: Person): Promise<TestItem>;
};

export type TestItem = { id: string; conversationId: string; path: string; revise(change: Partial<ItemGiven>): Promise<unknown> };

/** The web room on a database and a port of its own, with a page of two files. No worker runs. */
export async function openTestWeb(): Promise<TestWeb> {
  const rooms = await openRooms();
  const { database, queue, connectionString } = rooms;
  const changes = await openChanges({ connectionString, database, log: silentLog });
  const root = await makePageFolder();
  const ana = await makePerson(rooms, "ana");
  const ben = await makePerson(rooms, "ben");
  const deps: WebDeps = {
    database,
    queue,
    changes,
    log: silentLog,
    clock: systemClock,
    status: () => ({ version: "1", parts: [{ name: "Slack", on: false, detail: "off", mend: "Set SLACK_BOT_TOKEN." }], suggestions: [] }),
    ready: async () => true,
    localPerson: async () => ana,
    targetOf: await toolTargets(database, silentLog),
    purgeConversation: (id, person) => purgeConversation(rooms, id, person),
    pageFolder: join(root, "dist"),
  };
  const served = await serveWeb(deps);
  return {
    ...rooms,
    deps,
    port: served.port,
    ana,
    ben,
    root,
    ask: (path, asked) => askHttp(served.port, path, asked),
    async item(given = {}, author = ana) {
      const conversationId = await makeConversation(rooms, author);
      const first = { assignees: [ana], dedupeKey: newId(), ...given };
      const { id } = await makeItem(rooms, conversationId, first);
      return { id, conversationId, path: `/api/items/${id}`, revise: (change) => makeItem(rooms, conversationId, { ...first, ...change }) };
    },
    async close() {
      await served.close();
      await changes.close();
      await rooms.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

export async function serveWeb(deps: WebDeps, host = "127.0.0.1"): Promise<ServedWeb> {
  const web = openWeb(deps);
  const server = createServer(web.requestListener);
  await new Promise<void>((listening) => server.listen(0, host, listening));
  return {
    port: (server.address() as AddressInfo).port,
    endStreams: web.close,
    async close() {
      web.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function makePageFolder(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "junior-web-"));
  await mkdir(join(root, "dist", "assets"), { recursive: true });
  await writeFile(join(root, "secret.txt"), "nobody may read this");
  await writeFile(join(root, "dist", "index.html"), "<title>Junior</title>");
  await writeFile(join(root, "dist", "assets", "index-abc123.js"), "console.log('desk')");
  return root;
}

/** An answer to the question that the factory asks. */
export const blue = { revision: 1, response: { answers: { colour: "b" } } };
