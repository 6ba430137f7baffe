import type { Message } from "../../contract.ts";
import { Markdown } from "../../shared/ui/markdown.tsx";
import { Time } from "../../shared/ui/time.tsx";

const sides: Record<Message["author"]["kind"], string> = {
  person: "message-person",
  junior: "message-junior",
  child: "message-event",
  event: "message-event",
};

/** `answers`: the question that this message answers. */
export function MessageEntry({ message, answers }: { message: Message; answers: React.ReactNode }) {
  const { author, state } = message;
  const unread = author.kind === "person" && (state === "waiting" || state === "undecided");
  return (
    <li className={`message ${sides[author.kind]} ${author.you ? "message-you" : ""}`}>
      <p className="message-head">
        <strong>{author.you ? "You" : author.name}</strong> <Time at={message.createdAt} />
        {unread && <span> · not read yet</span>}
      </p>
      {message.itemId !== null && <p className="message-answers">✔ Answer to {answers}</p>}
      <Markdown text={message.text} />
    </li>
  );
}
