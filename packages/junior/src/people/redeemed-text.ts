import { words } from "../base/words.ts";
import type { Redeemed } from "./redeem-link-code.ts";

/** What whoever wrote the code is told; `who` is how their surface shows them. */
export function redeemedText(redeemed: Redeemed, who: string): string {
  switch (redeemed.outcome) {
    case "linked":
      return words.linked(who);
    case "already-linked":
      return words.alreadyLinked;
    case "conflict":
      return words.linkConflict(redeemed.provider === "slack" ? "Slack" : redeemed.provider);
    case "refused":
      return words.linkRefused;
  }
}
