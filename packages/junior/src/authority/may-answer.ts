/** Only an assignee of now may act on an item. */
export function mayAnswer(userId: string, item: { assigneeUserIds: readonly string[] }): boolean {
  return item.assigneeUserIds.includes(userId);
}
