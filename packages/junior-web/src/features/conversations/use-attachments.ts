import { useCallback, useEffect, useRef, useState } from "react";
import type { Attachment } from "../../contract.ts";
import { newKey } from "../../shared/new-key.ts";
import { admitFiles } from "./admit-files.ts";
import { type AttachedFile, failedFile, fileOnItsWay, isOnItsWay, uploadedFile } from "./attached-file.ts";
import { openUploads } from "./open-uploads.ts";

export type Attachments = {
  files: AttachedFile[];
  /** In words, what was not taken of the last files given. */
  refusals: string[];
  add(files: File[]): void;
  retry(key: string): void;
  remove(key: string): void;
  clear(): void;
  /** When nothing is on its way any more: everything that is uploaded, or null where something failed. */
  settled(): Promise<Attachment[] | null>;
};

/** Uploads at once what is given. `kept`: what was uploaded before a reload; `keep` hears what is to outlive the next. */
export function useAttachments(kept: Attachment[], keep: (uploaded: Attachment[]) => void): Attachments {
  const [files, setFiles] = useState<AttachedFile[]>(() => kept.map(uploadedFile));
  const [refusals, setRefusals] = useState<string[]>([]);
  const latest = useRef(files);
  const [uploads] = useState(openUploads);
  useEffect(() => uploads.endAll, [uploads]);
  useEffect(() => keep(files.flatMap(({ uploaded }) => uploaded ?? [])), [files, keep]);

  const change = useCallback((from: (before: AttachedFile[]) => AttachedFile[]) => {
    latest.current = from(latest.current);
    setFiles(latest.current);
  }, []);
  const replace = (key: string, by: (file: AttachedFile) => AttachedFile) =>
    change((before) => before.map((file) => (file.key === key ? by(file) : file)));

  function upload(key: string, file: File) {
    uploads.begin(key, file, {
      onProgress: (part) => replace(key, (before) => ({ ...before, part })),
      onUploaded: (uploaded) => replace(key, () => ({ ...uploadedFile(uploaded), key })),
      onFailed: (error) => replace(key, (before) => failedFile(before, error)),
    });
  }

  return {
    files,
    refusals,
    add(given) {
      const { admitted, refusals: refused } = admitFiles(given, latest.current.length);
      setRefusals(refused);
      for (const file of admitted) {
        const key = newKey();
        change((before) => [...before, fileOnItsWay(key, file)]);
        upload(key, file);
      }
    },
    retry(key) {
      const file = uploads.fileOf(key);
      if (file === undefined) return;
      replace(key, () => fileOnItsWay(key, file));
      upload(key, file);
    },
    remove(key) {
      setRefusals([]);
      change((before) => before.filter((file) => file.key !== key));
      uploads.end(key);
    },
    clear() {
      setRefusals([]);
      change(() => []);
    },
    async settled() {
      while (latest.current.some(isOnItsWay)) await uploads.nextEnd();
      const uploaded = latest.current.flatMap((file) => file.uploaded ?? []);
      return uploaded.length === latest.current.length ? uploaded : null;
    },
  };
}
