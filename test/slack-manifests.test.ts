import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandName } from "../packages/junior/src/slack/command-name.ts";
import { missingScopes, neededEvents, neededScopes } from "../packages/junior/src/slack/needed-scopes.ts";

type Manifest = {
  features: { slash_commands: { command: string; url?: string }[] };
  oauth_config: { scopes: { bot: string[] } };
  settings: {
    socket_mode_enabled: boolean;
    event_subscriptions: { request_url?: string; bot_events: string[] };
    interactivity: { is_enabled: boolean; request_url?: string };
  };
};

const root = join(import.meta.dirname, "..");
const manifest = (mode: string) => JSON.parse(readFileSync(join(root, `docs/slack-manifest-${mode}.json`), "utf8")) as Manifest;
const files = readdirSync(join(root, "packages/junior/src/slack"), { recursive: true, encoding: "utf8" });
const source = files
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => readFileSync(join(root, "packages/junior/src/slack", name), "utf8"))
  .join("\n");

const inAnyPlace = (what: string) => ["channels", "groups", "im", "mpim"].map((place) => `${place}:${what}`);
/** By Slack's pages on each method. */
const scopesOfMethods: Record<string, string[]> = {
  "apps.connections.open": [],
  "auth.test": [],
  "bots.info": ["users:read"],
  "chat.delete": ["chat:write"],
  "chat.postEphemeral": ["chat:write"],
  "chat.postMessage": ["chat:write"],
  "chat.update": ["chat:write"],
  "assistant.threads.setStatus": ["assistant:write"],
  "conversations.history": inAnyPlace("history"),
  "conversations.info": inAnyPlace("read"),
  "conversations.open": ["im:write"],
  "conversations.replies": inAnyPlace("history"),
  "files.completeUploadExternal": ["files:write"],
  "files.delete": ["files:write"],
  "files.getUploadURLExternal": ["files:write"],
  "files.info": ["files:read"],
  "reactions.add": ["reactions:write"],
  "users.info": ["users:read"],
  "views.open": [],
  "views.publish": [],
  "views.push": [],
  "views.update": [],
};
const scopesOfEvents: Record<string, string | string[]> = {
  app_mention: "app_mentions:read",
  member_left_channel: ["channels:read", "groups:read"],
  "message.channels": "channels:history",
  "message.groups": "groups:history",
  "message.im": "im:history",
  "message.mpim": "mpim:history",
  user_change: "users:read",
};

test.each(["http", "socket"])("the manifest for %s asks for what the code uses, and for no more", (mode) => {
  const { features, oauth_config, settings } = manifest(mode);
  const http = mode === "http";
  expect(oauth_config.scopes.bot).toEqual(Object.keys(neededScopes));
  expect(settings.event_subscriptions.bot_events).toEqual([...neededEvents]);
  expect(settings.socket_mode_enabled).toBe(!http);
  expect(features.slash_commands.map(({ command }) => command)).toEqual([commandName]);
  expect(settings.interactivity.is_enabled).toBe(true);
  const urls = [settings.event_subscriptions.request_url, settings.interactivity.request_url, features.slash_commands[0]?.url];
  expect(urls).toEqual(Array(3).fill(http ? "https://JUNIOR.EXAMPLE.COM/slack/events" : undefined));
});

test("each scope is used by a method that the code calls or an event that it hears, and each of these has its scopes", () => {
  const called =
    /\b(?:client|posting|updating|reading|files|status|lookup)\.((?:apps|assistant|auth|bots|chat|conversations|files|reactions|users|views)(?:\.[a-zA-Z]+)+)\(/g;
  const methods = [...new Set([...source.matchAll(called)].map(([, method = ""]) => method))];
  expect(methods).toContain("chat.postMessage");
  expect(methods.filter((method) => !(method in scopesOfMethods))).toEqual([]);
  const used = [
    ...methods.flatMap((method) => scopesOfMethods[method] ?? []),
    ...neededEvents.flatMap((event) => scopesOfEvents[event]),
    "commands",
  ];
  // The bytes of files are fetched with files:read, without a method.
  expect([...new Set([...used, "files:read"])].toSorted()).toEqual(Object.keys(neededScopes).toSorted());
});

test("what a token lacks is named, where Slack says what it has", () => {
  expect(missingScopes(Object.keys(neededScopes).filter((scope) => scope !== "files:read"))).toEqual(["files:read"]);
  expect(missingScopes(undefined)).toEqual([]);
});
