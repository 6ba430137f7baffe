import { expect, test } from "vitest";
import { checkAddress } from "./check-address.ts";
import { isPublicAddress } from "./public-address.ts";

const reach = { isAllowedAddress: isPublicAddress, isAllowedPort: (port: number) => port === 80 || port === 443 };
const check = (given: string, base?: string) => checkAddress(given, base === undefined ? undefined : new URL(base), reach);

test.each(["https://example.com/a?b=c", "http://example.com:443/", "http://8.8.8.8/", "https://[2606:4700::1111]/"])("%s", (given) => {
  expect(check(given)).toEqual({ url: new URL(given) });
});

test.each([
  "nonsense",
  "ftp://example.com/",
  "file:///etc/passwd",
  "data:text/html,hello",
  "http://ana:secret@example.com/",
  "http://example.com:8080/",
  "http://example.com:22/",
  "http://127.0.0.1/",
  "http://127.1/",
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0177.0.0.1/",
  "http://１２７.0.0.1/",
  "http://0/",
  "http://169.254.169.254/latest/meta-data/",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[64:ff9b::a9fe:a9fe]/",
])("%s is refused", (given) => {
  expect(check(given)).toEqual({ refused: expect.any(String) });
});

test("a redirect is read against the page that it came from, and looked at in the same way", () => {
  expect(check("/b#part", "https://example.com/a")).toEqual({ url: new URL("https://example.com/b") });
  expect(check("//10.0.0.1/b", "https://example.com/a")).toEqual({ refused: expect.any(String) });
});
