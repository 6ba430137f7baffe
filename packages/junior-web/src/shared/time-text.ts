const clock: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

/** "14:02" today, "29 Nov, 14:02" this year, "29 Nov 2025, 14:02" before; in the zone given, else the browser's. */
export function timeText(at: Date, now: Date, timeZone?: string): string {
  const day = (date: Date) => date.toLocaleDateString("en-CA", { timeZone });
  if (day(at) === day(now)) return clockText(at, timeZone);
  const year = day(at).slice(0, 4) === day(now).slice(0, 4) ? undefined : "numeric";
  const date = at.toLocaleDateString("en-GB", { day: "numeric", month: "short", year, timeZone });
  return `${date}, ${clockText(at, timeZone)}`;
}

export function clockText(at: Date, timeZone?: string): string {
  return at.toLocaleTimeString("en-GB", { ...clock, timeZone });
}
