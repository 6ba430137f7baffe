import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Tool } from "junior-plugin-api";
import { z } from "zod";
import { shortened } from "./shortened.ts";
import type { Skill } from "./skill.ts";

const input = z.object({
  name: z.string().min(1).max(64).describe("Of the skill."),
  file: z.string().min(1).max(300).optional().describe("One of its other files. Left out: the skill itself."),
});

const description = [
  "Gives you the instructions of a skill: how one kind of work is done here. Load the one that fits before you begin such work.",
  "It also lists the skill's other files; read those that the instructions send you to.",
].join("\n");

export function loadSkillTool(skills: Skill[]): Tool<z.infer<typeof input>> {
  return {
    name: "loadSkill",
    description,
    input,
    hints: { readOnly: true, destructive: false, openWorld: false, idempotent: true },
    target: ({ name, file }) => (file === undefined ? `skill ${name}` : `skill ${name}, ${file}`),
    async run({ name, file }) {
      const skill = skills.find((candidate) => candidate.name === name);
      if (!skill) return { ok: false, error: `name: there is no such skill. There are: ${skills.map((known) => known.name).join(", ")}.` };
      if (file === undefined) return { ok: true, output: { instructions: skill.body, files: skill.files } };
      // Only what was listed at the start can be named, so that no path leads out.
      if (!skill.files.includes(file))
        return { ok: false, error: `file: ${name} has no such file. It has: ${skill.files.join(", ") || "none"}.` };
      const bytes = await readFile(join(skill.folder, file));
      return isUtf8(bytes) ? { ok: true, output: shortened(bytes.toString("utf8")) } : { ok: false, error: `file: ${file} is no text.` };
    },
  };
}
