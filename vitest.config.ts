import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "packages/*/src/**/*.test.ts"],
    globalSetup: ["test/postgres-server.ts"],
    setupFiles: ["test/nothing-left-behind.ts"],
    reporters: ["default", "./test/counting-reporter.ts"],
    // Node runs the tests as it runs Junior: by type stripping, with its own module loader.
    experimental: { viteModuleRunner: false },
    pool: "forks",
    maxWorkers: 2,
    // A journey starts several processes, and the machine may be busy with other things.
    testTimeout: 40_000,
    hookTimeout: 30_000,
  },
});
