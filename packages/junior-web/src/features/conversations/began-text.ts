import type { Conversation } from "../../contract.ts";

const places: Record<Conversation["source"], string> = {
  slack: "in Slack",
  web: "on the web",
  cli: "on the command line",
  api: "through the API",
  automation: "by an automation",
  event: "by an event",
  child: "by another conversation",
};

/** Null for what began here, on the web: that tells nothing. */
export function beganText(source: Conversation["source"]): string | null {
  return source === "web" ? null : `Began ${places[source]}`;
}
