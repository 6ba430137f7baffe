import { ApiRefusal } from "./api-arguments.ts";
import type { Arguments } from "./api-arguments.ts";
import { lengthOf } from "./block-checks.ts";
import { isObject, objectsIn } from "./json.ts";
import type { JsonObject } from "./json.ts";
import { storedBlocks } from "./store-message.ts";
import { validateBlocks } from "./validate-blocks.ts";
import type { Workspace } from "./workspace.ts";

const MOST_TEXT = 40_000;
const MOST_MARKDOWN = 12_000;
const MOST_ATTACHMENTS = 100;
const EMBEDDABLE = ["image/png", "image/jpeg", "image/gif"];

export type Content = {
  text?: string;
  blocks?: JsonObject[];
  attachments?: JsonObject[];
  metadata?: JsonObject;
  warnings: string[];
};

/** What a post or update carries, refused as Slack refuses it. Fields that were not sent are undefined. */
export function contentOf(workspace: Workspace, args: Arguments): Content {
  const blocks = args.json("blocks", "invalid_blocks_format");
  const attachments = args.json("attachments", "invalid_attachments");
  const markdown = args.text("markdown_text");
  if (blocks !== undefined) refuseBadBlocks(workspace, blocks);
  if (objectsIn(attachments).length > MOST_ATTACHMENTS) throw new ApiRefusal("too_many_attachments");
  for (const attachment of objectsIn(attachments)) if (attachment.blocks !== undefined) refuseBadBlocks(workspace, attachment.blocks);
  if (markdown !== undefined) refuseBadMarkdown(markdown, args);
  const { text, warnings } = truncated(markdown ?? args.text("text"));
  const given = markdown !== undefined ? [{ type: "markdown", text: markdown }] : blocks;
  return {
    text,
    blocks: given === undefined ? undefined : storedBlocks(workspace, objectsIn(given)),
    attachments: attachments === undefined ? undefined : objectsIn(attachments),
    metadata: metadataOf(args),
    warnings,
  };
}

export function isEmpty(content: Content): boolean {
  return !content.text?.trim() && !content.blocks?.length && !content.attachments?.length;
}

/** The part of an answer that tells of a cut text. */
export function warningsOf(content: Content): JsonObject {
  if (content.warnings.length === 0) return {};
  return { warning: content.warnings.join(","), response_metadata: { warnings: content.warnings } };
}

function refuseBadBlocks(workspace: Workspace, blocks: unknown): void {
  const faults = [...validateBlocks(blocks), ...strangeFiles(workspace, blocks)];
  if (faults.length === 0) return;
  const code = faults.every((words) => words.startsWith("msg_blocks_too_long")) ? "msg_blocks_too_long" : "invalid_blocks";
  throw new ApiRefusal(code, {
    errors: faults.map((words) => words.replace(/^\[ERROR\] /, "")),
    response_metadata: { messages: faults },
  });
}

function strangeFiles(workspace: Workspace, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => strangeFiles(workspace, entry));
  if (!isObject(value)) return [];
  const reference = value.type === "image" && isObject(value.slack_file) ? value.slack_file : undefined;
  if (!reference) return Object.values(value).flatMap((entry) => strangeFiles(workspace, entry));
  const file = [...workspace.files.values()].find(
    ({ id }) => id === reference.id || String(reference.url).startsWith(`${workspace.origin}/files/${id}/`),
  );
  return file?.complete && EMBEDDABLE.includes(file.mimetype) ? [] : ["[ERROR] invalid slack file"];
}

function refuseBadMarkdown(markdown: string, args: Arguments): void {
  if (args.has("text") || args.has("blocks")) throw new ApiRefusal("markdown_text_conflict");
  if (lengthOf(markdown) > MOST_MARKDOWN) throw new ApiRefusal("msg_too_long");
}

function truncated(text: string | undefined): { text?: string; warnings: string[] } {
  if (text === undefined || lengthOf(text) <= MOST_TEXT) return { text, warnings: [] };
  return { text: [...text].slice(0, MOST_TEXT).join(""), warnings: ["message_truncated"] };
}

function metadataOf(args: Arguments): JsonObject | undefined {
  const metadata = args.json("metadata", "invalid_metadata_format");
  if (metadata === undefined) return undefined;
  if (!isObject(metadata) || typeof metadata.event_type !== "string" || !isObject(metadata.event_payload))
    throw new ApiRefusal("invalid_metadata_format");
  if (!Object.values(metadata.event_payload).every((value) => isFlat(value, 2))) throw new ApiRefusal("invalid_metadata_schema");
  return metadata;
}

/** Values of event_payload are plain, or flat objects or arrays of plain ones. */
function isFlat(value: unknown, depth: number): boolean {
  if (["string", "number", "boolean"].includes(typeof value)) return true;
  if (depth === 0 || typeof value !== "object" || value === null) return false;
  return Object.values(value).every((entry) => isFlat(entry, depth - 1));
}
