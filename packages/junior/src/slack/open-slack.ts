import type { IncomingMessage, ServerResponse } from "node:http";
import type { Deliverer, Progress, ThreadReader } from "junior-plugin-api";
import type { Clock } from "../base/clock.ts";
import { StartError } from "../base/errors.ts";
import { faultCode } from "../base/log.ts";
import { createBackground } from "./background.ts";
import { createBodyReader } from "./body-reader.ts";
import { openClients } from "./clients.ts";
import { connectedText } from "./connected-text.ts";
import { type Found, findInstall } from "./find-install.ts";
import { guardRequest } from "./guard-request.ts";
import type { Install } from "./install.ts";
import { type InstallOptions, type OpenInstall, openInstall } from "./open-install.ts";
import { openOut } from "./open-out.ts";
import { openSocket, type Socket, type SocketState } from "./open-socket.ts";
import { receiveEnvelope } from "./receive-envelope.ts";
import { refusedAppTokenText, refusedTokenText } from "./refused-token-text.ts";
import { slackLogger } from "./slack-logger.ts";
import type { SocketSettings } from "./socket-connection.ts";
import { createThreadReader } from "./thread-reader.ts";

export type Slack = {
  /** `POST /slack/events`: events, interactions and commands. Answers 503 until Slack has told us who we are. */
  requestListener(request: IncomingMessage, response: ServerResponse): void;
  deliverer: Deliverer;
  threadReader: ThreadReader;
  /** Resolves when the files of a Conversation's messages are read or given up; after 5 s at the latest. */
  filesSettled(conversationId: string): Promise<void>;
  /** Shows in its thread what a Turn does. */
  progress: Progress;
  /** The team and bot of the token; null until Slack has told us. */
  team(): Install | null;
  connected(): boolean;
  /** One line for people. */
  detail(): string;
  close(): Promise<void>;
};

export type SlackOptions = InstallOptions & {
  /** Null: nothing is taken over HTTP. */
  signingSecret: string | null;
  /** With it, events come over a socket. */
  appToken?: string;
  /** Another Slack than the real one; ends with `/api/`. */
  apiUrl?: string;
  /** Base of links to the desk. */
  publicUrl?: string;
  clock: Clock;
};

const firstRetryMs = 1_000;
const lastRetryMs = 60_000;
const longestWaitForFilesMs = 5_000;

/**
 * Slack over HTTP or a socket. Starts without Slack too, and goes on asking who we are; until then nothing is taken or
 * posted.
 * @throws StartError when Slack refuses a token
 */
export async function openSlack(options: SlackOptions): Promise<Slack> {
  const { log, clock } = options;
  const logger = slackLogger(log);
  const clients = openClients({ ...options, logger });
  const background = createBackground(log);
  const out = openOut({ ...options, clients, logger, install: () => connection?.install ?? null });
  const readBody = createBodyReader();
  const closing = new AbortController();
  let connection: OpenInstall | null = null;
  let socket: Socket | null = null;
  let detail = "";
  let retry: NodeJS.Timeout | null = null;

  const take = (found: Found) => {
    if ("install" in found) {
      connection = openInstall(options, found.install, { clients, background, logger });
      if (options.appToken !== undefined) {
        const deps = { install: found.install, bolt: connection.bolt, log };
        const receive: SocketSettings["receive"] = (envelope, acknowledge) => receiveEnvelope(envelope, acknowledge, deps);
        socket = openSocket({ appToken: options.appToken, apiUrl: options.apiUrl, logger, log, receive });
      }
      detail = connectedText(found);
      if (found.missingScopes.length > 0) log.warn("the Slack app lacks scopes", { code: found.missingScopes.join(" ") });
    } else if ("refused" in found) detail = refusedTokenText(found.refused);
    else detail = `Slack cannot be reached (${found.unreachable}); trying again`;
  };
  const tryLater = (afterMs: number) => {
    retry = setTimeout(() => {
      background.run("Slack could not be asked", async () => {
        const later = await findInstall(clients);
        if (closing.signal.aborted) return;
        take(later);
        if (connection) log.info("Slack is connected");
        else if (!closing.signal.aborted) tryLater(Math.min(afterMs * 2, lastRetryMs));
      });
    }, afterMs);
  };

  const found = await findInstall(clients);
  if ("refused" in found) throw new StartError(refusedTokenText(found.refused));
  take(found);
  if (!connection) {
    log.warn("Slack cannot be reached; trying again");
    tryLater(firstRetryMs);
  }
  const opened = await (socket as Socket | null)?.first;
  if (opened && opened !== "connected" && "refused" in opened) {
    out.close();
    await Promise.all([(socket as Socket | null)?.close(), (connection as OpenInstall | null)?.close()]);
    throw new StartError(refusedAppTokenText(opened.refused));
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const guarded = await guardRequest(request, {
      signingSecret: options.signingSecret,
      install: connection?.install ?? null,
      nowMs: clock.now(),
      readBody,
    });
    if (guarded.pass && connection) return connection.bolt.serve(request, response, guarded.json);
    const { status, headers, body } = guarded.pass ? { status: 503, headers: undefined, body: undefined } : guarded;
    if (status >= 400) log.debug("a request at Slack's door was refused", { status });
    response.writeHead(status, headers).end(body);
  };
  return {
    requestListener(request, response) {
      answer(request, response).catch((error: unknown) => {
        log.warn("a request at Slack's door failed", { code: faultCode(error) });
        if (!response.headersSent) response.writeHead(500).end();
      });
    },
    deliverer: out.deliverer,
    progress: out.progress,
    threadReader: createThreadReader({ reading: () => connection, clients }),
    filesSettled: async (conversationId) => connection?.files.settled(conversationId, longestWaitForFilesMs),
    team: () => connection?.install ?? null,
    connected: () => connection !== null && (socket === null || socket.state() === "connected"),
    detail: () => (socket === null ? detail : `${detail}${socketDetail(socket.state())}`),
    async close() {
      closing.abort();
      if (retry) clearTimeout(retry);
      out.close();
      await Promise.all([socket?.close(), connection?.close()]);
      await background.close();
    },
  };
}

/** " by Socket Mode", or what keeps it from being so. */
function socketDetail(state: SocketState): string {
  if (state === "connected") return " by Socket Mode";
  if ("refused" in state) return `, but nothing comes in: ${refusedAppTokenText(state.refused)}`;
  return `, but nothing comes in: no connection by Socket Mode (${state.unreachable}); trying again`;
}
