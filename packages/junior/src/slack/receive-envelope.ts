import { faultCode, type Log } from "../base/log.ts";
import { checkBody } from "./check-body.ts";
import type { Install } from "./install.ts";
import { asObject } from "./json-object.ts";
import type { Bolt } from "./open-bolt.ts";
import type { Acknowledge, Envelope } from "./socket-connection.ts";

/**
 * One envelope of Socket Mode, looked at like the body of a request. An event is acknowledged when its rows are
 * committed; after a fault it is not, so that Slack sends it again. What is not ours or has no form that Slack would
 * send is acknowledged and forgotten: it would only come again.
 */
export async function receiveEnvelope(
  { payload }: Envelope,
  acknowledge: Acknowledge,
  deps: { install: Install; bolt: Bolt; log: Log },
): Promise<void> {
  const body = asObject(payload);
  const checked = body ? checkBody(body, deps.install) : "malformed";
  try {
    if (typeof checked === "string") {
      if (checked !== "unhandled") deps.log.debug("an envelope of Slack's was refused", { code: checked });
      await acknowledge();
    } else await deps.bolt.take(checked.payload, (response) => acknowledge(asObject(response) ?? undefined));
  } catch (error) {
    deps.log.warn("an envelope of Slack's failed", { code: faultCode(error) });
  }
}
