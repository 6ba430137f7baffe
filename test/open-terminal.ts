import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, expect } from "vitest";
import { openWork } from "../packages/junior/src/app/open-work.ts";
import type { Check, CliHouse } from "../packages/junior/src/cli/program.ts";
import { buildProgram } from "../packages/junior/src/cli/program.ts";
import { type Changes, openChanges } from "../packages/junior/src/db/changes.ts";
import { purgeConversation } from "../packages/junior/src/app/purge-conversation.ts";
import { toolTargets } from "../packages/junior/src/app/tool-targets.ts";
import { rehearsalModel } from "../packages/junior/src/model/rehearsal-model.ts";
import type { Person } from "../packages/junior/src/people/person.ts";
import { makeConversation, makeItem } from "./factories/item.ts";
import { type Rooms, openRooms, silentLog } from "./open-rooms.ts";

/** ana, ben and cai at terminals of their own on one database, with the real program behind each. */
export type Terminals = ReturnType<typeof useTerminals>;

/** Opens the rooms before the file's tests and closes them after. */
export function useTerminals() {
  let rooms: Rooms;
  let changes: Changes;
  let people: Record<"ana" | "ben" | "cai", Person>;
  beforeAll(async () => {
    rooms = await openRooms();
    changes = await openChanges({ ...rooms, log: silentLog });
    const [ana, ben, cai] = await Promise.all([rooms.person("ana"), rooms.person("ben"), rooms.person("cai")]);
    people = { ana, ben, cai };
  });
  afterAll(async () => {
    await changes.close();
    await rooms.close();
  });
  const run = (person: Person, ...args: string[]) => start({ rooms, changes }, person, args).ended;
  return {
    rooms: () => rooms,
    people: () => people,
    start: (person: Person, args: string[], options?: StartOptions) => start({ rooms, changes }, person, args, options),
    run,
    async ask(given: Partial<Parameters<typeof makeItem>[2]> = {}, author = people.ana) {
      const conversationId = await makeConversation(rooms, author);
      return { conversationId, ...(await makeItem(rooms, conversationId, { assignees: [author], ...given })) };
    },
  };
}

export const short = (id: string) => id.slice(-8);

type StartOptions = { tty?: boolean; slack?: boolean; checks?: Check[]; working?: boolean };

/** A terminal or pipe of our own, as the program sees one. */
function openStreams(tty: boolean) {
  const written = { out: "", err: "" };
  const stream = (onText?: (text: string) => void) => {
    const through = Object.assign(new PassThrough(), tty ? { isTTY: true, columns: 80, setRawMode: () => through } : {});
    if (onText) through.setEncoding("utf8").on("data", onText);
    return through as never;
  };
  const stdin = stream() as PassThrough;
  return {
    stdin,
    written,
    deps: { stdin: stdin as never, stdout: stream((text) => (written.out += text)), stderr: stream((text) => (written.err += text)) },
  };
}

function start({ rooms, changes }: { rooms: Rooms; changes: Changes }, person: Person, args: string[], options: StartOptions = {}) {
  const { stdin, written, deps } = openStreams(options.tty ?? false);
  const interrupt = new AbortController();
  let code: number | null = null;
  let opened = 0;
  const workOn: CliHouse["workOn"] = async (conversationId) => {
    if (options.working === false) return async () => {};
    const worker = await openWork(rooms, { model: rehearsalModel, log: silentLog, only: conversationId });
    const unsubscribe = changes.subscribe((batch) => {
      if (batch === "reload" || batch.changes.some((change) => change.conversationId === conversationId)) worker.wake(conversationId);
    });
    worker.wake(conversationId);
    return () => {
      unsubscribe();
      return worker.close();
    };
  };
  const targets = () => toolTargets(rooms.database, silentLog);
  const program = buildProgram({
    ...deps,
    version: "1.2.3",
    async openDesk() {
      opened++;
      return {
        database: rooms.database,
        person,
        publicUrl: null,
        pageUrl: "http://localhost:9",
        slack: options.slack ?? true,
        targets,
        close: async () => void opened--,
      };
    },
    async openHouse() {
      opened++;
      return {
        ...rooms,
        changes,
        person,
        workOn,
        purge: (id) => purgeConversation(rooms, id, person),
        model: rehearsalModel,
        publicUrl: null,
        pageUrl: "http://localhost:9",
        slack: options.slack ?? true,
        targets,
        close: async () => void opened--,
      };
    },
    start: async () => void (written.out += "started"),
    migrate: async () => [],
    doctor: async () => options.checks ?? [],
    setExitCode: (given) => (code = given),
    interrupted: interrupt.signal,
  });
  const ended = program.parseAsync(["node", "junior", ...args]).then(async () => {
    await new Promise(setImmediate); // the last write arrives
    expect(opened).toBe(0);
    return { code, out: plain(written.out), err: plain(written.err), raw: written.out, rawErr: written.err };
  });
  return { stdin, ended, interrupt, out: () => plain(written.out), raw: () => written.out };
}

const plain = (text: string) => stripVTControlCharacters(text).replaceAll("\r", "");
