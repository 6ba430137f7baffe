import type { IncomingMessage, ServerResponse } from "node:http";
import type { Deliverer } from "junior-plugin-api";
import type { Clock } from "../base/clock.ts";
import { StartError } from "../base/errors.ts";
import { faultCode, type Log } from "../base/log.ts";
import type { Database } from "../db/database.ts";
import type { Queue } from "../queue/queue.ts";
import { createBackground } from "./background.ts";
import { createBodyReader } from "./body-reader.ts";
import { openChannels } from "./channels.ts";
import { openClients } from "./clients.ts";
import { createDeliverer } from "./deliverer.ts";
import { type Found, findInstall } from "./find-install.ts";
import { guardRequest } from "./guard-request.ts";
import type { Install } from "./install.ts";
import { answerClicked } from "./listeners/answer-clicked.ts";
import { messagePosted } from "./listeners/message-posted.ts";
import { type Bolt, openBolt } from "./open-bolt.ts";
import { openPeople } from "./people.ts";
import { refusedTokenText } from "./refused-token-text.ts";
import { slackLogger } from "./slack-logger.ts";

export type Slack = {
  /** `POST /slack/events`: events, interactions and commands. Answers 503 until Slack has told us who we are. */
  requestListener(request: IncomingMessage, response: ServerResponse): void;
  deliverer: Deliverer;
  /** The team and bot of the token; null until Slack has told us. */
  team(): Install | null;
  connected(): boolean;
  /** One line for people. */
  detail(): string;
  close(): Promise<void>;
};

export type SlackOptions = {
  botToken: string;
  signingSecret: string;
  /** Another Slack than the real one; ends with `/api/`. */
  apiUrl?: string;
  /** Base of links to the desk. */
  publicUrl?: string;
  database: Database;
  queue: Queue;
  log: Log;
  clock: Clock;
};

const firstRetryMs = 1_000;
const lastRetryMs = 60_000;

/**
 * Slack over HTTP. Starts without Slack too, and goes on asking who we are; until then nothing is taken or posted.
 * @throws StartError when Slack refuses the token
 */
export async function openSlack(options: SlackOptions): Promise<Slack> {
  const { log, clock } = options;
  const logger = slackLogger(log);
  const clients = openClients({ ...options, logger });
  const background = createBackground(log);
  const readBody = createBodyReader();
  const closing = new AbortController();
  let connection: { install: Install; bolt: Bolt } | null = null;
  let detail = "";
  let retry: NodeJS.Timeout | null = null;

  const take = (found: Found) => {
    if ("install" in found) {
      connection = { install: found.install, bolt: connect(options, found.install, { clients, background, logger }) };
      detail = `connected to ${found.install.teamName}`;
    } else if ("refused" in found) detail = refusedTokenText(found.refused);
    else detail = `Slack cannot be reached (${found.unreachable}); trying again`;
  };
  const tryLater = (afterMs: number) => {
    retry = setTimeout(() => {
      background.run("Slack could not be asked", async () => {
        take(await findInstall(clients));
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

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const guarded = await guardRequest(request, {
      signingSecret: options.signingSecret,
      install: connection?.install ?? null,
      nowMs: clock.now(),
      readBody,
    });
    if (guarded.pass && connection) return connection.bolt(request, response, guarded.json);
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
    deliverer: createDeliverer({
      install: () => connection?.install ?? null,
      clients,
      openClients: (signal) => openClients({ ...options, logger, signal }),
      database: options.database,
      publicUrl: options.publicUrl ?? null,
      log,
    }),
    team: () => connection?.install ?? null,
    connected: () => connection !== null,
    detail: () => detail,
    async close() {
      closing.abort();
      if (retry) clearTimeout(retry);
      await background.close();
    },
  };
}

function connect(
  options: SlackOptions,
  install: Install,
  parts: {
    clients: ReturnType<typeof openClients>;
    background: ReturnType<typeof createBackground>;
    logger: ReturnType<typeof slackLogger>;
  },
): Bolt {
  const { database, queue, log, clock, botToken } = options;
  const { clients, background, logger } = parts;
  const people = openPeople({ database, install, clients, background });
  const channels = openChannels(clients, clock.now);
  return openBolt({
    botToken,
    install,
    logger,
    log,
    listeners: {
      message: (event) => messagePosted({ install, database, queue, people, channels }, event),
      answer: (click) => answerClicked({ install, database, queue, people, background, log }, click),
    },
  });
}
