/** The same for the app's token. */
export function refusedAppTokenText(code: string): string {
  return `Slack does not accept SLACK_APP_TOKEN (${code}). Make one on the app's Basic Information page, under App-Level Tokens, with connections:write; it begins with xapp-.`;
}

/** One line with the mend; `code` is Slack's. */
export function refusedTokenText(code: string): string {
  return `Slack does not accept SLACK_BOT_TOKEN (${code}). Copy the Bot User OAuth Token from the app's OAuth & Permissions page; it begins with xoxb-.`;
}
