/** Every sentence that the desk repeats elsewhere (Slack, the command line) is written the same there. */
export const words = {
  ownWords: "Answer in my own words…",
  done: "Done",
  changed: "The question changed while you were reading. Nothing was recorded; here is the current one.",
  gone: "This question was deleted with its conversation. Nothing was recorded.",
  notSaved: "Not recorded: Junior cannot reach its database. Try again in a minute; your text is kept.",
  noReply: "Junior did not reply, so this may not be recorded. Try again in a minute; your text is kept.",
  broken: "Something in Junior broke, so this may not be recorded. Try again in a minute; your text is kept.",
  notRecorded: "Not recorded. Try again.",
  notRecordedYet: "not recorded yet",
  sendAgain: "Send again",
  enterSends: "Enter sends, Shift + Enter makes a new line.",
  ctrlEnterSends: "Ctrl + Enter sends.",
  private: "Only those who take part can read it.",
  onIt: "Junior is on it",
  firstCounts: "the first answer counts",
  waitingOnYou: "Waiting on you",
  working: "Junior is working",
  wasWorking: "Junior was working when the connection was lost.",
  edited: "edited",
  attach: "Attach files",
  fileTooLarge: (name: string) => `${name} is larger than 20 MB, which is the most for one file.`,
  tooManyFiles: (leftOut: string[]) => `10 files at most go with one message. Left out: ${leftOut.join(", ")}.`,
  notUploaded: "Not sent: a file could not be uploaded. Try it again, or remove it; your text is kept.",
  staysOut: "Junior stays out here until it is mentioned.",
  deleteConversation: "Delete this conversation…",
  conversationDeleted: "This conversation was deleted.",
};

/** Where its author deleted a message. */
export function deletedIn(source: string): string {
  return source === "slack" ? "deleted in Slack" : "deleted";
}

/** `surface`: where the conversation's thread is. */
export function answersAlsoIn(surface: string): string {
  return `Junior answers here and in the ${surface === "slack" ? "Slack " : ""}thread.`;
}

export function nothingWaits(onOthers: number): string {
  if (onOthers === 0) return "Nothing waits on you.";
  if (onOthers === 1) return "Nothing waits on you. 1 thing you asked waits on others.";
  return `Nothing waits on you. ${onOthers} things you asked wait on others.`;
}

export function connectionLost(clock: string): string {
  return `Connection lost at ${clock}. What you see may be old; what you type is kept.`;
}

export function onlyTheyAnswer(names: string[]): string {
  return `Only ${listNames(names)} can answer this. Say it in the thread and they can see it.`;
}

/** "@ana", "@ana or @ben", "@ana, @ben or @cai". */
export function listNames(names: string[], last = "or"): string {
  const marked = names.map(atName);
  return marked.length < 2 ? marked.join("") : `${marked.slice(0, -1).join(", ")} ${last} ${marked.at(-1)}`;
}

/** Leaves "your text is kept" out where nothing was typed, which only the page knows. */
export function keptText(text: string, typed: boolean): string {
  return typed ? text : text.replace(/; your text is kept\.$/, ".");
}

/** "Scope: Preview", "Which colour? Blue". */
export function labelled(label: string): string {
  return /[?!:.…]$/.test(label.trim()) ? label.trim() : `${label.trim()}:`;
}

export function atName(name: string): string {
  return name.startsWith("@") ? name : `@${name}`;
}
