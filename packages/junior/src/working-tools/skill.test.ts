import { expect, test } from "vitest";
import { readSkill } from "./skill.ts";

const text = (head: string, body = "Do this.") => `---\n${head}\n---\n\n${body}\n`;
const plain = "name: outside-work\ndescription: For work outside.";

test("name, description and body, also with other fields, Windows' line ends and a byte order mark", () => {
  const skill = { name: "outside-work", description: "For work outside.", body: "Do this.\n\n---\n\nThen that." };
  const written = text(`${plain}\nlicense: MIT\nmetadata:\n  version: "1"`, skill.body);
  expect(readSkill(written, "outside-work")).toEqual(skill);
  const windows = readSkill(`\uFEFF${written.replaceAll("\n", "\r\n")}`, "outside-work");
  expect(windows).toEqual({ ...skill, body: skill.body.replaceAll("\n", "\r\n") });
});

test.each([
  ["no head", "# Only Markdown"],
  ["a head that does not end", "---\nname: outside-work\n"],
  ["YAML that is none", text("name: [outside-work\ndescription: x")],
  ["no description", text("name: outside-work")],
  ["an empty description", text("name: outside-work\ndescription: ' '")],
  ["a name that is none", text("name: Outside Work\ndescription: x")],
  ["another name than its folder", text("name: inside-work\ndescription: x")],
  ["an alias", text("name: &a outside-work\ndescription: *a")],
  ["nothing to say", text(plain, "")],
])("%s is a fault", (_, given) => {
  expect(readSkill(given, "outside-work")).toEqual({ fault: expect.any(String) });
});
