import { words } from "../base/words.ts";
import { answerText } from "../desk/answer-text.ts";
import { type ReviewItem, isOwed } from "../desk/review-item.ts";
import { escapeText, escapeWithin } from "./escape-text.ts";
import { slackTime } from "./slack-time.ts";

/** What a card is drawn from. Names come as Slack shows them: a mention (`<@U…>`) or short escaped text. */
export type CardInput = {
  item: ReviewItem;
  /** By user id: the assignees, the asker and whoever closed it. */
  names: ReadonlyMap<string, string>;
  /** The channel as a mention; null in a DM. */
  place: string | null;
  /** IANA name; for readers whose client cannot draw Slack's times. */
  timeZone: string | null;
  publicUrl: string | null;
};

const mostNamed = 10;
const mostReasons = 5;

export function headText({ item, names }: CardInput): string {
  const kind = item.kind === "notice" ? "notice" : (item.request?.kind ?? "task");
  const assignees = item.assignees.slice(0, mostNamed).map((assignee) => nameOf(names, assignee.userId));
  if (item.assignees.length > mostNamed) assignees.push(`${item.assignees.length - mostNamed} more`);
  return words.head(kind, assignees, escapeText(item.title.trim()));
}

/** "For @ben in #ops · you, because you started this · 14:02". */
export function factsText({ item, names, place, timeZone, publicUrl }: CardInput): string {
  const { assignees } = item;
  const reasons = assignees
    .slice(0, mostReasons)
    .map(({ userId, because }) => words.reason(escapeWithin(because, 80), assignees.length === 1 ? undefined : nameOf(names, userId)));
  const parts = [
    item.askedByUserId === null ? null : words.askedFor(nameOf(names, item.askedByUserId), place),
    reasons.length > 0 ? reasons.join("; ") : null,
    assignees.length > 1 ? words.firstCounts : null,
    slackTime(item.createdAt, timeZone),
    publicUrl ? deskLink(publicUrl, item.id) : null,
  ];
  return parts.filter((part) => part !== null).join(" · ");
}

/** A link in another form than a web address is shown as it is written. */
export function linkText(link: string | null): string | null {
  const escaped = escapeText(link ?? "").trim();
  if (link === null || escaped === "") return null;
  const isWeb = /^https?:\/\/[^\s<>|]+$/i.test(link) && URL.canParse(link) && escaped.length <= 1_900;
  return isWeb ? `<${escaped}>` : escapeWithin(link, 300);
}

/** "✔ Blue, @ana 14:02 · Junior is on it", later "→ …"; or how it ended otherwise. Empty while it is open. */
export function endText({ item, names, timeZone }: CardInput, limits = { answer: 1_500, outcome: 1_000 }): string {
  const { closing } = item;
  if (!closing) return "";
  const who = closing.byUserId === null ? null : nameOf(names, closing.byUserId);
  const time = slackTime(closing.at, timeZone);
  const end = closing.answer
    ? words.answered(escapeWithin(answerText(item.request, closing.answer), limits.answer), who ?? "", time)
    : `${words.ended(closing.how, who)} · ${time}`;
  if (closing.outcome !== null) return `${end}\n${words.outcome(escapeWithin(closing.outcome, limits.outcome))}`;
  return isOwed(item) ? `${end} · ${words.onIt}` : end;
}

/** For notifications and screen readers, beside the blocks. Below 4,000 code points. */
export function fallbackText(input: CardInput): string {
  const said = input.item.closing ? endText(input, { answer: 600, outcome: 500 }) : escapeWithin(input.item.ask, 1_200);
  return `${headText(input)}\n${said}`;
}

/** All that fits of the card in plain mrkdwn, for when Slack refuses the blocks: nobody may be left unasked. */
export function plainCardText(input: CardInput): string {
  const { item, publicUrl } = input;
  if (item.closing) return fallbackText(input);
  const questions = item.request?.kind === "decision" ? item.request.questions : [];
  const lines = questions.flatMap(({ label, input: { kind, ...input } }) => [
    escapeWithin(label, 400),
    ...(kind !== "text" && "options" in input ? input.options.map((option) => `• ${escapeWithin(option.label, 150)}`) : []),
  ]);
  const text = [fallbackText(input), words.answerInThread, ...(publicUrl ? [deskLink(publicUrl, item.id)] : [])];
  let room = 3_900 - text.join("\n").length;
  for (const line of lines) {
    room -= line.length + 1;
    if (room < 2) return [...text, "…"].join("\n");
    text.push(line);
  }
  return text.join("\n");
}

const nameOf = (names: ReadonlyMap<string, string>, userId: string) => names.get(userId) ?? "?";

const deskLink = (publicUrl: string, itemId: string) => `<${new URL(`/questions/${itemId}`, publicUrl).href}|${words.controls.openOnDesk}>`;
