import type { Message } from "../../contract.ts";
import { Markdown } from "../../shared/ui/markdown.tsx";
import { Time } from "../../shared/ui/time.tsx";
import { deletedIn, words } from "../../shared/words.ts";
import { emojiText } from "./emoji-text.ts";
import { MessageFiles } from "./message-files.tsx";

const sides: Record<Message["author"]["kind"], string> = {
  person: "message-person",
  junior: "message-junior",
  child: "message-event",
  event: "message-event",
};

/** `answer`: what the message answered, to show in place of its text; null where it is a message like others. */
export function MessageEntry({ message, answer }: { message: Message; answer: React.ReactNode }) {
  const { author, text, attachments, reactions } = message;
  return (
    <li className={`message ${sides[author.kind]} ${author.you ? "message-you" : ""}`}>
      <p className="message-head">
        <strong>{author.you ? "You" : author.name}</strong> <Time at={message.createdAt} />
        <Marks message={message} />
      </p>
      {answer !== null && <p className="message-answer">{answer}</p>}
      {answer === null && text !== "" && <Markdown text={text} />}
      <MessageFiles attachments={attachments} />
      {reactions.length > 0 && (
        <p className="message-reactions">
          {reactions.map((name) => (
            <span key={name} className="message-reaction" title={`Junior: ${name}`}>
              <span aria-hidden="true">{emojiText(name)}</span>
              <span className="visually-hidden">Junior reacted with {name.replaceAll("_", " ")}</span>
            </span>
          ))}
        </p>
      )}
    </li>
  );
}

function Marks({ message: { author, state, source, edited, deleted } }: { message: Message }) {
  if (deleted) return <span> · {deletedIn(source)}</span>;
  const unread = author.kind === "person" && (state === "waiting" || state === "undecided");
  return (
    <>
      {edited && <span> · {words.edited}</span>}
      {unread && <span> · not read yet</span>}
    </>
  );
}
