/**
 * Whether a failure is caused by the data, so that a retry cannot help: a value that PostgreSQL refuses, a constraint,
 * a bug in our own code. Anything else (a lost connection, a deadlock, no space) is temporary.
 */
export function isPoison(error: unknown): boolean {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if (e instanceof TypeError || e instanceof RangeError || e instanceof SyntaxError) return true;
    const { code } = e as { code?: unknown };
    if (typeof code === 'string' && /^(22|23|42|P0)[0-9A-Z]{3}$/.test(code)) return true;
  }
  return false;
}
