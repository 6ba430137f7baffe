/** A stored file as everybody sees it. What it may be called and served as was decided when it was stored. */
export type FileInfo = { id: string; name: string; mediaType: string; /** Bytes. */ size: number };

/** Bytes. */
export const largestFile = 20 * 1024 * 1024;
export const mostFilesPerMessage = 10;
