import type { ApiCall } from "./web-api.ts";
import type { Answer, Attempt, RawOptions } from "./deliveries.ts";
import type { FailNext, FailRate } from "./failures.ts";
import type { ClickInput, Interaction } from "./interactions.ts";
import type { JsonObject } from "./json.ts";
import type { EditInput, MessageReference, Said, SayInput } from "./people.ts";
import type { SocketMode } from "./socket-mode.ts";
import type { FileInput } from "./stored-files.ts";
import type { SubmitInput, Submitted } from "./view-interactions.ts";
import type { Ephemeral, FakeChannel, FakeUser, StoredFile, StoredMessage, StoredView } from "./workspace.ts";

export type NewUser = {
  id: string;
  name: string;
  email?: string;
  realName?: string;
  tz?: string;
  isRestricted?: boolean;
  isBot?: boolean;
  isStranger?: boolean;
  teamId?: string;
};
export type UserChange = Partial<Pick<FakeUser, "name" | "realName" | "tz" | "isRestricted" | "isDeleted">>;
export type NewChannel = { id: string; name: string; kind: FakeChannel["kind"]; members: string[] };
export type Received = { status: number; body: string; headers: Answer["headers"] };

/** A Slack workspace with one installed app, for tests. Times are milliseconds, `ts` are Slack's decimal strings. */
export type FakeSlack = {
  /** For `slackApiUrl` of web-api; ends with /api/. */
  apiUrl: string;
  botToken: string;
  signingSecret: string;
  teamId: string;
  botUserId: string;
  botId: string;
  appId: string;
  /** Sent as x-oauth-scopes with every answer; without files:read, downloads give the sign-in page. Change it in place. */
  readonly scopes: string[];

  /** Where events and interactions go. Until then nothing is delivered. */
  connect(eventsUrl: string): void;
  /** A stranger is of another team (Slack Connect). */
  addUser(user: NewUser): FakeUser;
  /** The bot hears only where `members` names it. */
  addChannel(channel: NewChannel): FakeChannel;
  archive(channel: string): void;
  /** Somebody leaves a channel: member_left_channel, where the bot is; the answers to the first attempts. */
  leave(channel: string, user: string): Promise<number[]>;
  /** A public channel is made private: a note in it, where the bot is. */
  makePrivate(channel: string, user: string): Promise<number[]>;
  /** An admin demotes, deactivates or renames somebody: user_change. `untold`: the app is not subscribed, or it was lost. */
  changeUser(user: string, change: UserChange, untold?: "untold"): Promise<number[]>;
  /** A complete file of the app or a user, for slack_file blocks and files.info. */
  addFile(file: FileInput, user?: string): StoredFile;

  /**
   * A person writes. The product gets a `message` event and, outside DMs, an `app_mention` twin when the bot is named.
   * `statuses` are the answers to the first attempts, in the order of delivery (0: none); repeats run by themselves.
   */
  say(input: SayInput): Promise<Said>;
  /** So many replies of somebody in a thread, of which nobody is told: for threads that are long already. */
  fillThread(thread: { channel: string; ts: string; user: string }, count: number): void;
  edit(input: EditInput): Promise<Said>;
  remove(input: MessageReference): Promise<Said>;
  unfurl(input: { channel: string; ts: string; attachments: JsonObject[] }): Promise<Said>;
  /** The user opens the app's page: app_home_opened; answers the status. */
  openHome(input: { user: string; tab?: "home" | "messages" }): Promise<number>;
  click(input: ClickInput): Promise<Interaction>;
  submit(input: SubmitInput): Promise<Submitted>;
  closeView(input: { user: string }): Promise<Interaction | undefined>;
  shortcut(input: { user: string; channel: string; messageTs: string; callbackId: string }): Promise<Interaction>;
  command(input: { user: string; channel: string; command: string; text?: string }): Promise<Interaction>;

  /** Once a connection has been asked for with its token, nothing goes over HTTP. */
  socket: Pick<SocketMode, "appToken" | "connections" | "send" | "sendText" | "refresh" | "cut" | "mute">;
  /** One request exactly as given, signed unless told otherwise, never repeated. */
  sendRaw(body: string | Buffer, options?: RawOptions): Promise<Received>;
  /** One signed envelope, or one over the socket; what is missing of it filled in, never repeated. */
  sendEvent(envelope: JsonObject, options?: RawOptions): Promise<Received>;

  /** What stands in a channel, oldest first, replies too; with `threadTs` only that thread with its root. */
  messages(channel: string, threadTs?: string): StoredMessage[];
  ephemerals(user?: string): Ephemeral[];
  reactions(channel: string, ts: string): { name: string; users: string[] }[];
  status(channel: string, threadTs: string): string | undefined;
  /** The stack of open modals, the visible one last. */
  openedViews(user: string): StoredView[];
  home(user: string): StoredView | undefined;
  calls(method?: string): ApiCall[];
  /** Every attempt to deliver an event, in the order of the answers; an envelope can be sent again with sendEvent. */
  attempts(): Attempt[];

  failNext(rule: FailNext): void;
  failRate(rule: FailRate): void;
  stopFailing(): void;
  /** Events not answered with 2xx in `answerTimeoutMs` are sent again after `retryDelaysMs`. */
  retries: boolean;
  retryDelaysMs: number[];
  answerTimeoutMs: number;
  /** Added to now in ts, event_time and the life of triggers, response URLs, statuses and streams; signatures keep the real time. */
  readonly clock: { offsetMs: number };
  /** Slack shows a file some time after its upload was finished; Infinity: never. */
  readonly sharing: { afterMs: number };

  waitFor<T>(predicate: () => T | undefined | false, what: string, timeoutMs?: number): Promise<T>;
  close(): Promise<void>;
};
