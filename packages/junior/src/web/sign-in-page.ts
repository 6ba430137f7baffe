import { html } from "hono/html";
import { words } from "../base/words.ts";

export type SignInView =
  | { kind: "ready"; name: string; token: string }
  | { kind: "refused" }
  | { kind: "signed-in"; name: string }
  | { kind: "how"; how: string; justLeft: boolean };

type Html = ReturnType<typeof html>;

/** The page of a private link: plain HTML that needs no script, and whose texts are escaped where they are put in. */
export function signInPage(view: SignInView): Html {
  const { heading, content } = draw(view);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/auth/style.css" />
        <title>${heading} · Junior</title>
      </head>
      <body>
        <main>
          <p class="brand">Junior</p>
          <h1>${heading}</h1>
          ${content}
        </main>
      </body>
    </html>`;
}

function draw(view: SignInView): { heading: string; content: Html } {
  switch (view.kind) {
    case "ready": {
      const who = `@${view.name}`;
      return {
        heading: "Sign in",
        content: html`<p>${words.signIn.forOne(who)}</p>
          <form method="post" action="/auth/sign-in">
            <input type="hidden" name="token" value="${view.token}" />
            <button>${words.signIn.button(who)}</button>
          </form>`,
      };
    }
    case "refused":
      return {
        heading: "This link does not work",
        content: html`<p role="alert">${words.signIn.refused}</p>
          <p>${words.signIn.how}</p>`,
      };
    case "signed-in":
      return {
        heading: words.signIn.signedIn(`@${view.name}`).replace(/\.$/, ""),
        content: html`<p><a class="button" href="/">To the desk</a></p>`,
      };
    case "how":
      return {
        heading: view.justLeft ? "Signed out" : "Sign in",
        content: html`${view.justLeft ? html`<p role="status">${words.signIn.signedOut}</p>` : ""}
          <p>${view.how}</p>`,
      };
  }
}
