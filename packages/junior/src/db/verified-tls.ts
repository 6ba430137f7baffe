/**
 * Today `pg` takes prefer, require and verify-ca for verify-full, and warns at length that a later one will not.
 * Said outright, the certificate goes on being verified, and nobody is warned.
 */
export function withVerifiedTls(connectionString: string): string {
  if (/[?&]uselibpqcompat=true(&|$)/.test(connectionString)) return connectionString;
  return connectionString.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/g, "$1verify-full");
}
