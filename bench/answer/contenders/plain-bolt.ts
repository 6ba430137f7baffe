import { App, HTTPReceiver, LogLevel } from "@slack/bolt";
import { openModelCall } from "./ask-model.ts";
import { sayReady, settings } from "./settings.ts";

// Bolt as its guide shows it. It keeps nothing: what is under way when it dies is lost.
const askModel = openModelCall(settings.modelUrl);
const app = new App({
  token: settings.botToken,
  receiver: new HTTPReceiver({ signingSecret: settings.signingSecret, endpoints: "/slack/events", logLevel: LogLevel.ERROR }),
  logLevel: LogLevel.ERROR,
  clientOptions: { slackApiUrl: settings.slackApiUrl },
});
app.event("app_mention", async ({ event, say }) => {
  await say({ text: await askModel(event.text), thread_ts: event.thread_ts ?? event.ts });
});
await app.start(settings.port);
sayReady();
