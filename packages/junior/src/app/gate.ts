import type { Gate } from "junior-plugin-api";

/**
 * Lets through what changes nothing, and what stays reversible within Junior. Everything that would have to be
 * looked at first is refused: there is nobody here yet who looks.
 */
export const closedGate: Gate = async ({ hints, tool }) =>
  hints.readOnly || (!hints.destructive && !hints.openWorld)
    ? { decision: "allow" }
    : { decision: "refuse", reason: `${tool} needs a review before it may run, and no reviewer is set up. Do without it, and say so.` };
