import type { StoredFile, Workspace } from "./workspace.ts";

export type FileInput = { name: string; mimetype: string; content: string | Buffer };

export function addFile(workspace: Workspace, input: FileInput, user: string): StoredFile {
  const file = {
    id: workspace.nextId("F"),
    name: input.name,
    mimetype: input.mimetype,
    content: Buffer.from(input.content),
    user,
    complete: true,
  };
  workspace.files.set(file.id, file);
  return file;
}
