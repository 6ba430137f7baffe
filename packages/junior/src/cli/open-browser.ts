import { spawn } from "node:child_process";

const longestStartMs = 3_000;

/** Asks the system to open an address. @returns whether it took it */
export function openBrowser(url: string): Promise<boolean> {
  const [program, ...args] = openers[process.platform] ?? ["xdg-open"];
  return new Promise((resolve) => {
    const opener = spawn(program as string, [...args, url], { stdio: "ignore", detached: true });
    // Some openers stay until the browser ends.
    const started = setTimeout(() => resolve(true), longestStartMs);
    const end = (taken: boolean) => {
      clearTimeout(started);
      resolve(taken);
    };
    opener.once("error", () => end(false)).once("exit", (code) => end(code === 0));
    opener.unref();
  });
}

const openers: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};
