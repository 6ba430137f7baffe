import { ApiRefusal, argumentsOf, parseBody } from "./api-arguments.ts";
import type { ApiMethods } from "./api-method.ts";
import { chatMethods } from "./chat-methods.ts";
import { conversationMethods } from "./conversation-methods.ts";
import type { Deliveries } from "./deliveries.ts";
import type { createFailures, How } from "./failures.ts";
import { fileMethods } from "./file-methods.ts";
import type { HttpAnswer, HttpRequest } from "./http-server.ts";
import { copyOf } from "./json.ts";
import type { JsonObject } from "./json.ts";
import type { SocketMode } from "./socket-mode.ts";
import { streamMethods } from "./stream-methods.ts";
import { threadMethods } from "./thread-methods.ts";
import { viewMethods } from "./view-methods.ts";
import type { Workspace } from "./workspace.ts";
import { workspaceMethods } from "./workspace-methods.ts";

/** One call as it came in: `body` with JSON arguments parsed, `answer` the JSON sent back, or how the call failed. */
export type ApiCall = { method: string; body: JsonObject; at: number; answer: JsonObject | string };

const METHODS: ApiMethods = {
  ...workspaceMethods,
  ...chatMethods,
  ...streamMethods,
  ...conversationMethods,
  ...threadMethods,
  ...viewMethods,
  ...fileMethods,
};

/** Answers `/api/<method>`. Failure rules come first, then the token, then the method. */
export function createWebApi(
  workspace: Workspace,
  deliveries: Deliveries,
  failures: ReturnType<typeof createFailures>,
  calls: ApiCall[],
  socket: SocketMode,
) {
  return (request: HttpRequest, method: string): HttpAnswer => {
    const call: ApiCall = { method, body: {}, at: workspace.now(), answer: "" };
    calls.push(call);
    const how = failures.take(method);
    const parsed = readable(request);
    call.body = parsed instanceof ApiRefusal ? {} : recorded(parsed);
    const slowMs = typeof how === "object" && "slowMs" in how ? how.slowMs : undefined;
    const early = how === "drop-after" || (typeof how === "object" && "slowMs" in how) ? undefined : how;
    if (!early) call.answer = parsed instanceof ApiRefusal ? refused(parsed) : run(method, request, parsed, workspace, deliveries, socket);
    const answer = early
      ? failed(early, call)
      : how === "drop-after"
        ? "cut"
        : { ...json(200, call.answer as JsonObject, { "x-oauth-scopes": workspace.identity.scopes.join(",") }), afterMs: slowMs };
    workspace.changed();
    return answer;
  };
}

function run(
  method: string,
  request: HttpRequest,
  body: JsonObject,
  workspace: Workspace,
  deliveries: Deliveries,
  socket: SocketMode,
): JsonObject {
  const args = argumentsOf(body);
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? args.text("token");
  if (!token) return refused(new ApiRefusal("not_authed"));
  if (method === "apps.connections.open") {
    if (token === socket.appToken) return { ok: true, url: socket.ticket() };
    return refused(new ApiRefusal(token === workspace.identity.botToken ? "not_allowed_token_type" : "invalid_auth"));
  }
  if (token !== workspace.identity.botToken) return refused(new ApiRefusal("invalid_auth"));
  const answering = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (!answering) return refused(new ApiRefusal("unknown_method", { req_method: method }));
  try {
    return copyOf({ ok: true, ...answering({ args, workspace, deliveries }) });
  } catch (error) {
    if (error instanceof ApiRefusal) return refused(error);
    throw error;
  }
}

function readable(request: HttpRequest): JsonObject | ApiRefusal {
  try {
    return parseBody(request.headers["content-type"] ?? "", request.body, request.url.searchParams);
  } catch (error) {
    if (error instanceof ApiRefusal) return error;
    throw error;
  }
}

function failed(how: Exclude<How, "drop-after" | { slowMs: number }>, call: ApiCall): HttpAnswer {
  if (how === "drop-before" || how === "hang") {
    call.answer = how;
    return how === "hang" ? "hang" : "cut";
  }
  if ("status" in how) {
    call.answer = `status ${how.status}`;
    return { status: how.status, headers: { "content-type": "text/plain" }, body: "failed on purpose" };
  }
  const answer = refused(new ApiRefusal("error" in how ? how.error : "ratelimited"));
  call.answer = answer;
  return "error" in how ? json(200, answer) : json(429, answer, { "retry-after": String(how.rateLimit) });
}

function refused(refusal: ApiRefusal): JsonObject {
  return { ok: false, error: refusal.code, ...refusal.also };
}

function json(status: number, body: JsonObject, headers: Record<string, string> = {}): Exclude<HttpAnswer, string> {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(body),
  };
}

/** The arguments without the token, JSON strings opened. */
function recorded(body: JsonObject): JsonObject {
  const entries = Object.entries(body).filter(([name]) => name !== "token");
  return Object.fromEntries(entries.map(([name, value]) => [name, opened(value)]));
}

function opened(value: unknown): unknown {
  if (typeof value !== "string" || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
