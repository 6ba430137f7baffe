import type { Step } from "../../contract.ts";

export type StepGroup = { key: string; afterSequence: number; steps: Step[] };

/**
 * Steps that one Turn took after one message, together. A question that was asked stands in the transcript as itself,
 * and what Junior put on a message stands on that.
 */
export function stepGroups(steps: Step[]): StepGroup[] {
  const groups = new Map<string, StepGroup>();
  for (const step of steps) {
    if (standsForItself(step)) continue;
    const key = `${step.turnId} ${step.afterSequence}`;
    const group = groups.get(key) ?? { key, afterSequence: step.afterSequence, steps: [] };
    groups.set(key, { ...group, steps: [...group.steps, step] });
  }
  return [...groups.values()];
}

const standsForItself = ({ tool, state }: Step): boolean => (tool === "addReviewItem" || tool === "addReaction") && state === "done";

/** One line for all of them: what runs now, the only one, or how many. */
export function groupText(steps: Step[]): string {
  const last = steps.at(-1);
  if (last === undefined) return "";
  if (last.state === "running") return `${last.text}…`;
  return steps.length === 1 ? last.text : `${steps.length} steps`;
}

/** The mark of all of them: what runs, else the worst end of one. */
export function groupState(steps: Step[]): Step["state"] {
  const worst = (["running", "failed", "stopped"] as const).find((state) => steps.some((step) => step.state === state));
  return worst ?? "done";
}

/** "1 failed, 1 stopped" beside how many there are; null where all are done, or one says it for itself. */
export function endsText(steps: Step[]): string | null {
  if (steps.length < 2) return null;
  const counts = (["failed", "stopped"] as const).map((state) => [steps.filter((step) => step.state === state).length, state] as const);
  return counts.flatMap(([count, state]) => (count === 0 ? [] : `${count} ${state}`)).join(", ") || null;
}

/** "0.4 s", "12 s", "3 min": how long all of them took; null where nobody measured it. */
export function tookText(steps: Step[]): string | null {
  const measured = steps.flatMap(({ tookMs }) => tookMs ?? []);
  if (measured.length === 0) return null;
  const seconds = measured.reduce((sum, ms) => sum + ms, 0) / 1_000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  return seconds < 89.5 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
