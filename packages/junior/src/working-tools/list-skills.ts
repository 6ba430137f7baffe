import { type Dirent } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Log } from "../base/log.ts";
import { type Skill, readSkill } from "./skill.ts";

const mostFiles = 200;

/**
 * The skills in these folders, by name; read once, at the start. One that is broken is left out with a warning; of two
 * with one name, the first counts.
 */
export async function listSkills(folders: string[], log: Log): Promise<Skill[]> {
  const skills = new Map<string, Skill>();
  for (const parent of folders) {
    for (const { name } of await subfolders(parent)) {
      const read = await loadSkillFolder(join(parent, name), name);
      const fault = "fault" in read ? read.fault : skills.has(read.name) ? "there is another of that name" : null;
      if (fault === null && !("fault" in read)) skills.set(read.name, read);
      else log.warn("a skill was left out", { path: join(parent, name), code: fault });
    }
  }
  return [...skills.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}

async function subfolders(parent: string): Promise<Dirent[]> {
  const entries = await readdir(parent, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

async function loadSkillFolder(folder: string, name: string): Promise<Skill | { fault: string }> {
  const text = await readFile(join(folder, "SKILL.md"), "utf8").catch(() => null);
  if (text === null) return { fault: "it has no SKILL.md that can be read" };
  const skill = readSkill(text, name);
  if ("fault" in skill) return skill;
  // Links are not followed: what a skill gives to read stands in its folder.
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => path !== "SKILL.md" && !path.split("/").some((part) => part.startsWith(".")));
  return { ...skill, folder, files: files.toSorted().slice(0, mostFiles) };
}
