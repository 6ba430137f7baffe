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

/** What names an account, and never changes. */
export type AccountKey = {
  provider: Provider;
  /** Slack: the team. */
  tenant: string;
  subject: string;
};

/** An account as its provider describes it. */
export type Account = AccountKey & {
  handle: string;
  name: string;
  fullMember: boolean;
};
