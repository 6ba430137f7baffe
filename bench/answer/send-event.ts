import { createHmac } from "node:crypto";
import { Agent, request } from "node:http";
import { world } from "./world.ts";

export type Said = { user: string; text: string; ts: string; threadTs?: string };

/** Times of `performance.now()`; status 0 when nobody answered. */
export type Sent = { status: number; sentAt: number; answeredAt: number };

export type Sender = {
  /** Sends a mention as Slack does. */
  send(url: string, said: Said): Promise<Sent>;
  close(): void;
};

export function openSender(): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return {
    send: async (url, said) => {
      const sent = await post(agent, url, said);
      // A kept connection that the other side was just closing: nothing has been read there.
      return sent.status === 0 && sent.wasReused ? post(agent, url, said) : sent;
    },
    close: () => agent.destroy(),
  };
}

function post(agent: Agent, url: string, said: Said): Promise<Sent & { wasReused: boolean }> {
  return new Promise((resolve) => {
    const body = JSON.stringify(envelope(said));
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = `v0=${createHmac("sha256", world.signingSecret).update(`v0:${timestamp}:${body}`).digest("hex")}`;
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "x-slack-request-timestamp": timestamp,
      "x-slack-signature": signature,
    };
    const sentAt = performance.now();
    const done = (status: number) => resolve({ status, sentAt, answeredAt: performance.now(), wasReused: sending.reusedSocket });
    const sending = request(`${url}/slack/events`, { method: "POST", agent, headers }, (response) => {
      done(response.statusCode ?? 0);
      response.resume();
    });
    sending.on("error", () => done(0)).end(body);
  });
}

function envelope({ user, text, ts, threadTs }: Said) {
  const { teamId, appId, botUserId, channel } = world;
  return {
    token: "verification-token",
    team_id: teamId,
    api_app_id: appId,
    type: "event_callback",
    event_id: `Ev${ts.replace(".", "")}`,
    event_time: Math.floor(Number(ts)),
    authorizations: [{ enterprise_id: null, team_id: teamId, user_id: botUserId, is_bot: true, is_enterprise_install: false }],
    event: {
      type: "app_mention",
      user,
      text: `<@${botUserId}> ${text}`,
      ts,
      event_ts: ts,
      team: teamId,
      channel,
      ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
    },
  };
}
