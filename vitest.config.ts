import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import LongestFirst from "./test/longest-first.ts";

export default defineConfig({
  test: {
    reporters: ["default", "./test/counting-reporter.ts"],
    // Node runs the tests as it runs Junior: by type stripping, with its own module loader.
    experimental: { viteModuleRunner: false },
    pool: "forks",
    // Each file is loaded by a process of its own: what one compiled, the next need not.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/junior-tests", import.meta.url)) },
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // A journey starts several processes, and the machine may be busy with other things.
    testTimeout: 40_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: "product",
          include: ["test/**/*.test.ts"],
          globalSetup: ["test/page-is-built.ts", "test/postgres-server.ts"],
          setupFiles: ["test/nothing-left-behind.ts"],
        },
      },
      // Rules touch nothing outside of themselves, so that their files can share a process.
      { extends: true, test: { name: "rules", include: ["packages/*/src/**/*.test.ts"], isolate: false } },
    ],
  },
});
