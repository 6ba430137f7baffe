/** Names of everything that the page keeps in memory, so that a live change can say what is old. */
export const meKey = ["me"];
export const statusKey = ["status"];

export const itemKey = (id: string) => ["items", "one", id];
export const itemListsKey = ["items", "list"];
export const needsYouKey = [...itemListsKey, "needs-you"];
export const closedItemsKey = [...itemListsKey, "closed"];
export const conversationItemsKey = (conversationId: string) => [...itemListsKey, "conversation", conversationId];

export const conversationListKey = ["conversations", "list"];
export const conversationKey = (id: string) => ["conversations", "one", id];
export const messagesKey = (conversationId: string) => ["conversations", "messages", conversationId];
