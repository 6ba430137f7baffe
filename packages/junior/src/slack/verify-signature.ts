import { createHmac, timingSafeEqual } from "node:crypto";

/** Whether Slack signed exactly this body: `v0=` and the HMAC-SHA256 of `v0:<timestamp>:<body>`. */
export function verifySignature(signingSecret: string, request: { body: Buffer; timestamp: string; signature: string }): boolean {
  const { body, timestamp, signature } = request;
  const expected = Buffer.from(`v0=${createHmac("sha256", signingSecret).update(`v0:${timestamp}:`).update(body).digest("hex")}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
