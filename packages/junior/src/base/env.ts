import { readFileSync } from "node:fs";
import { z } from "zod";
import { StartError } from "./errors.ts";

const port = z.coerce.number().int().min(0).max(65_535);
const url = z.url({ protocol: /^https?$/ });
const text = z.string().min(1);

const schema = z
  .object({
    PORT: port.default(3000),
    HOST: text.default("127.0.0.1"),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    JUNIOR_DATA_DIR: text.default(".junior"),
    JUNIOR_ROLE: z.enum(["all", "web", "worker"]).default("all"),
    JUNIOR_SECRET: z.string().min(32).optional(),
    JUNIOR_PUBLIC_URL: url.optional(),
    JUNIOR_LEASE_MS: z.coerce.number().int().min(500).max(60_000).default(6_000),
    JUNIOR_LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
    JUNIOR_MODEL: z
      .string()
      .regex(/^(anthropic|openai|openai-compatible)\/.+$/)
      .optional(),
    JUNIOR_FAST_MODEL: z
      .string()
      .regex(/^(anthropic|openai|openai-compatible)\/.+$/)
      .optional(),
    JUNIOR_MODEL_PRICE: z
      .string()
      .regex(/^\d+(\.\d+)?\/\d+(\.\d+)?$/)
      .optional(),
    JUNIOR_DAILY_BUDGET: z
      .string()
      .regex(/^[\d$., a-z]+$/)
      .optional(),
    ANTHROPIC_API_KEY: text.optional(),
    ANTHROPIC_BASE_URL: url.optional(),
    OPENAI_API_KEY: text.optional(),
    OPENAI_BASE_URL: url.optional(),
    SLACK_BOT_TOKEN: z.string().startsWith("xoxb-").optional(),
    SLACK_SIGNING_SECRET: text.optional(),
    SLACK_APP_TOKEN: z.string().startsWith("xapp-").optional(),
    SLACK_API_URL: url.optional(),
    NO_COLOR: z.string().optional(),
  })
  .refine((env) => !env.SLACK_BOT_TOKEN || env.SLACK_SIGNING_SECRET || env.SLACK_APP_TOKEN, {
    path: ["SLACK_SIGNING_SECRET"],
    message: "or SLACK_APP_TOKEN is needed beside SLACK_BOT_TOKEN: both are on the app's Basic Information page (docs/slack.md)",
  })
  .refine((env) => !env.SLACK_APP_TOKEN || env.SLACK_BOT_TOKEN, {
    path: ["SLACK_BOT_TOKEN"],
    message: "is needed beside SLACK_APP_TOKEN: copy it from the app's OAuth & Permissions page",
  })
  .refine((env) => !env.DATABASE_URL || env.JUNIOR_SECRET, {
    path: ["JUNIOR_SECRET"],
    message: "is needed with DATABASE_URL: a random text of 32 characters or more, the same for every process",
  });

const wanted: Record<string, string> = {
  PORT: "must be a whole number from 0 to 65535",
  HOST: "must not be empty",
  DATABASE_URL: "must look like postgres://user:password@host:5432/database",
  JUNIOR_DATA_DIR: "must not be empty",
  JUNIOR_ROLE: "must be all, web or worker",
  JUNIOR_SECRET: "must have 32 characters or more",
  JUNIOR_PUBLIC_URL: "must begin with http:// or https://",
  JUNIOR_LEASE_MS: "must be a whole number from 500 to 60000",
  JUNIOR_LOG_LEVEL: "must be debug, info, warn, error or silent",
  JUNIOR_MODEL: "must look like anthropic/NAME, openai/NAME or openai-compatible/NAME",
  JUNIOR_FAST_MODEL: "must look like anthropic/NAME, openai/NAME or openai-compatible/NAME",
  JUNIOR_MODEL_PRICE: "must look like 3/15: US dollars for a million tokens read, and for a million written",
  JUNIOR_DAILY_BUDGET: "must look like 20 (US dollars), '2000000 tokens' or '20, 5 per person'",
  ANTHROPIC_BASE_URL: "must begin with http:// or https://",
  OPENAI_BASE_URL: "must begin with http:// or https://",
  SLACK_BOT_TOKEN: "must begin with xoxb-",
  SLACK_APP_TOKEN: "must begin with xapp-",
  SLACK_API_URL: "must begin with http:// or https://",
};

export type Env = z.infer<typeof schema>;

/**
 * Reads the settings from the process, `.env` in the working folder filling what is not set there.
 * An empty value counts as not set. Faults come back as one line per variable and never quote a value,
 * which may be a secret.
 */
export function readEnv(given: Record<string, string | undefined> = process.env): { env: Env } | { faults: string[] } {
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = schema.safeParse(present);
  if (parsed.success) return { env: parsed.data };
  const faults = new Map<string, string>();
  for (const issue of parsed.error.issues) {
    const name = String(issue.path[0]);
    if (!faults.has(name)) faults.set(name, issue.code === "custom" ? issue.message : (wanted[name] ?? "is not valid"));
  }
  return { faults: [...faults].map(([name, message]) => `${name} ${message}.`) };
}

/** The same without the settings of these names: what can still be looked at where they are wrong. */
export function readEnvWithout(names: RegExp): ReturnType<typeof readEnv> {
  return readEnv(Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.test(name))));
}

/** Names that look like settings of Junior's and are none: most likely misspelt. */
export function unknownSettings(given: Record<string, string | undefined> = process.env): string[] {
  return Object.keys(given)
    .filter((name) => name.startsWith("JUNIOR_") && !(name in schema.shape))
    .toSorted();
}

/**
 * Adds what `.env` sets and the process does not. A missing file is fine.
 * @throws StartError when there is one that cannot be read
 */
export function loadEnvFile(path = ".env"): void {
  try {
    process.loadEnvFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw new StartError(`${path} in this folder cannot be read. It must be a file of text that this user may read, or not be there.`, 2);
  }
}

/** Quoted values may hold lines of their own. */
const quotedSetting = /^[ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`)/gm;
const plainLine = /^\s*(?:#|$|(?:export\s+)?[A-Za-z_][\w.-]*\s*=)/;

/** The numbers of the lines of `.env` that set nothing and are no comment. What stands there may be a secret. */
export function envFileFaults(path = ".env"): number[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return []; // whoever loads it says so
  }
  const lines = text.replace(quotedSetting, (setting) => `X=${setting.replace(/[^\n]/g, "").replaceAll("\n", "\nX=")}`).split(/\r?\n/);
  return lines.flatMap((line, index) => (plainLine.test(line) ? [] : [index + 1]));
}

/** Whether the stack of a fault is wanted, also where the settings could not be read. */
export const wantsStacks = (): boolean => process.env["JUNIOR_LOG_LEVEL"] === "debug";
