/**
 * A value as PostgreSQL can keep it: in all its texts, NUL is left out and half a surrogate pair becomes U+FFFD.
 * For what comes from models and other systems; what a person types into a field is refused instead, see `isStorable`.
 */
export function storable<T>(value: T): T {
  return clean(value) as T;
}

/** Whether PostgreSQL can keep this text as it is. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

function clean(value: unknown): unknown {
  if (typeof value === "string") return isStorable(value) ? value : value.replaceAll("\0", "").toWellFormed();
  if (Array.isArray(value)) return value.map(clean);
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [clean(key) as string, clean(inner)]));
}
