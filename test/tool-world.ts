import type { Gate, ThreadReader, Tool, ToolResult } from "junior-plugin-api";
import { closedGate } from "../packages/junior/src/app/gate.ts";
import type { Location } from "../packages/junior/src/conversations/conversation-store.ts";
import { takeLease } from "../packages/junior/src/conversations/lease-store.ts";
import { findLeading } from "../packages/junior/src/conversations/message-state-store.ts";
import { type Received, receiveMessage } from "../packages/junior/src/conversations/receive-message.ts";
import type { Source } from "../packages/junior/src/db/schema.ts";
import { storeFile } from "../packages/junior/src/files/file-store.ts";
import { prepareFile } from "../packages/junior/src/files/prepare-file.ts";
import { callTool } from "../packages/junior/src/turns/call-tool.ts";
import { startTurn } from "../packages/junior/src/turns/turn-start-store.ts";
import type { Turn } from "../packages/junior/src/turns/turn.ts";
import { workingTools } from "../packages/junior/src/working-tools/working-tools.ts";
import { type Rooms, openRooms, silentLog } from "./open-rooms.ts";

/** What ana says, by the way of `source`. */
export type Saying = { text?: string; source?: Source; files?: { name: string; text: string }[]; key?: string };

/** Turns that a test makes one call of, on real rows: no model is asked. */
export type ToolWorld = {
  rooms: Rooms;
  tools: Map<string, Tool>;
  newPlace(): Location;
  /** In a Conversation that is there, or in a new one. */
  say(conversation: { id: string } | { place: Location | null }, saying?: Saying): Promise<Received>;
  /** Takes the lease and what waits. */
  begin(conversationId: string): Promise<Turn>;
  /** The Turn that one message began. */
  turnOf(place: Location | null, saying?: Saying): Promise<Turn & { messageId: string }>;
  use(turn: Turn, tool: string, input: unknown, gate?: Gate, signal?: AbortSignal): Promise<ToolResult>;
  deliveries(turn: Turn): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
};

export async function openToolWorld(threadReaders: ThreadReader[] = []): Promise<ToolWorld> {
  const rooms = await openRooms();
  const ana = await rooms.person("ana");
  const { database, queue } = rooms;
  const all = workingTools({ database, log: silentLog, skills: [], threadReaders });
  const tools = new Map(all.map((tool) => [tool.name, tool]));
  let count = 0;

  const store = async (file: { name: string; text: string }): Promise<string> => {
    const prepared = await prepareFile({ name: file.name, bytes: Buffer.from(file.text) });
    if (prepared === "too-large") throw new Error("too large");
    return (await database.transaction().execute((transaction) => storeFile(transaction, prepared, ana.userId))).id;
  };
  const world: ToolWorld = {
    rooms,
    tools,
    newPlace: () => ({ surface: "slack", tenant: "T1", channel: "C1", thread: `${++count}.1` }),
    async say(conversation, { text = "hello", source = "slack", files = [], key } = {}) {
      const ids: string[] = [];
      for (const file of files) ids.push(await store(file));
      const made = { externalKey: null, source, visibility: "public", title: "t" } as const;
      const received = await database.transaction().execute((transaction) =>
        receiveMessage(transaction, queue, {
          conversation: "id" in conversation ? conversation : { ...made, location: conversation.place },
          externalKey: key ?? `test:${++count}`,
          source,
          author: { kind: "person", userId: ana.userId, identityId: ana.identityId },
          text,
          state: "waiting",
          files: { ids },
        }),
      );
      if (!received || received === "files-refused") throw new Error("not received");
      return received;
    },
    async begin(conversationId) {
      const epoch = await takeLease(database, conversationId, "00000000-0000-7000-8000-000000000000", 600_000);
      if (epoch === null) throw new Error("no lease");
      return database.transaction().execute(async (transaction) => {
        const leading = await findLeading(transaction, conversationId);
        if (!leading) throw new Error("nothing waits");
        return startTurn(transaction, conversationId, epoch, leading, "test");
      });
    },
    async turnOf(place, saying) {
      const { conversationId, messageId } = await world.say({ place }, saying);
      return { ...(await world.begin(conversationId)), messageId };
    },
    async use(turn, tool, input, gate = closedGate, signal = new AbortController().signal) {
      const call = { callId: `call-${++count}`, tool, input, state: "waiting" as const, result: null };
      return (await callTool({ database, tools, gate, log: silentLog, signal }, turn, call)).result;
    },
    deliveries: (turn) =>
      rooms.query("select kind, message_id, emoji, channel, thread from junior_deliveries where conversation_id = $1 order by created_at", [
        turn.conversationId,
      ]),
    close: rooms.close,
  };
  return world;
}
