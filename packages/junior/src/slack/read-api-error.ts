import { WebAPIPlatformError, WebAPIRateLimitedError } from "@slack/web-api";

/** Slack's own word for why it refused (`channel_not_found`); null for a fault on the way, whose outcome is unknown. */
export function readApiError(error: unknown): { code: string; retryAfterMs: number | null } | null {
  if (error instanceof WebAPIRateLimitedError) return { code: "ratelimited", retryAfterMs: error.retryAfter * 1000 };
  if (!(error instanceof WebAPIPlatformError)) return null;
  const code = error.data.error;
  return unknownOutcome.has(code) ? null : { code, retryAfterMs: code === "ratelimited" || code === "rate_limited" ? 5_000 : null };
}

/** Answers that say nothing of whether the call had its effect. */
const unknownOutcome: ReadonlySet<string> = new Set(["internal_error", "fatal_error", "service_unavailable", "request_timeout"]);

/** The token is of no use until somebody sets another. */
export const refusedToken: ReadonlySet<string> = new Set([
  "invalid_auth",
  "not_authed",
  "account_inactive",
  "token_revoked",
  "token_expired",
  "not_allowed_token_type",
]);
