import { ApiRefusal, argumentsOf } from "./api-arguments.ts";
import type { Deliveries } from "./deliveries.ts";
import { changedEvent, deletedEvent, messageEvent, snapshot } from "./envelopes.ts";
import type { HttpAnswer, HttpRequest } from "./http-server.ts";
import { contentOf, isEmpty } from "./message-content.ts";
import type { Content } from "./message-content.ts";
import { storeMessage } from "./store-message.ts";
import type { Ephemeral, ResponseUrl, StoredMessage, Workspace } from "./workspace.ts";

const MOST_USES = 5;
const LIFE_MS = 30 * 60_000;

export function makeResponseUrl(workspace: Workspace, from: Omit<ResponseUrl, "at" | "uses">): string {
  const id = workspace.nextId("r");
  workspace.responseUrls.set(id, { ...from, at: workspace.now(), uses: 0 });
  return `${workspace.origin}/actions/${workspace.identity.teamId}/${id}`;
}

/** Answers a response_url: a new message, or the clicked one replaced or deleted; five uses in thirty minutes. */
export function answerResponseUrl(workspace: Workspace, deliveries: Deliveries, request: HttpRequest, id: string): HttpAnswer {
  const url = workspace.responseUrls.get(id);
  if (!url || request.method !== "POST") return refused(404, "invalid_url");
  if (workspace.now() - url.at > LIFE_MS) return refused(404, "expired_url");
  if (url.uses >= MOST_USES) return refused(404, "used_url");
  try {
    const args = argumentsOf(JSON.parse(request.body.toString()));
    const isDelete = args.flag("delete_original");
    const content = isDelete ? undefined : contentOf(workspace, args);
    if (content && isEmpty(content)) throw new ApiRefusal("no_text");
    url.uses += 1;
    if (!content) removeOriginal(workspace, deliveries, url);
    else if (args.flag("replace_original")) replaceOriginal(workspace, deliveries, url, content);
    else add(workspace, deliveries, url, content, args.text("response_type") === "in_channel", args.text("thread_ts"));
    workspace.changed();
    return { status: 200, headers: { "content-type": "text/plain" }, body: "ok" };
  } catch (error) {
    if (error instanceof ApiRefusal) return refused(400, error.code);
    if (error instanceof SyntaxError) return refused(400, "invalid_payload");
    throw error;
  }
}

function removeOriginal(workspace: Workspace, deliveries: Deliveries, url: ResponseUrl): void {
  const original = find(workspace, url);
  if (!original) return;
  if ("botId" in original) deliveries.echo(deletedEvent(workspace, url.channel, snapshot(workspace, original)));
  original.deleted = true;
}

function replaceOriginal(workspace: Workspace, deliveries: Deliveries, url: ResponseUrl, content: Content): void {
  const original = find(workspace, url);
  if (!original) return;
  const previous = "botId" in original ? snapshot(workspace, original) : undefined;
  original.text = content.text ?? "";
  original.blocks = content.blocks?.length ? content.blocks : undefined;
  if ("botId" in original && previous) deliveries.echo(changedEvent(workspace, original, previous));
}

function add(
  workspace: Workspace,
  deliveries: Deliveries,
  url: ResponseUrl,
  content: Content,
  isForAll: boolean,
  threadTs: string | undefined,
): void {
  const { botUserId, botId, appId, teamId } = workspace.identity;
  const { text = "", blocks } = content;
  if (!isForAll) {
    workspace.ephemerals.push({
      ts: workspace.nextTs(url.channel),
      channel: url.channel,
      user: url.user,
      text,
      blocks,
      threadTs: threadTs ?? url.threadTs,
      deleted: false,
    });
    return;
  }
  const message = storeMessage(workspace, deliveries, {
    channel: url.channel,
    user: botUserId,
    teamId,
    botId,
    appId,
    text,
    blocks,
    threadTs,
  });
  deliveries.echo(messageEvent(workspace, message));
}

function find(workspace: Workspace, url: ResponseUrl): StoredMessage | Ephemeral | undefined {
  if (!url.isEphemeral) return workspace.find(url.channel, url.messageTs);
  return workspace.ephemerals.find((message) => message.channel === url.channel && message.ts === url.messageTs && !message.deleted);
}

function refused(status: number, error: string): HttpAnswer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify({ ok: false, error }) };
}
