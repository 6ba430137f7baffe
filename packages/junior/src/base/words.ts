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
  tooMany: "Not recorded: Junior has too much to do at this moment. Try again in a few seconds; your text is kept.",
  notValid: (faults: string): string => `Not recorded: ${faults}`,

  /** What stands where something was deleted with its Conversation and could not be taken away. */
  erased: "Deleted with its conversation.",
  /** To the person whom it was for; `link` leads to where it stands. */
  notPosted: (what: "reply" | "file", place: string | null, cause: string, link: string | null): string => {
    const whole = what === "reply" ? "my answer" : "a file of mine";
    const why = notPostedCauses[cause] ?? "Slack does not accept it there";
    return `I could not post ${whole} ${place === null ? "in our direct messages" : `in ${place}`}: ${why}. ${link === null ? "It stands on my page." : `It stands here: ${link}`}`;
  },

  /** Where an answer was given, to stand after a time. */
  surface: (surface: string): string =>
    ({ slack: "in Slack", web: "on the web", cli: "on the command line", api: "over the API" })[surface] ?? `by ${surface}`,

  nothingNeedsYou: (waitOnOthers: number): string =>
    waitOnOthers === 0
      ? "Nothing waits on you."
      : `Nothing waits on you. ${waitOnOthers} ${waitOnOthers === 1 ? "thing" : "things"} you asked ${waitOnOthers === 1 ? "waits" : "wait"} on others.`,

  nothingOwed: "Every answer has been acted on.",

  signIn: {
    /** Where nobody is known who asks. */
    unknown: (open: string | null): string => `Junior does not know you here. ${words.signIn.getIn(open)}`,
    /** `open`: where the page needs no signing in on Junior's own machine. */
    getIn: (open: string | null): string => {
      const here = open === null ? "Get" : `On Junior's own machine this page is open at ${open}. Anywhere else, get`;
      return `${here} a private link: write /junior web in Slack, or run npx junior web in Junior's folder.`;
    },
    how: "Write /junior web in Slack, or run npx junior web in Junior's folder: you get a private link that works once, for 10 minutes.",
    forOne: (who: string): string => `This link is for ${who} alone, and works once.`,
    button: (who: string): string => `Sign in as ${who}`,
    /** One text for a link that is used, expired or unknown, so that nobody learns which. */
    refused: "This link lets nobody in. It may have been used already, be older than 10 minutes, or be cut off.",
    signedIn: (who: string): string => `You are signed in as ${who}.`,
    signedOut: "You are signed out here.",
  },
  slackIsOff:
    "Slack is not connected in this folder's settings (docs/slack.md says how). Until it is, there is no Junior in Slack to write the code to.",
  linked: (who: string): string => `Linked: ${who} and the command line are one person now, with one desk.`,
  alreadyLinked: "Nothing to link: you were one person in both places already.",
  linkConflict: (provider: string): string =>
    `Nothing was linked: each of the two has another account at the same place of ${provider}, so they are two people.`,
  linkRefused:
    "This code links nothing. It may have been used already, be older than 10 minutes, or be mistyped. npx junior link gives a new one.",

  conversationGone: "This conversation was deleted. Your message was not recorded.",
  messageTooLong: (most: number, characters: number): string =>
    `Not sent: a message holds ${grouped(most)} characters at most, and this one has ${grouped(characters)}. Send it in parts, or as a file.`,
  sentWhileAsked: "Sent as a message; the question is still open.",
  /** In place of "Junior is on it" where no Junior runs. */
  onItLater: "no Junior runs now; it goes on at the next npx junior start",
  restsUnfinished: "No Junior runs now. What is unfinished goes on at the next npx junior start.",
  leftWorking: (running: boolean): string =>
    running
      ? "What Junior does there goes on."
      : "What Junior does there rests now: no other Junior runs. It goes on from its last step at the next npx junior start, or when you go on there.",
  purgeNotAllowed: "Only an admin deletes a public conversation. Nothing was changed.",
  budgetUsedUp: (whose: "everybody" | "person", time: string, raiser: string): string =>
    `${whose === "person" ? "Your share of today's budget" : "Today's budget"} is used up. I go on tomorrow at ${time}, or when ${raiser} raises it.`,

  /** `mend`: where saying it again cannot help, what whoever runs Junior does. */
  failedWork: (cause: string, id: string, done: string[], mend: string | null = null): string => {
    const soFar = done.length === 0 ? "Nothing was done yet." : `Done so far: ${done.join(", ")}.`;
    return `I could not finish: ${cause} (${id}). ${soFar} ${mend ?? "Say 'try again' to go on."}`;
  },
  /** By the name of the model, provider/name. */
  mendModel: (code: string, model: string): string | null => {
    const provider = model.startsWith("anthropic/") ? "ANTHROPIC" : "OPENAI";
    const setting = { "refused-key": `${provider}_API_KEY`, "unknown-model": `JUNIOR_MODEL (or ${provider}_BASE_URL)` }[code];
    return setting === undefined ? null : `Whoever runs Junior mends it: ${setting} in .env; npx junior doctor says what is wrong.`;
  },
  stopped: (done: string[]): string =>
    done.length === 0 ? "Stopped. Nothing was done." : `Stopped. Done so far, and it stays: ${done.join(", ")}.`,
  files: {
    tooLarge: "A file may hold 20 MB at most. Nothing was stored.",
    tooMany: "Junior is taking in many files at this moment. Nothing was stored; try again in a few seconds.",
    tooManyRead: "Junior is handing out many files at this moment. Try again in a few seconds.",
    notOneFile: "Send one file, as multipart/form-data. Nothing was stored.",
    refused: "Not sent: an attached file is gone, or was sent before. Attach it again; your text is kept.",
    untitled: "A file",
    total: (files: number, bytes: number): string =>
      files === 0 ? "none are stored" : `${Math.ceil(bytes / 1024 ** 2)} MB in ${files} ${files === 1 ? "file" : "files"}`,
  },
  machineTurnsUsedUp: (turns: number): string =>
    `I have worked here ${turns} times in a row without a word from a person, so I stop. Say something and I go on.`,
  /** One use of a tool, as people read it; `ended`: it did what it was to do. */
  step: (tool: string, target: string, ended: boolean): string => {
    const [doing, done] = toolWords[tool] ?? [`Using ${tool.slice(0, 60)}`, `Used ${tool.slice(0, 60)}`];
    const what = targetWords(tool, target);
    return `${ended ? done : doing}${what === "" ? "" : `: ${what}`}`;
  },
  /** What a tool did, to stand in a list. */
  stepDone: (tool: string, times: number): string => {
    const text = words.step(tool, "", true);
    return `${text.charAt(0).toLowerCase()}${text.slice(1)}${times === 1 ? "" : ` (${times} times)`}`;
  },
  exitCode: (code: number): string => `ended with exit code ${code}`,
  edited: "edited",
  /** Where its author deleted it. */
  deletedIn: (surface: string): string => `deleted${({ slack: " in Slack" } as Record<string, string>)[surface] ?? ""}`,
  isWorking: "Junior is working…",
  thinking: "is thinking",
  using: (tool: string, target: string): string => (target === "" ? `is using ${tool}` : `is using ${tool}: ${target}`),
  /** What stood in a thread before Junior was spoken to there; read by the model, and shown with the conversation. */
  thread: {
    before: (count: number): string =>
      `Said in this thread before Junior was called (${count === 1 ? "one message" : `${count} messages`}):`,
    leftOut: (count: number): string => `[${count} more in between are left out here; readThread reads them]`,
    restUnknown: "[the rest of this long thread is not here; readThread reads it]",
    cut: "[shortened; readThread has all of it]",
    unread: "This thread began before Junior was called, and what was said in it is not here; readThread reads it.",
  },
  fileUnread: (name: string, why: string): string => `I could not read ${name}: ${why}.`,
  fileUnreadBecause: {
    "missing-scope": "my Slack app lacks the permission files:read; whoever installed it adds it and installs it again",
    "too-large": "it is larger than 20 MB",
    gone: "it is not there any more, or not shown to me",
    "outside-slack": "it is kept outside Slack",
    unreachable: "Slack did not give it to me",
  } satisfies Record<string, string>,
  command: {
    help: "/junior desk: what needs you. /junior web: a private link to the page. /junior link CODE: joins your command line to you here. To give me work, write to me in a DM or mention me in a channel.",
    link: (url: string): string => `Open this within 10 minutes: ${url} . It is for you alone and works once.`,
    noPage: "Others cannot reach Junior's page yet: whoever runs it sets JUNIOR_PUBLIC_URL to its address and starts it again.",
    deactivated: "Your account is deactivated here. An admin of Junior can change that.",
    needsYou: (titles: string[], more: number): string => `Needs you: ${titles.join(" · ")}${more > 0 ? ` · and ${more} more` : ""}`,
    noCode: "Which code? npx junior link shows one; then write /junior link CODE here.",
    notMember: "I work for the members of this workspace only.",
    unreachable: "Junior cannot reach its database. Try again in a minute.",
  },
  nothingToStop: "Nothing runs here that works for you. Nothing was changed.",
  failure: {
    "rate-limited": "the model has had too many requests for now",
    "refused-key": "the model's provider does not accept the key",
    "refused-request": "the model's provider refused the request",
    "unknown-model": "the model's provider has no such model",
    unavailable: "the model's provider cannot be reached",
    "timed-out": "the model took too long",
    nonsense: "the model's provider answered something that is no answer",
    empty: "the model gave no answer, twice",
    "cut-off": "the model stopped in the middle of its answer",
    "prompt-too-long": "there is more to read here than the model can hold",
    "too-many-tokens": "it read and wrote more than one piece of work may",
    "too-long": "it took longer than one piece of work may take",
    "too-many-calls": "it took more steps than one piece of work may take",
    fault: "something in Junior broke, three times",
    refused: "three actions in a row were not allowed",
  } satisfies Record<string, string>,
} as const;

export type FailureCode = keyof typeof words.failure;

/** What a tool does and did; one that is not here goes by its own name. */
const toolWords: Readonly<Record<string, [string, string]>> = {
  addReviewItem: ["Asking", "Asked"],
  addReaction: ["Reacting", "Reacted"],
  attachFile: ["Attaching a file", "Attached a file"],
  fetchPage: ["Reading a page", "Read a page"],
  loadSkill: ["Reading a skill", "Read a skill"],
  postMessage: ["Posting", "Posted"],
  readFile: ["Reading a file", "Read a file"],
  readOutput: ["Reading on in an output", "Read on in an output"],
  readThread: ["Reading the thread", "Read the thread"],
  runCommand: ["Running a command", "Ran a command"],
  stayQuiet: ["Staying quiet", "Stayed quiet"],
  writeFile: ["Writing a file", "Wrote a file"],
};

/** A target names its place in full for those who judge it; what the tool's own words say already is left out. */
function targetWords(tool: string, target: string): string {
  // What was asked is told by the question itself, to its own readers alone.
  if (tool === "readThread" || tool === "addReviewItem") return "";
  return target.replace(/^sandbox(?: file|:) |^skill (?=\S)|^https?:\/\/(?:www\.)?/, "").replace(/, in this thread$| on the message$/, "");
}

const notPostedCauses: Readonly<Record<string, string>> = {
  is_archived: "the channel is archived",
  channel_not_found: "I have no access to the channel",
  not_in_channel: "I am not in the channel any more",
  "thread-gone": "the thread's first message was deleted",
  restricted_action: "posting is restricted there",
  look_back_refused: "Slack does not let me see whether it arrived, and I do not want to say it twice",
  no_outcome: "each try of it broke off, so that I do not know whether a part of it arrived",
  file_not_shared: "Slack took the file and did not show it",
  file_gone: "the file was deleted",
  file_empty: "the file is empty",
  missing_scope: "I lack a permission for it; somebody has to install me again",
};

function listed(names: string[]): string {
  return names.length < 3 ? names.join(" or ") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

const grouped = (count: number) => count.toLocaleString("en");
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
