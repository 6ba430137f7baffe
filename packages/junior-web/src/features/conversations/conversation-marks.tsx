import type { Conversation } from "../../contract.ts";
import { words } from "../../shared/words.ts";
import { beganText } from "./began-text.ts";

/** `hidePrivate`: everything around is private as well. */
export function ConversationMarks({ conversation, hidePrivate = false }: { conversation: Conversation; hidePrivate?: boolean }) {
  const began = beganText(conversation.source);
  return (
    <>
      {began !== null && <span>{began}</span>}
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
