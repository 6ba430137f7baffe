import type { Attachment } from "junior-web/contract";
import { sizeText } from "../base/size-text.ts";
import type { CliDesk } from "./cli-deps.ts";
import { oneLine } from "./plain-text.ts";
import type { Screen } from "./screen.ts";

/** One line each: name, size, and where a browser of this person gets it. */
export function attachmentLines({ pageUrl }: Pick<CliDesk, "pageUrl">, { paint }: Screen, attachments: Attachment[]): string[] {
  return attachments.map(
    ({ id, name, size }) => `[${oneLine(name)}, ${sizeText(size)}] ${paint("dim", `${pageUrl.replace(/\/$/, "")}/api/attachments/${id}`)}`,
  );
}
