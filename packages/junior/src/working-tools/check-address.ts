/** What may be fetched. For a test that serves its own pages, on this machine and on any port. */
export type Reach = { isAllowedAddress(address: string): boolean; isAllowedPort(port: number): boolean };

/**
 * Reads what a model or a redirect gives as an address. Any notation of an IP address (decimal, octal, hex, short)
 * comes out as the one that is connected to.
 * @returns a reason, in words for the model, when it is not one that may be fetched
 */
export function checkAddress(given: string, base: URL | undefined, reach: Reach): { url: URL } | { refused: string } {
  const url = URL.parse(given, base?.href);
  if (!url) return { refused: "That is no web address." };
  if (url.protocol !== "http:" && url.protocol !== "https:") return { refused: "Only http and https addresses can be fetched." };
  if (url.username !== "" || url.password !== "") return { refused: "An address with a user name or password in it is not fetched." };
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  if (!reach.isAllowedPort(port)) return { refused: `Port ${port} is not one of the web's (80 and 443).` };
  const literal = literalOf(url.hostname);
  if (literal !== null && !reach.isAllowedAddress(literal)) return { refused: notPublic };
  url.hash = "";
  return { url };
}

export const notPublic = "That address is not on the public internet. Only public pages can be fetched.";

const ipv4 = /^\d+\.\d+\.\d+\.\d+$/;

/** A URL's host is already in its plain form: dotted IPv4, IPv6 in brackets, or a name. */
function literalOf(hostname: string): string | null {
  if (hostname.startsWith("[")) return hostname.slice(1, -1);
  return ipv4.test(hostname) ? hostname : null;
}
