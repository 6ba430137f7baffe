/** How a connection of this process calls itself to PostgreSQL: part and process id, by which an embedded server's leaver tells others from itself. */
export const applicationName = (part: string): string => `junior ${part} ${process.pid}`;

/** What `applicationName` gives, and the process id in it, as PostgreSQL's regular expression. */
export const applicationNameForm = "^junior .+ (\\d+)$";
