type AtTime = { createdAt: string };
type Question = AtTime & { state: "open" | "closed" };

export type Moment<M, Q> = { message: M; question?: undefined } | { question: Q; message?: undefined };

/**
 * Messages in their order, and each question where it was asked, open or closed, so that answering moves nothing.
 * `hasEarlier`: earlier messages exist and are not loaded, so closed questions among them are left out as well.
 */
export function timeline<M extends AtTime, Q extends Question>(messages: M[], questions: Q[], hasEarlier: boolean): Moment<M, Q>[] {
  const first = messages[0] === undefined || !hasEarlier ? -Infinity : Date.parse(messages[0].createdAt);
  const asked = questions
    .filter(({ state, createdAt }) => state === "open" || Date.parse(createdAt) >= first)
    .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));

  const moments: Moment<M, Q>[] = [];
  for (const message of messages) {
    while (asked[0] !== undefined && Date.parse(asked[0].createdAt) < Date.parse(message.createdAt))
      moments.push({ question: asked.shift()! });
    moments.push({ message });
  }
  return [...moments, ...asked.map((question) => ({ question }))];
}

/** The last open question, where nobody has said anything since it was asked; Junior's own words after it do not count. */
export function unansweredEnd<Q extends Question>(moments: Moment<{ author: { kind: string } }, Q>[]): Q | null {
  for (const { message, question } of moments.toReversed()) {
    if (question?.state === "open") return question;
    if (message !== undefined && message.author.kind !== "junior") return null;
  }
  return null;
}
