/**
 * How long a provider asks to wait, in milliseconds; null where it does not say.
 * `Retry-After` is seconds or a date (RFC 9110, 10.2.3); `retry-after-ms` is OpenAI's finer form.
 */
export function readRetryAfter(headers: Record<string, string> | undefined, now: number): number | null {
  const fine = Number(headers?.["retry-after-ms"] || Number.NaN);
  if (Number.isFinite(fine)) return Math.max(0, fine);
  const given = headers?.["retry-after"]?.trim();
  if (!given) return null;
  if (/^\d+(\.\d+)?$/.test(given)) return Math.ceil(Number(given) * 1000);
  const date = Date.parse(given);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
