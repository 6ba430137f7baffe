/** `slowMs`: what was asked for is done at once and answered so much later. */
export type How =
  | "drop-before"
  | "drop-after"
  | "hang"
  | { error: string }
  | { status: number }
  | { rateLimit: number }
  | { slowMs: number };

/** `method` "*" means every method. `times` defaults to 1. */
export type FailNext = { method: string; times?: number; how: How };
/** Lets a share (0 to 1) of the calls fail, by order of arrival always the same ones for one seed. */
export type FailRate = { method: string; share: number; how: How; seed: number };

/** Decides which Web API calls fail, and how. Rules for the next calls come before rates. */
export function createFailures() {
  const next: { method: string; left: number; how: How }[] = [];
  const rates: { method: string; share: number; how: How; random: () => number }[] = [];

  return {
    failNext(rule: FailNext): void {
      next.push({ method: rule.method, left: rule.times ?? 1, how: rule.how });
    },

    failRate(rule: FailRate): void {
      rates.push({ method: rule.method, share: rule.share, how: rule.how, random: seeded(rule.seed) });
    },

    clear(): void {
      next.length = 0;
      rates.length = 0;
    },

    take(method: string): How | undefined {
      const rule = next.find((candidate) => candidate.left > 0 && isFor(candidate, method));
      if (rule) {
        rule.left -= 1;
        return rule.how;
      }
      return rates.find((candidate) => isFor(candidate, method) && candidate.random() < candidate.share)?.how;
    },
  };
}

function isFor(rule: { method: string }, method: string): boolean {
  return rule.method === "*" || rule.method === method;
}

/** Mulberry32: small, fast, the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
