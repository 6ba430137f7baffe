import { timeText } from "../time-text.ts";

export function Time({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toLocaleString("en-GB", { dateStyle: "full", timeStyle: "short" })}>
      {timeText(date, new Date())}
    </time>
  );
}
