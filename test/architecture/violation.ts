/** `subject` is what an exception names: a library, a table, a room. `advice` says what to do. */
export type Violation = { file: string; line: number; rule: string; subject: string; advice: string };

export const printViolation = ({ file, line, rule, advice }: Violation): string => `${file}:${line}: ${rule}: ${advice}`;
