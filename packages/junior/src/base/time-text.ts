/**
 * "14:02", with the day where it is another one, in the zone of this machine: whoever reads it on the web or
 * in a terminal sits at it.
 */
export function timeText(at: Date, now: Date): string {
  const time = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (at.toDateString() === now.toDateString()) return time;
  const year = at.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return `${time} on ${at.toLocaleDateString("en-GB", { day: "numeric", month: "long", year })}`;
}
