import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

const name = "junior_session";

export type SessionCookie = {
  read(context: Context): string | null;
  write(context: Context, session: { token: string; expiresAt: Date }): void;
  clear(context: Context): void;
};

/** No script reads it, no other site's form sends it, and no plain HTTP carries it where the page has an https address. */
export function sessionCookie(publicUrl: string | undefined): SessionCookie {
  const options = { httpOnly: true, sameSite: "Lax", path: "/", secure: publicUrl?.startsWith("https:") ?? false } as const;
  return {
    read: (context) => getCookie(context, name) ?? null,
    write: (context, { token, expiresAt }) => setCookie(context, name, token, { ...options, expires: expiresAt }),
    clear: (context) => void deleteCookie(context, name, options),
  };
}
