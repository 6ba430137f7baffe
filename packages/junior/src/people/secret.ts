import { createHash, randomBytes } from "node:crypto";

/** 256 random bits that a person carries, as 43 characters of base64url. */
export const newToken = (): string => randomBytes(32).toString("base64url");

const tokenForm = /^[\w-]{43}$/;
export const isToken = (text: string): boolean => tokenForm.test(text);

/** What is stored of it. A token is random, so no slow hash is needed: there is nothing to guess from. */
export const hashSecret = (secret: string): Buffer => createHash("sha256").update(secret).digest();
