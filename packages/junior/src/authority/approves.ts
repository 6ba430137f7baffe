import type { AuthorKind, Source } from "../db/schema.ts";

/** Who said a message, and how it came in. */
export type SaidBy = {
  authorKind: AuthorKind;
  authorIdentityId: string | null;
  source: Source;
  byToken: boolean;
  /** Changed after it was said: what stands there now may not be what the person answered to. */
  edited: boolean;
};

/** Surfaces on which a person's words come from their own hand. */
const ownHand: ReadonlySet<Source> = new Set<Source>(["slack", "web", "cli"]);

/**
 * Whether a message is the principal's own word. True only for a person's message, by a surface that is that
 * person's own hand, from one of the Identities of the principal's User. Unknown author or no principal: false.
 */
export function approves(message: SaidBy, principal: { identityIds: readonly string[] } | null): boolean {
  if (!principal || message.authorKind !== "person" || message.authorIdentityId === null) return false;
  if (message.byToken || message.edited || !ownHand.has(message.source)) return false;
  return principal.identityIds.includes(message.authorIdentityId);
}
