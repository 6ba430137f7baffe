import { openEmbeddedPostgres } from "../packages/junior/src/db/embedded-postgres/open-embedded-postgres.ts";

/** A process that uses the embedded PostgreSQL of its first argument until its input ends. */
const postgres = await openEmbeddedPostgres({ dataDir: process.argv[2] ?? "" });
console.log(JSON.stringify({ connectionString: postgres.connectionString, fresh: postgres.fresh }));
process.stdin.resume().on("end", () => void postgres.close());
