import { expect, test } from "vitest";
import { plainMentions } from "./plain-mentions.ts";

const nameOf = (id: string) => ({ U0ANA: "ana", U0BEN: "ben <*>" })[id];

test("the one whom it is for is called once, everybody else is a plain name", () => {
  expect(plainMentions("<@U0BEN>, <@U0ANA>, <@U0ANA|ana>, <@W0NEW|cai>, <@U0NEW>", nameOf, "U0ANA")).toBe(
    "@ben, <@U0ANA>, @ana, @cai, @someone",
  );
});

test("code keeps its letters and calls nobody", () => {
  const text = "`<@U0ANA>`\n```\n<@U0BEN>\n```\n<@U0BEN>";
  expect(plainMentions(text, nameOf, "U0ANA").replaceAll("\u2060", "")).toBe(text.replace(/<@U0BEN>$/, "@ben"));
  expect(plainMentions(text, nameOf, "U0ANA")).not.toContain("<@");
});
