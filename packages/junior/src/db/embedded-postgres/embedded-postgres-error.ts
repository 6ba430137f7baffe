export type EmbeddedPostgresErrorCode =
  | "data-folder-not-writable"
  | "data-folder-not-reachable"
  | "disk-full"
  | "locked"
  | "binaries-missing"
  | "wrong-version"
  | "no-server-user"
  | "port-taken"
  | "start-failed"
  | "stop-failed";

/** The message is one line for a person: what happened, what is safe, what to do. It may be printed as it is. */
export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "EmbeddedPostgresError";
    this.code = code;
  }
}

/** The folder of Junior's own data as the operating system refused it; other errors come back unchanged. */
export function explainFolderError(error: unknown, folder: string): unknown {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === "ENOSPC" || code === "EDQUOT") return diskFull(folder, error);
  if (code === "EISDIR") {
    return new EmbeddedPostgresError(
      "data-folder-not-writable",
      `In Junior's data folder ${folder} a folder stands where a file belongs (postgres.json). Nothing was changed. Move it away, then start Junior again.`,
      error,
    );
  }
  if (code === "EACCES" || code === "EPERM" || code === "EROFS" || code === "ENOTDIR") {
    return new EmbeddedPostgresError(
      "data-folder-not-writable",
      `Junior may not write in its data folder ${folder}. Nothing was changed. Start Junior as the owner of that folder, or set JUNIOR_DATA_DIR to a folder of yours.`,
      error,
    );
  }
  return error;
}

export function diskFull(folder: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    "disk-full",
    `The disk that holds ${folder} is full. What Junior has stored is safe. Make room (Junior needs about 200 MB), then start it again.`,
    cause,
  );
}

/** PostgreSQL's programs report a full disk only as text; they run with English messages. */
export function saysDiskFull(output: string): boolean {
  return /No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes/.test(output);
}
