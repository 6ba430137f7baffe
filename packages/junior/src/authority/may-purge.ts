/** A private Conversation is deleted by whoever takes part in it, a public one by an admin. */
export function mayPurge(facts: { isPublic: boolean; isAdmin: boolean; takesPart: boolean }): boolean {
  return facts.isPublic ? facts.isAdmin : facts.takesPart;
}
