import { v7 } from "uuid";

/** UUIDv7. Made in the app; order never comes from it. */
export const newId = (): string => v7();

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Ids from outside are checked before they reach a query, where a malformed one would be a fault. */
export const isId = (text: string): boolean => uuid.test(text);
