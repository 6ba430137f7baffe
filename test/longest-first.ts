import { BaseSequencer, type TestSpecification } from "vitest/node";

/** From the longest on. The first two run side by side: the one works hard, the other asks for nothing within seconds. */
const longest = [
  "house",
  "journeys/conversation-page",
  "journeys/browser",
  "journeys/one-machine",
  "journeys/stopping",
  "journeys/kill",
  "journeys/slack",
  "cli-chat",
  "journeys/command-line",
  "journeys/clear-lines",
  "slack-outage",
  "embedded-postgres",
];

/**
 * Starts the longest files first, so that no run waits for one alone at its end. Vitest does so when it has seen a run;
 * in a fresh checkout it goes by size, and some of these are short to read.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = longest.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(`/test/${name}.test.ts`)));
    return [...first, ...sorted.filter((file) => !first.includes(file))];
  }
}
