import { createServer } from "node:http";
import { createSlackAdapter } from "@chat-adapter/slack";
import { createPostgresState } from "@chat-adapter/state-pg";
import { getRequestListener } from "@hono/node-server";
import { Chat, ConsoleLogger } from "chat";
import { openModelCall } from "./ask-model.ts";
import { sayReady, settings } from "./settings.ts";

// Vercel's Chat SDK as its guide shows it, with its PostgreSQL state and its defaults.
const askModel = openModelCall(settings.modelUrl);
const logger = new ConsoleLogger("silent");
const bot = new Chat({
  userName: "bot",
  logger,
  adapters: {
    slack: createSlackAdapter({
      botToken: settings.botToken,
      signingSecret: settings.signingSecret,
      apiUrl: settings.slackApiUrl,
      logger,
    }),
  },
  state: createPostgresState({ url: settings.databaseUrl, logger }),
});
bot.onNewMention(async (thread, message) => {
  await thread.post(await askModel(message.text));
});
await bot.initialize();
// As on its platform: the answer goes out at once, and the process goes on with the work.
const waitUntil = (work: Promise<unknown>) => void work.catch(() => undefined);
const listener = getRequestListener((request) => bot.webhooks.slack(request, { waitUntil }));
createServer((request, response) => void listener(request, response)).listen(settings.port, "127.0.0.1", sayReady);
