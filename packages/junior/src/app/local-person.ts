import { userInfo } from "node:os";
import type { Database } from "../db/database.ts";
import { findOrCreatePerson } from "../people/people-store.ts";
import type { Person } from "../people/person.ts";

/** The person at this machine: the one who uses the command line, and the page on a loopback address. */
export function localPerson(database: Database): Promise<Person> {
  const name = loginName();
  return findOrCreatePerson(database, { provider: "local", tenant: "local", subject: "local", handle: name, name, fullMember: true });
}

function loginName(): string {
  try {
    return userInfo().username || "you";
  } catch {
    // A user id without an entry in the system's list, as in many containers.
    return "you";
  }
}
