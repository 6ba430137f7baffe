import { expect, test } from "vitest";
import { databaseErrorAdvice } from "./database-error-advice.ts";

const url = "postgres://ana:s3cret%40word@db.example.com:6543/desk";

test.each([
  ["28P01", "refused the password of ana"],
  ["28000", "does not let ana in"],
  ["3D000", 'no database "desk"'],
  ["42501", "owner of the database"],
  ["57P01", "Start it again"],
  ["57P03", "Wait a moment"],
  ["53300", "max_connections"],
  ["53100", "disk"],
  ["53200", "out of memory"],
  ["25006", "primary"],
  ["08006", "connection to PostgreSQL at db.example.com:6543 broke"],
  ["08P01", "broke"],
  ["ECONNRESET", "broke"],
  ["ECONNREFUSED", "Nothing listens at db.example.com:6543"],
  ["ENOTFOUND", "cannot be found"],
  ["ETIMEDOUT", "firewall"],
  ["EHOSTUNREACH", "firewall"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "sslrootcert"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "sslrootcert"],
  ["CERT_HAS_EXPIRED", "Renew"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "another host name"],
  ["XX000", "could not be used (XX000)"],
])("%s becomes one line with what to do", (code, part) => {
  const line = databaseErrorAdvice(Object.assign(new Error("their words: s3cret@word"), { code }), url);
  expect(line).toContain(part);
  expect(line).not.toMatch(/s3cret|their words|\n/);
});

test.each(["", "db.example.com/desk", "mysql://ana:s3cret@db.example.com/desk", "postgres://ana:s3#cret@db:port/desk"])(
  "%j is no address, and is not repeated",
  (address) => {
    const line = databaseErrorAdvice(new TypeError("Invalid URL"), address);
    expect(line).toContain("postgres://USER:PASSWORD@HOST");
    expect(line).not.toContain("s3");
  },
);

test("the first address of a host with several speaks for all", () => {
  const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  expect(databaseErrorAdvice(new AggregateError([refused]), url)).toContain("Nothing listens");
  expect(databaseErrorAdvice(new Error("no code", { cause: refused }), url)).toContain("Nothing listens");
});

test("an error without a code still gets a line, and parts left out of the address have their defaults", () => {
  expect(databaseErrorAdvice("odd", "postgres:///")).toBe(
    "PostgreSQL at localhost:5432 could not be used. Check that it runs and that DATABASE_URL is right.",
  );
});
