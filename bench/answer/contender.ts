import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { freePort, startJunior } from "../../test/start-junior.ts";
import { world } from "./world.ts";

export type ContenderName = "junior" | "floor" | "plain-bolt" | "chat-sdk";

export type Running = { url: string; pid: number; stop(): Promise<unknown>; kill(): Promise<void> };

export type Contender = {
  name: ContenderName;
  /** The name of its database. */
  database: string;
  start(): Promise<Running>;
};

export type Surroundings = { databaseUrl(name: string): string; slackUrl: string; modelUrl: string };

/** Every contender as a process of its own, on a database of its own, in front of the same Slack and the same model. */
export function contenders(around: Surroundings): Contender[] {
  const common = (database: string) => ({
    DATABASE_URL: around.databaseUrl(database),
    SLACK_API_URL: `${around.slackUrl}/api/`,
    SLACK_BOT_TOKEN: world.botToken,
    SLACK_SIGNING_SECRET: world.signingSecret,
  });
  const junior: Contender = {
    name: "junior",
    database: "bench_junior",
    start: () =>
      startJunior({
        ...common("bench_junior"),
        JUNIOR_SECRET: "a secret for this run that is long enough",
        JUNIOR_MODEL: "openai-compatible/instant",
        OPENAI_BASE_URL: `${around.modelUrl}/v1`,
      }),
  };
  const others = (["floor", "plain-bolt", "chat-sdk"] as const).map((name): Contender => {
    const database = `bench_${name.replace("-", "_")}`;
    return { name, database, start: () => startOther(name, { ...common(database), MODEL_URL: `${around.modelUrl}/v1` }) };
  });
  return [junior, ...others];
}

async function startOther(name: ContenderName, env: Record<string, string>): Promise<Running> {
  const file = fileURLToPath(new URL(`contenders/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], PORT: String(await freePort()), ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const ready = /ready at (\S+)/.exec(output)?.[1];
      if (ready) resolve(ready);
    });
    child.once("exit", () => reject(new Error(`${name} did not start:\n${output}`)));
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  };
  return { url, pid: child.pid as number, stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
}
