import { type WorkOptions, openWork } from "../packages/junior/src/app/open-work.ts";
import type { Location } from "../packages/junior/src/conversations/conversation-store.ts";
import { type NewMessage, type Received, receiveMessage } from "../packages/junior/src/conversations/receive-message.ts";
import type { Model, ModelOutput, ModelRequest, ModelToolCall } from "../packages/junior/src/model/model.ts";
import type { Person } from "../packages/junior/src/people/person.ts";
import { type Rooms, openRooms, silentLog } from "./open-rooms.ts";
import { waitFor } from "./wait-for.ts";

/** What the model says to a request; a text alone is a plain answer. */
export type Answers = (request: ModelRequest) => string | Partial<ModelOutput> | Promise<string | Partial<ModelOutput>>;

/** Rooms with a worker and a model of the test's own making; no server. */
export type TurnWorld = Rooms & {
  ana: Person;
  ben: Person;
  requests: ModelRequest[];
  /** From now on. */
  answer(answers: Answers): void;
  say(text: string, given?: Partial<NewMessage> & { by?: Person }): Promise<Received>;
  /** What was said there, once no Turn runs or waits any more. */
  settled(conversationId: string): Promise<{ author: string; text: string; state: string }[]>;
  turns(conversationId: string): Promise<{ state: string; failure: string | null }[]>;
};

export const calling = (...calls: Omit<ModelToolCall, "callId">[]): Partial<ModelOutput> => {
  const toolCalls = calls.map((call) => ({ callId: `call-${++made}`, ...call }));
  const content = toolCalls.map(({ callId, tool, input }) => ({ type: "tool-call" as const, toolCallId: callId, toolName: tool, input }));
  return { toolCalls, content };
};
let made = 0;

export const textOf = (request: ModelRequest): string => JSON.stringify(request.messages);

export async function openTurnWorld(options: Partial<WorkOptions> & { contextTokens?: number } = {}): Promise<TurnWorld> {
  const rooms = await openRooms();
  const requests: ModelRequest[] = [];
  let answers: Answers = () => "Fine.";
  const model: Model = {
    name: "test/answering",
    rehearsal: false,
    price: null,
    contextTokens: options.contextTokens ?? 1_000_000,
    suggestions: [],
    async generate(request) {
      requests.push(request);
      const given = await answers(request);
      const output = typeof given === "string" ? { text: given, content: given } : given;
      return { content: output.text ?? "", text: "", toolCalls: [], usage: { inputTokens: 10, outputTokens: 5 }, cutOff: false, ...output };
    },
  };
  const worker = await openWork(rooms, { model, log: silentLog, ...options });
  const [ana, ben] = [await rooms.person("ana"), await rooms.person("ben")];
  let said = 0;
  return {
    ...rooms,
    ana,
    ben,
    requests,
    answer: (given) => void (answers = given),
    async say(text, { by = ana, ...given } = {}) {
      const received = await rooms.database.transaction().execute((transaction) =>
        receiveMessage(transaction, rooms.queue, {
          conversation: { externalKey: null, source: "web", visibility: "public", title: "t", location: null },
          externalKey: `test:${++said}`,
          source: "web",
          author: { kind: "person", userId: by.userId, identityId: by.identityId },
          text,
          state: "waiting",
          ...given,
        }),
      );
      if (!received) throw new Error("not received");
      return received;
    },
    settled: (conversationId) =>
      waitFor(
        "the end of the work",
        () =>
          rooms.query<{ author: string; text: string; state: string }>(
            "select author_kind as author, text, state from junior_messages where conversation_id = $1 order by sequence",
            [conversationId],
          ),
        (rows) => rows.every((row) => row.state === "done" || row.state === "seen") && rows,
        20_000,
      ),
    turns: (conversationId) =>
      rooms.query("select state, failure_code as failure from junior_turns where conversation_id = $1 order by started_at", [
        conversationId,
      ]),
    async close() {
      await worker.close();
      await rooms.close();
    },
  };
}

export const slackPlace: Location = { surface: "slack", tenant: "T1", channel: "C1", thread: "1.1" };
