/** The one workspace that every contender is a bot in. */
export const world = {
  teamId: "T0BENCH",
  appId: "A0BENCH",
  botId: "B0BOT",
  botUserId: "U0BOT",
  channel: "C0OPS",
  botToken: "xoxb-bench",
  signingSecret: "a signing secret that only this run knows",
  people: [
    { id: "U0ANA", name: "ana" },
    { id: "U0BEN", name: "ben" },
    { id: "U0CAI", name: "cai" },
    { id: "U0EVE", name: "eve" },
  ],
} as const;

/** What a message is known by in the prompts and in the answers to it. */
export const marker = /\bword-\d+\b/g;
