/** Scripts rely on these. `interrupted` is what shells use for Ctrl-C. */
export const exitCodes = { done: 0, refused: 1, badUsage: 2, alreadyClosed: 3, stillOpen: 4, interrupted: 130 } as const;
