import type { HttpAnswer, HttpRequest } from "./http-server.ts";
import type { Workspace } from "./workspace.ts";

const SIGN_IN = "<!DOCTYPE html><html><head><title>Sign in | Slack</title></head><body>Sign in to your workspace</body></html>";

/** Where `files.getUploadURLExternal` points to: the bytes, raw or as one part of a multipart form. */
export function receiveUpload(workspace: Workspace, request: HttpRequest, id: string): HttpAnswer {
  const file = workspace.files.get(id);
  if (!file || request.method !== "POST") return { status: 404, body: "not found" };
  file.content = bytesOf(request);
  return { status: 200, headers: { "content-type": "text/plain" }, body: `OK - ${file.content.length}` };
}

/** The private URLs of files: the bytes with the bot's token, a sign-in page (and 200) without. */
export function sendFile(workspace: Workspace, request: HttpRequest, id: string): HttpAnswer {
  const isAllowed =
    request.headers.authorization === `Bearer ${workspace.identity.botToken}` && workspace.identity.scopes.includes("files:read");
  if (!isAllowed) return { status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body: SIGN_IN };
  const file = workspace.files.get(id);
  if (!file?.complete) return { status: 404, body: "not found" };
  return { status: 200, headers: { "content-type": file.mimetype }, body: file.content };
}

function bytesOf(request: HttpRequest): Buffer {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/.exec(request.headers["content-type"] ?? "")?.[1];
  if (!boundary) return request.body;
  const from = request.body.indexOf("\r\n\r\n") + 4;
  const to = request.body.indexOf(`\r\n--${boundary}`, from);
  return request.body.subarray(from, to);
}
