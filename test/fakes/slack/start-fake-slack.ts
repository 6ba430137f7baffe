import { randomBytes } from "node:crypto";
import { createDeliveries } from "./deliveries.ts";
import { envelopeOf, isHeard, madePrivateEvent, memberLeftEvent, userChangedEvent } from "./envelopes.ts";
import { createFailures } from "./failures.ts";
import type { FakeSlack, NewChannel, NewUser, UserChange } from "./fake-slack.ts";
import { receiveUpload, sendFile } from "./file-routes.ts";
import { startHttpServer } from "./http-server.ts";
import type { HttpAnswer, HttpRequest } from "./http-server.ts";
import { createInteractions } from "./interactions.ts";
import { copyOf, isObject } from "./json.ts";
import { openDirect } from "./open-direct.ts";
import { createPeople } from "./people.ts";
import { answerResponseUrl } from "./response-urls.ts";
import { createSocketMode } from "./socket-mode.ts";
import { addFile } from "./stored-files.ts";
import { statusIn } from "./thread-methods.ts";
import { createViewInteractions } from "./view-interactions.ts";
import { waitFor } from "./wait-for.ts";
import { createWebApi } from "./web-api.ts";
import type { ApiCall } from "./web-api.ts";
import { createWorkspace } from "./workspace.ts";
import type { FakeChannel, FakeUser, Identity, Workspace } from "./workspace.ts";

/** Starts a Slack on 127.0.0.1 with a workspace that holds nobody but the app's bot. */
export async function startFakeSlack(options: { teamId?: string } = {}): Promise<FakeSlack> {
  const workspace = createWorkspace(newIdentity(options.teamId ?? "T0A"));
  const { identity } = workspace;
  const settings = { retries: true, retryDelaysMs: [20, 60, 200], answerTimeoutMs: 3000 };
  const socket = createSocketMode(workspace, settings);
  const deliveries = createDeliveries(workspace, settings, socket);
  const failures = createFailures();
  const calls: ApiCall[] = [];
  const answerApi = createWebApi(workspace, deliveries, failures, calls, socket);
  const server = await startHttpServer(route, socket.upgrade);
  workspace.origin = server.origin;
  addUser(workspace, { id: identity.botUserId, name: "junior", isBot: true }, identity.botId);

  function route(request: HttpRequest): HttpAnswer {
    const [first, second = "", third = ""] = request.url.pathname.split("/").slice(1);
    if (first === "api") return answerApi(request, second);
    if (first === "actions") return answerResponseUrl(workspace, deliveries, request, third);
    if (first === "upload") return receiveUpload(workspace, request, third);
    if (first === "files") return sendFile(workspace, request, second);
    return { status: 404, body: "not found" };
  }

  return Object.assign(settings, {
    apiUrl: `${server.origin}/api/`,
    ...identity,
    clock: workspace.clock,
    sharing: workspace.sharing,
    connect: deliveries.connect,
    addUser: (user: NewUser) => addUser(workspace, user),
    addChannel: (channel: NewChannel) => addChannel(workspace, channel),
    archive: (id: string) => void (channelOf(workspace, id).isArchived = true),
    async leave(id: string, user: string) {
      const channel = channelOf(workspace, id);
      const wasHeard = isHeard(workspace, id);
      channel.members = channel.members.filter((member) => member !== user);
      return wasHeard ? deliveries.deliver(memberLeftEvent(workspace, channel, user)) : [];
    },
    async makePrivate(id: string, user: string) {
      const channel = channelOf(workspace, id);
      channel.kind = "private";
      return isHeard(workspace, id) ? deliveries.deliver(madePrivateEvent(workspace, channel, user)) : [];
    },
    async changeUser(id: string, change: UserChange, untold?: "untold") {
      const user = workspace.users.get(id);
      if (!user) throw new Error(`No user ${id}: addUser first`);
      const updated = Math.max(user.updated + 1, Math.floor(workspace.now() / 1000));
      Object.assign(user, change, { updated });
      return untold ? [] : deliveries.deliver(userChangedEvent(workspace, user));
    },
    addFile: (file: Parameters<FakeSlack["addFile"]>[0], user = identity.botUserId) => addFile(workspace, file, user),
    ...createPeople(workspace, deliveries),
    ...createInteractions(workspace, deliveries),
    ...createViewInteractions(workspace, deliveries),

    async openHome({ user, tab = "home" }: { user: string; tab?: "home" | "messages" }) {
      const event = {
        type: "app_home_opened",
        user,
        channel: openDirect(workspace, [user]).id,
        tab,
        view: workspace.homes.get(user),
        event_ts: workspace.nextTs("home"),
      };
      const [status = 0] = await deliveries.deliver(event);
      return status;
    },

    socket,
    sendRaw: deliveries.sendRaw,
    async sendEvent(envelope, options) {
      const event = isObject(envelope.event) ? envelope.event : undefined;
      const whole = event ? envelopeOf(workspace, event, envelope) : envelope;
      return socket.isOn() ? deliveries.overSocket(whole, options) : deliveries.sendRaw(JSON.stringify(whole), options);
    },

    messages: (channel: string, threadTs?: string) =>
      workspace.messages.filter(
        (message) =>
          message.channel === channel && !message.deleted && (!threadTs || message.ts === threadTs || message.threadTs === threadTs),
      ),
    ephemerals: (user?: string) => workspace.ephemerals.filter((message) => !message.deleted && (!user || message.user === user)),
    reactions: (channel: string, ts: string) => copyOf(workspace.find(channel, ts)?.reactions ?? []),
    status: (channel: string, threadTs: string) => statusIn(workspace, channel, threadTs),
    openedViews: (user: string) => [...(workspace.modals.get(user) ?? [])],
    home: (user: string) => workspace.homes.get(user),
    calls: (method?: string) => calls.filter((call) => !method || call.method === method),
    attempts: () => [...deliveries.attempts],

    failNext: failures.failNext,
    failRate: failures.failRate,
    stopFailing: failures.clear,
    waitFor: <T>(predicate: () => T | undefined | false, what: string, timeoutMs = 3000) =>
      waitFor(workspace.changes, predicate, what, timeoutMs, () => summaryOf(workspace, calls)),

    async close() {
      workspace.changes.emit("closed");
      socket.close();
      await deliveries.close();
      await server.close();
    },
  } satisfies Omit<FakeSlack, keyof typeof settings>);
}

function newIdentity(teamId: string): Identity {
  const scopes = [
    "app_mentions:read",
    "assistant:write",
    "channels:history",
    "channels:read",
    "chat:write",
    "commands",
    "files:read",
    "files:write",
    "groups:history",
    "groups:read",
  ];
  scopes.push(
    "im:history",
    "im:read",
    "im:write",
    "mpim:history",
    "mpim:read",
    "mpim:write",
    "reactions:read",
    "reactions:write",
    "team:read",
    "users:read",
    "users:read.email",
  );
  const secret = (bytes: number) => randomBytes(bytes).toString("hex");
  return {
    teamId,
    teamName: "Acme",
    domain: "acme",
    botToken: `xoxb-${secret(12)}`,
    signingSecret: secret(16),
    botUserId: "U0BOT",
    botId: "B0BOT",
    appId: "A0A",
    scopes,
  };
}

function addUser(workspace: Workspace, user: NewUser, botId?: string): FakeUser {
  const { isStranger = false, isBot = false, isRestricted = false } = user;
  const teamId = user.teamId ?? (isStranger ? "T0OTHER" : workspace.identity.teamId);
  const added: FakeUser = {
    id: user.id,
    name: user.name,
    email: user.email,
    realName: user.realName ?? user.name,
    tz: user.tz ?? "Etc/UTC",
    teamId,
    isRestricted,
    isDeleted: false,
    updated: Math.floor(workspace.now() / 1000),
    isBot,
    isStranger: isStranger || teamId !== workspace.identity.teamId,
    botId: botId ?? (isBot ? `B${user.id.slice(1)}` : undefined),
  };
  workspace.users.set(added.id, added);
  return added;
}

function addChannel(workspace: Workspace, channel: NewChannel): FakeChannel {
  for (const member of channel.members) if (!workspace.users.has(member)) throw new Error(`No user ${member}: addUser first`);
  const added: FakeChannel = { ...channel, members: [...channel.members], isArchived: false };
  workspace.channels.set(added.id, added);
  return added;
}

function channelOf(workspace: Workspace, id: string): FakeChannel {
  const channel = workspace.channels.get(id);
  if (!channel) throw new Error(`No channel ${id}: addChannel first`);
  return channel;
}

function summaryOf(workspace: Workspace, calls: ApiCall[]): string {
  const messages = workspace.messages
    .filter((message) => !message.deleted)
    .slice(-10)
    .map((message) => `  ${message.channel} ${message.threadTs ? "  ↳ " : ""}${message.user}: ${message.text.slice(0, 120)}`);
  const ephemerals = workspace.ephemerals
    .slice(-5)
    .map((message) => `  only ${message.user} in ${message.channel}: ${message.text.slice(0, 120)}`);
  const recent = calls.slice(-10).map((call) => `  ${call.method} → ${JSON.stringify(call.answer).slice(0, 120)}`);
  return ["messages:", ...messages, "ephemerals:", ...ephemerals, "calls:", ...recent].join("\n");
}
