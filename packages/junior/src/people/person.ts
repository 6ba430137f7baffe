import type { Provider } from "../db/schema.ts";

/** A person as the rooms above see one: the User, and the Identity by which they act now. */
export type Person = {
  userId: string;
  identityId: string;
  /** For people to read; never decides anything. */
  name: string;
  /** A full member of the organisation: may read what is public. */
  fullMember: boolean;
};

/** An account as its provider describes it. (provider, tenant, subject) is the account; the rest may change. */
export type Account = {
  provider: Provider;
  /** Slack: the team. */
  tenant: string;
  subject: string;
  handle: string;
  name: string;
  fullMember: boolean;
};
