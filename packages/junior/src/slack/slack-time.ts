/** A time in each reader's own zone, as Slack draws it; `timeZone` is for clients that cannot. */
export function slackTime(at: Date, timeZone: string | null): string {
  return `<!date^${Math.floor(at.getTime() / 1000)}^{date_short_pretty} {time}|${clockTime(at, timeZone ?? "Etc/UTC")}>`;
}

function clockTime(at: Date, timeZone: string): string {
  const form = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  try {
    return new Intl.DateTimeFormat("en-GB", { ...form, timeZone }).format(at);
  } catch {
    return new Intl.DateTimeFormat("en-GB", { ...form, timeZone: "Etc/UTC" }).format(at);
  }
}
