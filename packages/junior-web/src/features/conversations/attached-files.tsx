import { Button } from "react-aria-components";
import { sizeText } from "../../shared/size-text.ts";
import type { AttachedFile } from "./attached-file.ts";

type AttachedFilesProps = { files: AttachedFile[]; disabled: boolean; retry: (key: string) => void; remove: (key: string) => void };

/** What goes with the unsent message. */
export function AttachedFiles({ files, disabled, retry, remove }: AttachedFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul className="attached" aria-label="Attached files">
      {files.map((file) => (
        <li key={file.key} className={`attached-file ${file.error === null ? "" : "attached-file-failed"}`}>
          <span className="attached-text">
            <span className="attached-name">{file.name}</span>
            <FileState file={file} />
          </span>
          {file.mayRetry && file.error !== null && (
            <Button className="attached-button" isDisabled={disabled} onPress={() => retry(file.key)}>
              Try again<span className="visually-hidden"> to upload {file.name}</span>
            </Button>
          )}
          <Button className="attached-button" aria-label={`Remove ${file.name}`} isDisabled={disabled} onPress={() => remove(file.key)}>
            ✕
          </Button>
        </li>
      ))}
    </ul>
  );
}

function FileState({ file: { name, size, uploaded, part, error } }: { file: AttachedFile }) {
  if (error !== null)
    return (
      <span className="attached-error" role="status">
        Not uploaded: {error}
      </span>
    );
  if (uploaded === null) return <progress className="attached-progress" aria-label={`Uploading ${name}`} value={part} max={1} />;
  return <span className="attached-size">{sizeText(size)}</span>;
}
