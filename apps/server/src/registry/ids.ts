import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** A malformed id matches nothing. */
export function sameId(column: PgColumn, id: string): SQL {
  return isId(id) ? eq(column, id) : sql`false`;
}
