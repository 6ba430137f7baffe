import { expect, test } from "vitest";
import { isCrossSiteWrite } from "./refuse-cross-site.ts";

const post = { method: "POST", ownOrigin: "http://localhost:3000" };

test.each([{}, { origin: "http://localhost:3000" }, { origin: "http://localhost:3000", fetchSite: "same-origin" }, { fetchSite: "none" }])(
  "a write of our own page or of a program: %j",
  (headers) => {
    expect(isCrossSiteWrite({ ...post, ...headers })).toBe(false);
  },
);

test.each([
  { origin: "http://evil.example" },
  { origin: "http://localhost:4000" },
  { origin: "https://localhost:3000" },
  { origin: "http://localhost:3000.evil.example" },
  { origin: "null" },
  { origin: "" },
  { fetchSite: "cross-site" },
  { fetchSite: "same-site" },
  { fetchSite: "something new" },
  { origin: "http://localhost:3000", fetchSite: "cross-site" },
])("a write of another page: %j", (headers) => {
  expect(isCrossSiteWrite({ ...post, ...headers })).toBe(true);
  expect(isCrossSiteWrite({ ...post, ...headers, method: "DELETE" })).toBe(true);
  expect(isCrossSiteWrite({ ...post, ...headers, method: "GET" })).toBe(false);
});
