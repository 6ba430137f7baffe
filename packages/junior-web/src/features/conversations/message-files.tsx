import type { Attachment } from "../../contract.ts";
import { sizeText } from "../../shared/size-text.ts";
import { isPicture, kindText } from "./kind-text.ts";

/** What a message carries: pictures small, in a frame that has its size before they come; anything else to save. */
export function MessageFiles({ attachments }: { attachments: Attachment[] }) {
  if (attachments.length === 0) return null;
  return (
    <ul className="message-files" aria-label="Files">
      {attachments.map((attachment) => (
        <li key={attachment.id}>{isPicture(attachment.mediaType) ? <Picture {...attachment} /> : <Download {...attachment} />}</li>
      ))}
    </ul>
  );
}

const address = (id: string) => `/api/attachments/${id}`;

function Picture({ id, name, size }: Attachment) {
  return (
    <a className="message-picture" href={address(id)} target="_blank" rel="noreferrer noopener" title={`${name}, ${sizeText(size)}`}>
      <img src={address(id)} alt={name} loading="lazy" />
    </a>
  );
}

function Download({ id, name, mediaType, size }: Attachment) {
  return (
    <a className="message-download" href={address(id)} download={name}>
      <span className="message-download-name">{name}</span>
      <span className="message-download-facts">
        {kindText(mediaType, name)}, {sizeText(size)}
      </span>
    </a>
  );
}
