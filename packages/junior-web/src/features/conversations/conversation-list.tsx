import type { Conversation } from "../../contract.ts";
import { Time } from "../../shared/ui/time.tsx";
import { ConversationMarks } from "./conversation-marks.tsx";

type ConversationListProps = { conversations: Conversation[]; titleLink: (conversation: Conversation) => React.ReactNode };

export function ConversationList({ conversations, titleLink }: ConversationListProps) {
  const allPrivate = conversations.every(({ visibility }) => visibility === "private");
  return (
    <ul className="rows">
      {conversations.map((conversation) => (
        <li key={conversation.id} className="row">
          <div className="row-main row-line">
            {titleLink(conversation)}
            <p className="row-detail row-marks">
              <ConversationMarks conversation={conversation} hidePrivate={allPrivate} />
            </p>
          </div>
          <span className="row-side">
            <Time at={conversation.updatedAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
