/**
 * One line for a person whose DATABASE_URL does not work: what happened and what to do. It never holds the password,
 * nor text of the other system, which may hold anything. Codes: PostgreSQL's appendix A, Node's system errors, and
 * OpenSSL's verification errors.
 */
export function databaseErrorAdvice(error: unknown, connectionString: string): string {
  const target = readTarget(connectionString);
  if (target === undefined)
    return `DATABASE_URL is not a PostgreSQL address. Write it as postgres://USER:PASSWORD@HOST:5432/DATABASE, with special characters percent-encoded.`;
  const code = errorCode(error);
  return (
    advice(code, target) ??
    `PostgreSQL at ${target.address} could not be used${code === undefined ? "" : ` (${code})`}. Check that it runs and that DATABASE_URL is right.`
  );
}

/** Whether it came from PostgreSQL or from the way to it: all of these carry a code, or hold one that does. */
export const isDatabaseFault = (error: unknown): boolean =>
  errorCode(error) !== undefined || (error instanceof Error && /timeout|terminated/i.test(error.message));

/** The parts of a connection string that may be shown. */
type Target = { address: string; database: string; user: string };

function readTarget(connectionString: string): Target | undefined {
  if (!URL.canParse(connectionString)) return undefined;
  const url = new URL(connectionString);
  if (url.protocol !== "postgres:" && url.protocol !== "postgresql:") return undefined;
  const host = url.hostname || url.searchParams.get("host") || "localhost";
  const user = decode(url.username) || "the default user";
  return { address: `${host}:${url.port || "5432"}`, database: decode(url.pathname.slice(1)) || user, user };
}

function advice(code: string | undefined, { address, database, user }: Target): string | undefined {
  switch (code) {
    case "28P01":
      return `PostgreSQL at ${address} refused the password of ${user}. Put the right one into DATABASE_URL, with special characters percent-encoded.`;
    case "28000":
      return `PostgreSQL at ${address} does not let ${user} in from this machine. Check the user in DATABASE_URL, and allow it in pg_hba.conf; where TLS is demanded, add ?sslmode=require.`;
    case "3D000":
      return `PostgreSQL at ${address} has no database "${database}". Create it (createdb ${database}), or name another in DATABASE_URL.`;
    case "42501":
      return `${user} may not do what Junior needs in the database "${database}" at ${address}. Make that user the owner of the database.`;
    case "57P03":
      return `PostgreSQL at ${address} is still starting or is shutting down. Wait a moment, then start Junior again.`;
    case "57P01":
    case "57P02":
      return `PostgreSQL at ${address} was stopped. Start it again; nothing that was stored is lost.`;
    case "53300":
      return `PostgreSQL at ${address} has no connection left. Raise max_connections or the limit of ${user}, or end programs that hold connections.`;
    case "53100":
      return `The disk of PostgreSQL at ${address} is full. Make room there; nothing that was stored is lost.`;
    case "53200":
      return `PostgreSQL at ${address} is out of memory. Give it more, or end programs beside it.`;
    case "25006":
      return `PostgreSQL at ${address} is read-only, such as a standby. Point DATABASE_URL at the primary.`;
    case "ECONNREFUSED":
      return `Nothing listens at ${address}. Start PostgreSQL there, or correct host and port in DATABASE_URL; without DATABASE_URL Junior brings its own.`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `The host of ${address} cannot be found. Check the spelling in DATABASE_URL and this machine's name service.`;
    case "ETIMEDOUT":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return `${address} does not answer. Check that a firewall lets this machine through and that the host in DATABASE_URL is right.`;
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return `The certificate of PostgreSQL at ${address} is not signed by anybody this machine trusts. Add ?sslmode=verify-full&sslrootcert=FILE with your authority's certificate to DATABASE_URL.`;
    case "CERT_HAS_EXPIRED":
      return `The certificate of PostgreSQL at ${address} has expired. Renew it there.`;
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return `The certificate of PostgreSQL at ${address} is for another host name. Use the name in the certificate in DATABASE_URL.`;
  }
  if (code?.startsWith("08") || code === "ECONNRESET" || code === "EPIPE") {
    return `The connection to PostgreSQL at ${address} broke. Check that it is PostgreSQL 15 or newer that listens there and that the network is steady, then start Junior again.`;
  }
  return undefined;
}

/** A host with several addresses fails with one error that holds one per address. */
function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("code" in error && typeof error.code === "string" && /^[A-Z0-9_]+$/.test(error.code)) return error.code;
  if (error instanceof AggregateError) return errorCode(error.errors[0]);
  return "cause" in error ? errorCode(error.cause) : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
