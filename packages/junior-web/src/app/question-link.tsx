import { Link } from "@tanstack/react-router";

export function QuestionLink({ id, title, className }: { id: string; title: string; className?: string }) {
  return (
    <Link to="/questions/$id" params={{ id }} className={className}>
      {title}
    </Link>
  );
}
