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

export function beganText(source: Conversation["source"]): string {
  return `Began ${places[source]}`;
}
