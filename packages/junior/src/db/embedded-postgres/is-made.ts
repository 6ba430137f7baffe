import { existsSync } from "node:fs";
import { join } from "node:path";
import { hasState } from "./state.ts";

/** Whether a data folder has a database already, running or not. */
export const isMade = (dataDir: string): boolean => hasState(dataDir) || existsSync(join(dataDir, "postgres", "data", "PG_VERSION"));
