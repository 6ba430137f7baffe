import type { Log } from "../base/log.ts";
import type { Progress } from "./progress.ts";

/** What goes along while something is opened. `interrupted` ends the waiting with its reason; nothing is then left open. */
export type Opening = { log: Log; progress: Progress; interrupted: AbortSignal };
