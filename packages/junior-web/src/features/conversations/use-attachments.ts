import { useCallback, useEffect, useRef, useState } from "react";
import type { Attachment } from "../../contract.ts";
import { ApiProblem } from "../../shared/api/request-json.ts";
import { uploadFile } from "../../shared/api/upload-file.ts";
import { newKey } from "../../shared/new-key.ts";
import { admitFiles } from "./admit-files.ts";

/** A file beside an unsent message. `error`: why it is not uploaded; null while it is on its way, and once it is. */
export type AttachedFile = {
  key: string;
  name: string;
  size: number;
  uploaded: Attachment | null;
  part: number;
  error: string | null;
  mayRetry: boolean;
};

export type Attachments = {
  files: AttachedFile[];
  /** In words, what was not taken of the last files given. */
  refusals: string[];
  add(files: File[]): void;
  retry(key: string): void;
  remove(key: string): void;
  clear(): void;
};

/** Uploads at once what is given. `kept`: what was uploaded before a reload; `keep` hears what is to outlive the next. */
export function useAttachments(kept: Attachment[], keep: (uploaded: Attachment[]) => void): Attachments {
  const [files, setFiles] = useState<AttachedFile[]>(() => kept.map(uploadedFile));
  const [refusals, setRefusals] = useState<string[]>([]);
  const uploads = useUploads();

  useEffect(() => keep(files.flatMap(({ uploaded }) => uploaded ?? [])), [files, keep]);

  const update = useCallback(
    (key: string, change: Partial<AttachedFile>) =>
      setFiles((before) => before.map((file) => (file.key === key ? { ...file, ...change } : file))),
    [],
  );

  function upload(key: string, file: File) {
    update(key, { error: null, part: 0 });
    uploads.begin(key, file, (part) => update(key, { part })).then(
      (uploaded) => update(key, { uploaded, name: uploaded.name, size: uploaded.size }),
      (error: unknown) => update(key, failureOf(error)),
    );
  }

  return {
    files,
    refusals,
    add(given) {
      const { admitted, refusals: refused } = admitFiles(given, files.length);
      setRefusals(refused);
      const added = admitted.map((file) => ({ key: newKey(), file }));
      setFiles((before) => [...before, ...added.map(({ key, file }) => fileOnItsWay(key, file))]);
      for (const { key, file } of added) upload(key, file);
    },
    retry(key) {
      const file = uploads.fileOf(key);
      if (file !== undefined) upload(key, file);
    },
    remove(key) {
      uploads.end(key);
      setRefusals([]);
      setFiles((before) => before.filter((file) => file.key !== key));
    },
    clear() {
      setRefusals([]);
      setFiles([]);
    },
  };
}

/** What is being uploaded here; it ends with the page. */
function useUploads() {
  const running = useRef(new Map<string, { file: File; ending: AbortController }>());
  useEffect(() => {
    const uploads = running.current;
    return () => {
      for (const { ending } of uploads.values()) ending.abort();
    };
  }, []);
  return {
    fileOf: (key: string) => running.current.get(key)?.file,
    end: (key: string) => running.current.get(key)?.ending.abort(),
    begin(key: string, file: File, onProgress: (part: number) => void): Promise<Attachment> {
      const ending = new AbortController();
      running.current.set(key, { file, ending });
      return uploadFile(file, onProgress, ending.signal);
    },
  };
}

const uploadedFile = (uploaded: Attachment): AttachedFile => ({
  key: uploaded.id,
  name: uploaded.name,
  size: uploaded.size,
  uploaded,
  part: 1,
  error: null,
  mayRetry: false,
});

const fileOnItsWay = (key: string, { name, size }: File): AttachedFile => ({
  key,
  name,
  size,
  uploaded: null,
  part: 0,
  error: null,
  mayRetry: false,
});

function failureOf(error: unknown): Pick<AttachedFile, "error" | "mayRetry"> {
  if (error instanceof ApiProblem) return { error: error.message, mayRetry: error.problem.status >= 500 || error.problem.status === 408 };
  return { error: "Junior cannot be reached.", mayRetry: true };
}
