import { type Context, Hono } from "hono";
import { words } from "../base/words.ts";
import type { Database } from "../db/database.ts";
import type { Person } from "../people/person.ts";
import { identifySession, readSignInLink, redeemSignInLink, signOut } from "../people/sign-in.ts";
import { openPlace } from "./identify-asker.ts";
import { problem } from "./problem.ts";
import { sessionCookie } from "./session-cookie.ts";
import { type SignInView, signInPage } from "./sign-in-page.ts";
import { signInStyle } from "./sign-in-style.ts";
import type { WebEnv } from "./web-env.ts";

const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/**
 * Signing in by a private link and out again, with plain pages and forms. Opening a link changes nothing, however often
 * a preview or a scanner does it: its button uses it up.
 */
export function authRoutes({ publicUrl }: { publicUrl?: string }) {
  const cookie = sessionCookie(publicUrl);
  const present = (context: Context<WebEnv>, view: SignInView) => context.html(signInPage(view), view.kind === "refused" ? 403 : 200);
  const signedIn = async (context: Context<WebEnv>): Promise<Person | null> => {
    const token = cookie.read(context);
    return token === null ? null : identifySession(context.var.database, token);
  };
  const withoutLink = async (context: Context<WebEnv>, otherwise: SignInView): Promise<Response> => {
    const person = await signedIn(context);
    return present(context, person ? { kind: "signed-in", name: person.name } : otherwise);
  };

  return new Hono<WebEnv>()
    .get("/style.css", (context) => context.body(signInStyle, 200, { "content-type": "text/css; charset=utf-8" }))
    .get("/sign-in", async (context) => {
      const token = context.req.query("token");
      if (token === undefined) {
        const justLeft = context.req.query("left") !== undefined;
        return withoutLink(context, { kind: "how", how: words.signIn.getIn(openPlace(context, publicUrl)), justLeft });
      }
      const person = await readSignInLink(context.var.database, token);
      if (!person) return withoutLink(context, { kind: "refused" });
      return present(context, { kind: "ready", name: person.name, token });
    })
    .post("/sign-in", async (context) => {
      if (!formType.test(context.req.header("content-type") ?? "")) {
        return problem(context, 415, { detail: "Send the form of the page that the link opens." });
      }
      const token = new URLSearchParams(await context.req.text()).get("token") ?? "";
      const { database } = context.var;
      const redeemed = await redeemSignInLink(database, token);
      if ("refused" in redeemed) return withoutLink(context, { kind: "refused" });
      await leave(database, cookie.read(context));
      cookie.write(context, redeemed.session);
      return context.redirect("/", 303);
    })
    .post("/sign-out", async (context) => {
      await leave(context.var.database, cookie.read(context));
      cookie.clear(context);
      return context.redirect("/auth/sign-in?left", 303);
    });
}

async function leave(database: Database, token: string | null): Promise<void> {
  if (token !== null) await signOut(database, token);
}
