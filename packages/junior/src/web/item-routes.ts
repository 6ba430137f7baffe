import { answerBody, type Item, type ItemList } from "junior-web/contract";
import { type Context, Hono } from "hono";
import { z } from "zod";
import type { Clock } from "../base/clock.ts";
import { words } from "../base/words.ts";
import { type Closed, closeItem } from "../desk/close-item.ts";
import { findReadable, listItems } from "../desk/item-reader-store.ts";
import { outcomeText, tooLateText } from "../desk/outcome-text.ts";
import { presentItems } from "../desk/present-items.ts";
import type { ReviewItem } from "../desk/review-item.ts";
import type { Queue } from "../queue/queue.ts";
import { notFound, problem } from "./problem.ts";
import { readBody } from "./read-body.ts";
import { readQuery } from "./read-query.ts";
import { requireId } from "./require-id.ts";
import type { WebEnv } from "./web-env.ts";

const pageSize = 50;

const query = z.strictObject({
  state: z.enum(["open", "closed"]).optional(),
  assignee: z.literal("me").optional(),
  conversation: z.uuid().optional(),
  owed: z.literal("true").optional(),
  cursor: z.string().optional(),
});

export function itemRoutes(deps: { queue: Queue; clock: Clock }) {
  const { queue, clock } = deps;
  const now = () => new Date(clock.now());

  return new Hono<WebEnv>()
    .get("/", readQuery(query), async (context) => {
      const { state, assignee, conversation, owed, cursor } = context.req.valid("query");
      const filter = { state, mine: assignee === "me", conversationId: conversation, owed: owed === "true" };
      const page = await listItems(context.var.database, context.var.person, filter, { cursor: cursor ?? null, limit: pageSize });
      if (page === "bad-cursor") {
        return problem(context, 400, {
          detail: "The query is not understood.",
          errors: [{ path: "cursor", message: "is not one of ours" }],
        });
      }
      const items = await presentItems(context.var.database, context.var.person, page.items, now());
      const list: ItemList = { items, nextCursor: page.nextCursor };
      return context.json(list);
    })
    .get("/:id", requireId, async (context) => {
      const item = await findReadable(context.var.database, context.var.person, context.req.param("id"));
      return item ? context.json(await presentOne(item, context)) : notFound(context);
    })
    .post("/:id/answer", requireId, readBody(answerBody), async (context) => {
      const { revision, ...given } = context.req.valid("json");
      const { person, database } = context.var;
      const closed = await closeItem(database, queue, { itemId: context.req.param("id"), revision, person, surface: "web", given });
      return answerWith(context, closed);
    });

  async function answerWith(context: Context<WebEnv>, closed: Closed): Promise<Response> {
    switch (closed.outcome) {
      case "closed":
        return context.json(await presentOne(closed.item, context));
      case "not-found":
        return notFound(context);
      case "not-an-assignee": {
        const names = closed.item.assignees.map((assignee) => assignee.name);
        return problem(context, 403, { detail: words.stranger(names.map((name) => `@${name}`)), assignees: names });
      }
      case "already-closed": {
        const { request, closing } = closed.item;
        if (!closing) throw new Error("a closed item has a closing");
        return problem(context, 409, {
          detail: tooLateText({ request, closing }, now()),
          outcome: outcomeText({ request, closing }, now()),
        });
      }
      case "newer-revision":
        return problem(context, 409, { detail: words.oldQuestion, item: await presentOne(closed.item, context) });
      case "invalid": {
        const faults = closed.faults.map((fault) => `${fault.path} ${fault.message}`.trim()).join("; ");
        return problem(context, 422, { detail: words.notValid(faults), errors: closed.faults });
      }
    }
  }

  async function presentOne(item: ReviewItem, { var: { database, person } }: Context<WebEnv>): Promise<Item> {
    const [presented] = await presentItems(database, person, [item], now());
    if (!presented) throw new Error("one item makes one");
    return presented;
  }
}
