/** How truths are joined: by JavaScript for one row, by SQL for many. */
export type Logic<Truth> = { all(...truths: Truth[]): Truth; any(...truths: Truth[]): Truth };

export const booleans: Logic<boolean> = {
  all: (...truths) => truths.every(Boolean),
  any: (...truths) => truths.some(Boolean),
};

export type ConversationFacts<Truth> = { isPublic: Truth; readerIsFullMember: Truth; readerTakesPart: Truth };

/** A public Conversation is read by full members, a private one by those who take part. */
export function mayReadConversation<Truth>(logic: Logic<Truth>, facts: ConversationFacts<Truth>): Truth {
  return logic.any(logic.all(facts.isPublic, facts.readerIsFullMember), facts.readerTakesPart);
}

export type ItemFacts<Truth> = {
  /** An assignee now or in any revision. */
  wasAsked: Truth;
  asked: Truth;
  readsConversation: Truth;
  /** Not a private item of a public Conversation, which only those asked and the asker may read. */
  asOpenAsConversation: Truth;
};

/** An item is read by whoever was ever asked, by the asker, and by the readers of its Conversation. */
export function mayReadItem<Truth>(logic: Logic<Truth>, facts: ItemFacts<Truth>): Truth {
  return logic.any(facts.wasAsked, facts.asked, logic.all(facts.asOpenAsConversation, facts.readsConversation));
}
