/**
 * Every text that people read about an ask and its end, for all surfaces alike.
 * Pure: names and times come in as the surface writes them ("@ana", a Slack mention, "14:02").
 */
export const words = {
  head: (kind: "decision" | "task" | "notice", assignees: string[], title: string): string => {
    if (kind === "notice") return `For you to know: ${title}`;
    const whom = listed(assignees);
    const lead = kind === "task" ? "please do this" : "your call";
    return whom === "" ? `${capitalised(lead)}: ${title}` : `${whom}, ${lead}: ${title}`;
  },
  firstCounts: "the first answer counts",
  because: { startedThis: "you started this" },
  askedFor: (requester: string, place: string | null): string => (place ? `For ${requester} in ${place}` : `For ${requester}`),
  reason: (because: string, whom = "you"): string => `${whom}, because ${because}`,
  controls: { done: "Done", send: "Send", ownWords: "Answer in my own words…", openOnDesk: "Open on the desk", recommended: "Recommended" },
  confirm: { title: "Are you sure?", sendText: "This answer counts at once and cannot be changed.", yes: "Yes", no: "No" },
  answerInThread: "Answer here in the thread.",
  shortened: "This text is shortened here; the whole of it is on the desk.",

  answered: (answer: string, who: string, time: string): string => `✔ ${answer}, ${who} ${time}`,
  onIt: "Junior is on it",
  /** How it ended without an answer. */
  ended: (how: string, who: string | null): string => {
    const by = who === null ? "" : ` by ${who}`;
    return { dismissed: `Dismissed${by}`, cancelled: `Withdrawn${by}`, purged: "Deleted with its conversation" }[how] ?? "No longer needed";
  },
  outcome: (outcome: string): string => `→ ${outcome}`,
  outcomeFromReply: (reply: string): string => `from the reply: ${reply}`,

  stranger: (assignees: string[]): string => `Only ${listed(assignees)} can answer this. Say it in the thread and they can see it.`,
  tooLate: (who: string, answer: string, time: string, surface: string): string =>
    `Already answered: ${who} chose '${answer}' at ${time} ${surface}. Nothing was changed.`,
  closedOtherwise: "This is no longer open. Nothing was changed.",
  oldQuestion: "The question changed while you were reading. Nothing was recorded; here is the current one.",
  gone: "This question was deleted with its conversation. Nothing was recorded.",
  notSaved: "Not recorded: Junior cannot reach its database. Try again in a minute; your text is kept.",
  notValid: (faults: string): string => `Not recorded: ${faults}`,

  /** Where an answer was given, to stand after a time. */
  surface: (surface: string): string =>
    ({ slack: "in Slack", web: "on the web", cli: "on the command line", api: "over the API" })[surface] ?? `by ${surface}`,

  nothingNeedsYou: (waitOnOthers: number): string =>
    waitOnOthers === 0
      ? "Nothing waits on you."
      : `Nothing waits on you. ${waitOnOthers} ${waitOnOthers === 1 ? "thing" : "things"} you asked ${waitOnOthers === 1 ? "waits" : "wait"} on others.`,

  nothingOwed: "Every answer has been acted on.",

  failedWork: (cause: string, id: string, done: string[]): string => {
    const soFar = done.length === 0 ? "Nothing was done yet." : `Done so far: ${done.join(", ")}.`;
    return `I could not finish: ${cause} (${id}). ${soFar} Say 'try again' to go on.`;
  },
  stopped: (done: string[]): string =>
    done.length === 0 ? "Stopped. Nothing was done." : `Stopped. Done so far, and it stays: ${done.join(", ")}.`,
  nothingToStop: "Nothing runs here that works for you. Nothing was changed.",
  failure: {
    "rate-limited": "the model has had too many requests for now",
    "refused-key": "the model's provider does not accept the key",
    "refused-request": "the model's provider refused the request",
    unavailable: "the model's provider cannot be reached",
    "timed-out": "the model took too long",
    nonsense: "the model's provider answered something that is no answer",
    empty: "the model gave no answer, twice",
    "cut-off": "the model stopped in the middle of its answer",
    "too-many-calls": "it took more steps than one piece of work may take",
    fault: "something in Junior broke, three times",
    refused: "three actions in a row were not allowed",
  } satisfies Record<string, string>,
} as const;

export type FailureCode = keyof typeof words.failure;

function listed(names: string[]): string {
  return names.length < 3 ? names.join(" or ") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
