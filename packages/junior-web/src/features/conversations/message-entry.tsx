import type { Message } from "../../contract.ts";
import { Markdown } from "../../shared/ui/markdown.tsx";
import { Time } from "../../shared/ui/time.tsx";

const sides: Record<Message["author"]["kind"], string> = {
  person: "message-person",
  junior: "message-junior",
  child: "message-event",
  event: "message-event",
};

/** `answer`: what the message answered, to show in place of its text; null where it is a message like others. */
export function MessageEntry({ message, answer }: { message: Message; answer: React.ReactNode }) {
  const { author, state } = message;
  const unread = author.kind === "person" && (state === "waiting" || state === "undecided");
  return (
    <li className={`message ${sides[author.kind]} ${author.you ? "message-you" : ""}`}>
      <p className="message-head">
        <strong>{author.you ? "You" : author.name}</strong> <Time at={message.createdAt} />
        {unread && <span> · not read yet</span>}
      </p>
      {answer === null ? <Markdown text={message.text} /> : <p className="message-answer">{answer}</p>}
    </li>
  );
}
