import { expect, test } from "vitest";
import { isLocalRequest } from "./is-local-request.ts";

const local = { host: "localhost:3000", remoteAddress: "127.0.0.1", headerNames: ["host", "accept"] };

test.each(["localhost", "LocalHost:3000", "127.0.0.1:3000", "127.8.8.8", "[::1]:3000", "[::1]"])("%s is this machine", (host) => {
  expect(isLocalRequest({ ...local, host })).toBe(true);
});

test.each([
  undefined,
  "",
  "junior.example",
  "localhost.junior.example:3000",
  "127.0.0.1.junior.example",
  "localhost@junior.example",
  "localhost:3000, junior.example",
  "evil-localhost",
  "127.0.0.999",
  "127.1",
  "0.0.0.0:3000",
  "[::]:3000",
  "::1",
  "192.168.0.7:3000",
  "localhost:3000:80",
  "localhost:",
  " localhost",
])("a Host of %j is foreign", (host) => {
  expect(isLocalRequest({ ...local, host })).toBe(false);
});

test.each(["127.0.0.1", "127.0.0.9", "::1", "::ffff:127.0.0.1"])("a connection from %s is local", (remoteAddress) => {
  expect(isLocalRequest({ ...local, remoteAddress })).toBe(true);
});

test.each([undefined, "10.0.0.7", "::ffff:10.0.0.7", "fe80::1", "1127.0.0.1"])("a connection from %s is foreign", (remoteAddress) => {
  expect(isLocalRequest({ ...local, remoteAddress })).toBe(false);
});

test.each(["forwarded", "via", "x-real-ip", "x-forwarded", "x-forwarded-for", "x-forwarded-anything", "cf-connecting-ip"])(
  "the header %s tells of a proxy",
  (name) => {
    expect(isLocalRequest({ ...local, headerNames: [...local.headerNames, name] })).toBe(false);
  },
);
