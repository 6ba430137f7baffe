#!/usr/bin/env node
// The `junior` command, on any Node from 20 on: Junior itself runs on the Node 24 of the repository.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const main = new URL("../src/main.ts", import.meta.url);
const projectNode = fileURLToPath(new URL("../../../node_modules/.bin/node", import.meta.url));

// Anywhere in the repository it is the same Junior: its .env, its .junior.
if (`${process.cwd()}/`.startsWith(root)) process.chdir(root);

if (!existsSync(projectNode)) {
  console.error("Junior's libraries are not installed yet. Run npm start once in its repository.");
  process.exitCode = 1;
} else if (Number(process.versions.node.split(".")[0]) >= 24) {
  await import(main.href);
} else {
  runOnProjectNode();
}

function runOnProjectNode() {
  const child = spawn(projectNode, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGTERM", "SIGHUP", "SIGUSR2"]) process.on(signal, () => child.kill(signal));
  for (const signal of ["SIGINT", "SIGQUIT"]) process.on(signal, () => process.stdin.isTTY || child.kill(signal)); // keys reach both by themselves
  child.on("exit", (exitCode, signal) => process.exit(exitCode ?? 128 + (constants.signals[signal] ?? 0)));
  child.on("error", () => {
    console.error("Junior's Node 24 does not run here. Delete node_modules and run npm start.");
    process.exit(1);
  });
}
