import type { ClosedHow, Source, Visibility } from "../db/schema.ts";
import type { Answer } from "./response.ts";
import type { Request } from "./request.ts";

export type ReviewItem = {
  id: string;
  kind: "action" | "notice";
  dedupeKey: string;
  revision: number;
  title: string;
  ask: string;
  body: string | null;
  link: string | null;
  request: Request | null;
  conversationId: string;
  turnId: string | null;
  turnTreeId: string | null;
  /** Whom the Turn that asked acts for: its answer wakes it with the same Actor. */
  actorIdentityId: string | null;
  automationId: string | null;
  plugin: string | null;
  askedByUserId: string | null;
  neededBy: Date | null;
  visibility: Visibility;
  createdAt: Date;
  updatedAt: Date;
  assignees: Assignee[];
  closing: Closing | null;
};

export type Assignee = { userId: string; name: string; because: string };

/** How it ended. At most once, ever; only the outcome line is written later. */
export type Closing = {
  at: Date;
  how: ClosedHow;
  byUserId: string | null;
  byName: string | null;
  surface: Source | null;
  answer: Answer | null;
  outcome: string | null;
  outcomeWeak: boolean;
};

/** The closings that wake the Conversation, so that the work owes a line on what it did. */
const waking: ReadonlySet<ClosedHow> = new Set<ClosedHow>(["answered", "replied", "dismissed"]);

/** Answered is not done: true from a closing that wakes the work until its outcome line is written. */
export function isOwed(item: Pick<ReviewItem, "kind" | "closing">): boolean {
  if (!item.closing || item.closing.outcome !== null || !waking.has(item.closing.how)) return false;
  return item.kind === "action" || item.closing.answer !== null;
}
