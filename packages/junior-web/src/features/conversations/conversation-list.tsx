import type { Conversation } from "../../contract.ts";
import { Time } from "../../shared/ui/time.tsx";
import { ConversationMarks } from "./conversation-marks.tsx";
import { beganText } from "./began-text.ts";

type ConversationListProps = { conversations: Conversation[]; titleLink: (conversation: Conversation) => React.ReactNode };

export function ConversationList({ conversations, titleLink }: ConversationListProps) {
  return (
    <ul className="rows">
      {conversations.map((conversation) => (
        <li key={conversation.id} className="row">
          <div className="row-main">
            {titleLink(conversation)}
            <p className="row-detail row-marks">
              {beganText(conversation.source)}
              <ConversationMarks conversation={conversation} />
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
