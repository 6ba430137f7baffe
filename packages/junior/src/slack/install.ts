/** The app as it is installed in the one team that this Junior serves. */
export type Install = {
  teamId: string;
  teamName: string;
  botUserId: string;
  botId: string;
  /** Null where Slack would not say: then requests are told apart by their signature and team only. */
  appId: string | null;
};
