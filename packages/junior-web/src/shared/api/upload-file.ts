import type { Attachment } from "../../contract.ts";
import { ApiProblem, NoConnection, problemOf } from "./request-json.ts";

/**
 * Sends one file to `/api/attachments`; `onProgress` gets the part that has left, 0 to 1. Throws as `requestJson` does.
 * By XMLHttpRequest, since `fetch` tells nothing of what has been sent.
 */
export function uploadFile(file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<Attachment> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    form.append("file", file, file.name);
    const sending = new XMLHttpRequest();
    sending.upload.addEventListener("progress", ({ loaded, total }) => total > 0 && onProgress(loaded / total));
    sending.addEventListener("error", () => reject(new NoConnection(null)));
    sending.addEventListener("load", () => {
      const { status, statusText, responseText } = sending;
      if (status === 201) resolve(JSON.parse(responseText) as Attachment);
      else reject(new ApiProblem(problemOf(status, statusText, responseText)));
    });
    signal.addEventListener("abort", () => sending.abort());
    sending.open("POST", "/api/attachments");
    sending.setRequestHeader("accept", "application/json");
    sending.send(form);
  });
}
