/** More than any model reads or writes at once, and little enough that a day's sums and their cost can be kept. */
const most = 100_000_000;

/** A number of tokens as a provider tells it, as one that can be counted with: some tell fractions, less than none, or nonsense. */
export const tokenCount = (told: number | undefined): number => Math.min(most, Math.max(0, Math.ceil(told || 0)));
