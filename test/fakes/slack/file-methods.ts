import { ApiRefusal } from "./api-arguments.ts";
import { joinedChannel } from "./api-method.ts";
import type { ApiMethod, ApiMethods } from "./api-method.ts";
import { changedEvent, deletedEvent, messageEvent, snapshot } from "./envelopes.ts";
import { objectsIn } from "./json.ts";
import { presentFile } from "./presenters.ts";
import { storeMessage } from "./store-message.ts";
import type { StoredFile, Workspace } from "./workspace.ts";

const MIMETYPES: Record<string, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  txt: "text/plain",
  csv: "text/csv",
  pdf: "application/pdf",
};

/** An upload that was never finished is no file yet. */
const fileInfo: ApiMethod = ({ args, workspace }) => ({
  file: presentFile(workspace, finished(workspace, args.needed("file"))),
});

/** Takes the file out of every post that shows it; a post that said nothing else goes with it. */
const remove: ApiMethod = ({ args, workspace, deliveries }) => {
  const file = finished(workspace, args.needed("file"));
  if (file.user !== workspace.identity.botUserId) throw new ApiRefusal("cant_delete_file");
  workspace.files.delete(file.id);
  for (const message of workspace.messages) {
    if (message.deleted || !message.files?.includes(file)) continue;
    const previous = snapshot(workspace, message);
    message.files = message.files.filter((shown) => shown !== file);
    message.deleted = message.files.length === 0 && message.text === "";
    deliveries.echo(message.deleted ? deletedEvent(workspace, message.channel, previous) : changedEvent(workspace, message, previous));
  }
  workspace.changed();
  return {};
};

const uploadUrl: ApiMethod = ({ args, workspace }) => {
  const name = args.needed("filename");
  if (args.count("length", 0, Number.MAX_SAFE_INTEGER) === 0) throw new ApiRefusal("invalid_arguments");
  const mimetype = MIMETYPES[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? "application/octet-stream";
  const file = {
    id: workspace.nextId("F"),
    name,
    mimetype,
    content: Buffer.alloc(0),
    user: workspace.identity.botUserId,
    complete: false,
  };
  workspace.files.set(file.id, file);
  return { upload_url: `${workspace.origin}/upload/v1/${file.id}`, file_id: file.id };
};

const completeUpload: ApiMethod = ({ args, workspace, deliveries }) => {
  const wanted = objectsIn(args.json("files", "invalid_arguments"));
  if (wanted.length === 0) throw new ApiRefusal("invalid_arguments");
  const files = wanted.map((entry) => {
    const file = known(workspace, String(entry.id));
    if (file.content.length === 0) throw new ApiRefusal("file_not_found");
    return Object.assign(file, { complete: true, title: typeof entry.title === "string" ? entry.title : undefined });
  });
  const channelId = args.text("channel_id");
  if (channelId) {
    const { botUserId, botId, appId, teamId } = workspace.identity;
    const channel = joinedChannel(workspace, channelId);
    const threadTs = args.text("thread_ts");
    const share = () => {
      const parent = threadTs ? workspace.find(channel.id, threadTs) : undefined;
      const message = storeMessage(workspace, deliveries, {
        channel: channel.id,
        user: botUserId,
        teamId,
        botId,
        appId,
        text: args.text("initial_comment") ?? "",
        threadTs: parent && (parent.threadTs ?? parent.ts),
        files,
        subtype: "file_share",
      });
      deliveries.echo(messageEvent(workspace, message));
    };
    const { afterMs } = workspace.sharing;
    if (afterMs === 0) share();
    else if (Number.isFinite(afterMs)) setTimeout(share, afterMs).unref();
  }
  return { files: files.map((file) => presentFile(workspace, file)) };
};

export const fileMethods: ApiMethods = {
  "files.info": fileInfo,
  "files.delete": remove,
  "files.getUploadURLExternal": uploadUrl,
  "files.completeUploadExternal": completeUpload,
};

function known(workspace: Workspace, id: string): StoredFile {
  const file = workspace.files.get(id);
  if (!file) throw new ApiRefusal("file_not_found");
  return file;
}

function finished(workspace: Workspace, id: string): StoredFile {
  const file = known(workspace, id);
  if (!file.complete) throw new ApiRefusal("file_not_found");
  return file;
}
