import type { ColumnType, Generated } from "kysely";

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
type State = "waiting" | "read" | "unread";

/** Files of Slack messages, until these have been given what could be read. */
export type SlackFilesTable = {
  message_id: string;
  position: number;
  slack_file_id: string;
  name: string;
  size: Optional<number>;
  url: Optional<string>;
  state: ColumnType<State, State | undefined, State>;
  file_id: Optional<string>;
  unread_because: Optional<string>;
  attempts: Generated<number>;
  next_attempt_at: ColumnType<Date, Date | undefined, Date>;
  finished: Generated<boolean>;
};
