import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Truths as SQL conditions, for rules that are written once and asked of one row or of many. */
export const conditions = {
  all: (...truths: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> => sql`(${sql.join(truths, sql` and `)})`,
  any: (...truths: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> => sql`(${sql.join(truths, sql` or `)})`,
};
