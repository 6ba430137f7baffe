/** Invisible, and no token of Slack's has it inside. */
const joint = "\u2060";

/**
 * Text of the model or a tool that can ping no crowd: an invisible joint parts `<!channel>`, `<!subteam^…>` and their
 * like, and a bare @channel, @here or @everyone. In code too, where Slack also finds them; nothing else is touched.
 */
export function defuseBroadcasts(text: string): string {
  return defuseNames(text.replace(/<(?=!(?:channel|here|everyone|group|subteam\^))/gi, `<${joint}`));
}

/** Only the bare names, for text whose brackets are escaped anyway. */
export function defuseNames(text: string): string {
  return text.replace(/@(?=(?:channel|here|everyone)\b)/gi, `@${joint}`);
}
