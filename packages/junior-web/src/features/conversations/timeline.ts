type AtTime = { createdAt: string };
type Question = AtTime & { state: "open" | "closed" };

export type Moment<M, Q> = { message: M; question?: undefined } | { question: Q; message?: undefined };

/**
 * Messages in their order; a closed question stands where it was asked; open ones come last, oldest first, since
 * they wait now. `hasEarlier`: earlier messages exist and are not loaded, so neither are closed questions among them.
 */
export function timeline<M extends AtTime, Q extends Question>(messages: M[], questions: Q[], hasEarlier: boolean): Moment<M, Q>[] {
  const inOrder = questions.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  const closed = inOrder.filter((question) => question.state === "closed");
  const open = inOrder.filter((question) => question.state === "open");
  const first = messages[0] === undefined || !hasEarlier ? -Infinity : Date.parse(messages[0].createdAt);
  const asked = closed.filter((question) => Date.parse(question.createdAt) >= first);

  const moments: Moment<M, Q>[] = [];
  for (const message of messages) {
    while (asked[0] !== undefined && Date.parse(asked[0].createdAt) < Date.parse(message.createdAt))
      moments.push({ question: asked.shift()! });
    moments.push({ message });
  }
  return [...moments, ...asked.map((question) => ({ question })), ...open.map((question) => ({ question }))];
}
