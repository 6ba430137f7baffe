/** "812 B", "1.2 kB", "20 MB", as files are shown to people: 1 kB is 1,024 bytes, as in the limits that they read. */
export function sizeText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const kilobytes = bytes / 1_024;
  return kilobytes < 1_023.5 ? `${shown(kilobytes)} kB` : `${shown(kilobytes / 1_024)} MB`;
}

/** One decimal place below ten, where it says something. */
const shown = (value: number): string => String(value < 9.95 ? Number(value.toFixed(1)) : Math.round(value));
