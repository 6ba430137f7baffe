import type { Conversation } from "../../contract.ts";
import { words } from "../../shared/words.ts";
import { beganText } from "./began-text.ts";

export function BeganMark({ source }: Pick<Conversation, "source">) {
  const began = beganText(source);
  return began === null ? null : <span>{began}</span>;
}

/** `hidePrivate`: everything around is private as well. */
export function ConversationMarks({ conversation, hidePrivate = false }: { conversation: Conversation; hidePrivate?: boolean }) {
  return (
    <>
      {conversation.waitingOnYou && <span className="badge">{words.waitingOnYou}</span>}
      {conversation.working && <span className="badge badge-plain">{words.working}</span>}
      {conversation.visibility === "private" && !hidePrivate && (
        <span className="badge badge-plain" title={words.private}>
          Private<span className="visually-hidden">. {words.private}</span>
        </span>
      )}
    </>
  );
}
