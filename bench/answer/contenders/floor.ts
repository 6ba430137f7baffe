import { createHmac } from "node:crypto";
import { Agent, createServer, request } from "node:http";
import pg from "pg";
import { readRequestBody } from "../read-request-body.ts";
import { sayReady, settings } from "./settings.ts";

// The least that keeps a message: signature, one committed row, 200, one post. No model.
const pool = new pg.Pool({ connectionString: settings.databaseUrl });
await pool.query(
  "create table if not exists messages (id bigint generated always as identity primary key, ts text not null unique, body text not null)",
);
const agent = new Agent({ keepAlive: true });

createServer((incoming, response) => {
  void (async () => {
    const body = await readRequestBody(incoming);
    const base = `v0:${String(incoming.headers["x-slack-request-timestamp"])}:${body}`;
    const signature = `v0=${createHmac("sha256", settings.signingSecret).update(base).digest("hex")}`;
    if (signature !== incoming.headers["x-slack-signature"]) return response.writeHead(401).end();
    const { event } = JSON.parse(body) as { event: { ts: string; thread_ts?: string; channel: string; text: string } };
    await pool.query("insert into messages (ts, body) values ($1, $2)", [event.ts, body]);
    response.writeHead(200).end();
    post({ channel: event.channel, thread_ts: event.thread_ts ?? event.ts, text: `Here is ${event.text}` });
  })();
}).listen(settings.port, "127.0.0.1", sayReady);

function post(message: Record<string, string>): void {
  const body = JSON.stringify(message);
  const headers = {
    authorization: `Bearer ${settings.botToken}`,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  };
  request(`${settings.slackApiUrl}chat.postMessage`, { method: "POST", agent, headers }, (answer) => answer.resume()).end(body);
}
