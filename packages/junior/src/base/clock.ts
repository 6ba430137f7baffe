/** Milliseconds since 1970 for what the app itself decides; leases are compared by the database's clock. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };
