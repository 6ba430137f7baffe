import { expect, test } from "vitest";
import { withVerifiedTls } from "./verified-tls.ts";

const at = (query: string) => withVerifiedTls(`postgres://ana:p@db.example.com/desk${query}`).replace(/^[^?]*/, "");

test.each(["prefer", "require", "verify-ca"])("sslmode=%s is verified as it is today", (mode) => {
  expect(at(`?sslmode=${mode}`)).toBe("?sslmode=verify-full");
  expect(at(`?a=b&sslmode=${mode}&c=d`)).toBe("?a=b&sslmode=verify-full&c=d");
});

test.each(["", "?sslmode=disable", "?sslmode=no-verify", "?sslmode=verify-full", "?uselibpqcompat=true&sslmode=require"])(
  "%j stays as it is",
  (query) => {
    expect(at(query)).toBe(query);
  },
);
