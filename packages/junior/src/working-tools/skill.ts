import { parse } from "yaml";
import { z } from "zod";

/** A folder with instructions for one kind of work, in the open Agent Skills format (agentskills.io/specification). */
export type Skill = {
  name: string;
  description: string;
  /** What SKILL.md says below its head. */
  body: string;
  folder: string;
  /** Its other files, by their path from the folder. */
  files: string[];
};

const head = z.object({
  name: z
    .string()
    .max(64)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words with hyphens"),
  description: z.string().trim().min(1).max(1_024),
});

/**
 * Reads a SKILL.md. Fields of the format that mean nothing here are let be.
 * @returns one line on what is wrong when it is no skill
 */
export function readSkill(text: string, folderName: string): Pick<Skill, "name" | "description" | "body"> | { fault: string } {
  const parts = /^---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n(.*))?$/s.exec(text.replace(/^\uFEFF/, ""));
  if (!parts) return { fault: "it does not begin with a head between two lines of ---" };
  const parsed = head.safeParse(readYaml(parts[1] ?? ""));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { fault: `its head is not right: ${issue?.path.join(".") || "name and description"}: ${issue?.message ?? ""}` };
  }
  if (parsed.data.name !== folderName) return { fault: `its name is ${parsed.data.name}, and its folder's is not` };
  const body = (parts[2] ?? "").trim();
  return body === "" ? { fault: "below its head there is nothing" } : { ...parsed.data, body };
}

function readYaml(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 0 });
  } catch {
    return null;
  }
}
