import type { Conversation } from "../../contract.ts";
import { Time } from "../../shared/ui/time.tsx";
import { BeganMark, ConversationMarks } from "./conversation-marks.tsx";

type ConversationListProps = { conversations: Conversation[]; titleLink: (conversation: Conversation) => React.ReactNode };

export function ConversationList({ conversations, titleLink }: ConversationListProps) {
  const allPrivate = conversations.every(({ visibility }) => visibility === "private");
  return (
    <ul className="rows">
      {conversations.map((conversation) => (
        <li key={conversation.id} className="row">
          <div className="row-main">
            {titleLink(conversation)}
            <p className="row-detail">
              <BeganMark source={conversation.source} />
            </p>
          </div>
          <p className="row-side row-marks">
            <ConversationMarks conversation={conversation} hidePrivate={allPrivate} />
            <Time at={conversation.updatedAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}
