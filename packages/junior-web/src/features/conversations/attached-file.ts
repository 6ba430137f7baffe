import type { Attachment } from "../../contract.ts";
import { ApiProblem } from "../../shared/api/request-json.ts";

/** A file beside an unsent message. */
export type AttachedFile = {
  key: string;
  name: string;
  /** Bytes. */
  size: number;
  uploaded: Attachment | null;
  /** How much of it has left, 0 to 1. */
  part: number;
  /** Why it is not uploaded; null while it is on its way, and once it is there. */
  error: string | null;
  mayRetry: boolean;
};

export const isOnItsWay = ({ uploaded, error }: AttachedFile): boolean => uploaded === null && error === null;

export function uploadedFile(uploaded: Attachment): AttachedFile {
  return { key: uploaded.id, name: uploaded.name, size: uploaded.size, uploaded, part: 1, error: null, mayRetry: false };
}

export function fileOnItsWay(key: string, { name, size }: { name: string; size: number }): AttachedFile {
  return { key, name, size, uploaded: null, part: 0, error: null, mayRetry: false };
}

/** Another try helps where nobody refused the file itself. */
export function failedFile(file: AttachedFile, error: unknown): AttachedFile {
  if (!(error instanceof ApiProblem)) return { ...file, error: "Junior cannot be reached.", mayRetry: true };
  const { status } = error.problem;
  return { ...file, error: error.message, mayRetry: status >= 500 || status === 408 };
}
