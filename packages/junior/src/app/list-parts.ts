import type { Env } from "../base/env.ts";
import { commandName } from "../cli/command-name.ts";
import type { Model } from "../model/model.ts";

/** One part of Junior: what it is set to, and one mend where it is off. */
export type Part = { name: string; on: boolean; detail: string; mend: string | null };

/** What is on and what is off, for the start, the page and `doctor` alike. */
export function listParts(env: Env, model: Model, slack: { connected: boolean; detail: string } | null): Part[] {
  return [
    {
      name: "Model",
      on: !model.rehearsal,
      detail: model.rehearsal ? "rehearsing: it cannot think, and knows a few scenes" : model.name,
      mend: model.rehearsal ? "set ANTHROPIC_API_KEY or OPENAI_API_KEY in .env" : null,
    },
    {
      name: "Slack",
      on: slack?.connected ?? false,
      detail: slack?.detail ?? "not connected",
      mend: slack
        ? slack.connected
          ? null
          : `${commandName} doctor says why`
        : "set SLACK_BOT_TOKEN and SLACK_APP_TOKEN (or SLACK_SIGNING_SECRET) in .env (docs/slack.md)",
    },
    page(env),
    {
      name: "Database",
      on: true,
      detail: env.DATABASE_URL ? "PostgreSQL at DATABASE_URL" : `its own PostgreSQL in ${env.JUNIOR_DATA_DIR}`,
      mend: null,
    },
    {
      name: "Links",
      on: env.JUNIOR_PUBLIC_URL !== undefined,
      detail: env.JUNIOR_PUBLIC_URL ?? "this machine only: Slack cards carry no links to the page",
      mend: env.JUNIOR_PUBLIC_URL ? null : "set JUNIOR_PUBLIC_URL to the address at which others reach Junior",
    },
  ];
}

function page(env: Env): Part {
  if (env.JUNIOR_ROLE === "worker") return { name: "Page", on: false, detail: "a worker has none", mend: null };
  if (env.JUNIOR_PUBLIC_URL) {
    return {
      name: "Page",
      on: true,
      detail: `for whoever signs in by a private link: /junior web in Slack, or ${commandName} web`,
      mend: null,
    };
  }
  const onlyHere = ["127.0.0.1", "::1", "localhost"].includes(env.HOST);
  return {
    name: "Page",
    on: true,
    detail: onlyHere ? "for whoever sits at this machine" : "for whoever sits at this machine; others reach the port and are refused",
    mend: null,
  };
}
