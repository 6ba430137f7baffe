import { ApiRefusal, argumentsOf } from "./api-arguments.ts";
import type { Arguments } from "./api-arguments.ts";
import { joinedChannel, storedMessage } from "./api-method.ts";
import type { ApiMethod, ApiMethods } from "./api-method.ts";
import { lengthOf } from "./block-checks.ts";
import { messageEvent } from "./envelopes.ts";
import { objectsIn, stringIn } from "./json.ts";
import { contentOf } from "./message-content.ts";
import { storeMessage } from "./store-message.ts";
import type { StoredMessage, Workspace } from "./workspace.ts";

/** Measured: a stream dies about 306 s after its start, whatever is appended. */
const STREAM_LIFE_MS = 300_000;
const MOST_CHUNK = 12_000;

type Mode = "text" | "chunks";

const start: ApiMethod = ({ args, workspace, deliveries }) => {
  const channel = joinedChannel(workspace, args.needed("channel"));
  const threadTs = args.text("thread_ts");
  if (threadTs && !workspace.find(channel.id, threadTs)) throw new ApiRefusal("invalid_thread_ts");
  if (channel.kind !== "im" && !args.has("recipient_user_id")) throw new ApiRefusal("missing_recipient_user_id");
  if (channel.kind !== "im" && !args.has("recipient_team_id")) throw new ApiRefusal("missing_recipient_team_id");
  const piece = pieceOf(args);
  const { botUserId, botId, appId, teamId } = workspace.identity;
  const message = storeMessage(workspace, deliveries, {
    channel: channel.id,
    user: botUserId,
    teamId,
    botId,
    appId,
    text: piece.text,
    threadTs,
  });
  message.stream = { startedAt: workspace.now(), mode: piece.mode, isOver: false };
  return { channel: channel.id, ts: message.ts };
};

const append: ApiMethod = ({ args, workspace }) => {
  const message = streaming(workspace, args);
  add(message, pieceOf(args));
  workspace.changed();
  return { channel: message.channel, ts: message.ts };
};

const stop: ApiMethod = ({ args, workspace, deliveries }) => {
  const message = streaming(workspace, args);
  add(message, pieceOf(args));
  const content = contentOf(workspace, argumentsOf({ ...args.body, markdown_text: undefined }));
  message.blocks = content.blocks ?? message.blocks;
  message.metadata = content.metadata ?? message.metadata;
  message.stream!.isOver = true;
  workspace.changed();
  deliveries.echo(messageEvent(workspace, message));
  return { channel: message.channel, ts: message.ts };
};

export const streamMethods: ApiMethods = {
  "chat.startStream": start,
  "chat.appendStream": append,
  "chat.stopStream": stop,
};

function streaming(workspace: Workspace, args: Arguments): StoredMessage {
  const message = storedMessage(workspace, joinedChannel(workspace, args.needed("channel")).id, args.needed("ts"));
  const isLive = message.stream && !message.stream.isOver && workspace.now() - message.stream.startedAt < STREAM_LIFE_MS;
  if (!isLive) throw new ApiRefusal("message_not_in_streaming_state");
  return message;
}

function pieceOf(args: Arguments): { text: string; mode?: Mode } {
  const chunks = args.json("chunks", "invalid_chunks");
  if (args.has("markdown_text") && chunks !== undefined) throw new ApiRefusal("cannot_provide_both_markdown_text_and_chunks");
  const texts =
    chunks === undefined
      ? [args.text("markdown_text") ?? ""]
      : objectsIn(chunks).map((chunk) => (chunk.type === "markdown_text" ? (stringIn(chunk.text) ?? "") : ""));
  if (texts.some((text) => lengthOf(text) > MOST_CHUNK)) throw new ApiRefusal("msg_too_long");
  return {
    text: texts.join(""),
    mode: chunks !== undefined ? "chunks" : args.has("markdown_text") ? "text" : undefined,
  };
}

function add(message: StoredMessage, piece: { text: string; mode?: Mode }): void {
  const stream = message.stream!;
  if (piece.mode && stream.mode && piece.mode !== stream.mode) throw new ApiRefusal("streaming_mode_mismatch");
  stream.mode ??= piece.mode;
  message.text += piece.text;
}
