/** 32 hexadecimal digits. `crypto.randomUUID` is missing on plain http outside this machine. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
