import type { Attachment } from "../../contract.ts";
import { uploadFile } from "../../shared/api/upload-file.ts";

type Handlers = { onProgress: (part: number) => void; onUploaded: (uploaded: Attachment) => void; onFailed: (error: unknown) => void };

export type Uploads = {
  begin(key: string, file: File, handlers: Handlers): void;
  fileOf(key: string): File | undefined;
  end(key: string): void;
  endAll(): void;
  /** Resolves when the next upload ends, in whatever way. */
  nextEnd(): Promise<void>;
};

/** Uploads by key. One that is ended calls nobody back. */
export function openUploads(): Uploads {
  const begun = new Map<string, { file: File; ending: AbortController }>();
  const waiting: (() => void)[] = [];
  function ended() {
    for (const wake of waiting.splice(0)) wake();
  }
  return {
    begin(key, file, { onProgress, onUploaded, onFailed }) {
      const ending = new AbortController();
      begun.set(key, { file, ending });
      void uploadFile(file, onProgress, ending.signal)
        .then(onUploaded, (error: unknown) => onFailed(error))
        .finally(ended);
    },
    fileOf: (key) => begun.get(key)?.file,
    end(key) {
      begun.get(key)?.ending.abort();
      begun.delete(key);
      ended();
    },
    endAll() {
      for (const { ending } of begun.values()) ending.abort();
    },
    nextEnd: () => new Promise((resolve) => waiting.push(resolve)),
  };
}
