import { createHmac, timingSafeEqual } from "node:crypto";

/** Seconds that Slack's clock may differ from ours, both ways. */
const window = 300;

/**
 * Whether Slack signed exactly this body, within five minutes of now: `v0=` and the HMAC-SHA256 of
 * `v0:<timestamp>:<body>`. Bolt's own check lets requests from the future pass.
 */
export function verifySignature(
  signingSecret: string,
  request: { body: Buffer; timestamp: string | undefined; signature: string | undefined },
  nowMs: number,
): boolean {
  const { body, timestamp = "", signature = "" } = request;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowMs / 1000 - Number(timestamp)) > window) return false;
  const expected = Buffer.from(`v0=${createHmac("sha256", signingSecret).update(`v0:${timestamp}:`).update(body).digest("hex")}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
