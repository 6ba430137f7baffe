import type { Conversation } from "../../contract.ts";
import { words } from "../../shared/words.ts";

export function ConversationMarks({ conversation }: { conversation: Conversation }) {
  return (
    <>
      {conversation.waitingOnYou && <span className="badge">{words.waitingOnYou}</span>}
      {conversation.working && <span className="badge badge-plain">{words.working}</span>}
      {conversation.visibility === "private" && <span className="badge badge-plain">Private</span>}
    </>
  );
}
