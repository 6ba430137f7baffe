/** What the benchmark hands every contender that is not Junior. */
export const settings = {
  databaseUrl: given("DATABASE_URL"),
  slackApiUrl: given("SLACK_API_URL"),
  modelUrl: given("MODEL_URL"),
  botToken: given("SLACK_BOT_TOKEN"),
  signingSecret: given("SLACK_SIGNING_SECRET"),
  port: Number(given("PORT")),
};

function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is needed: this process is started by the benchmark`);
  return value;
}

export const sayReady = () => console.log(`ready at http://127.0.0.1:${settings.port}`);
