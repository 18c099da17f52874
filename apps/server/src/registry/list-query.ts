import { asc, desc, is, SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { Refusal } from '../refusal.ts';

/** The parts every list call has. */
export interface ListQuery {
  readonly limit: number;
  readonly offset: number;
  readonly order?: string | undefined;
  readonly search?: string | undefined;
}

/**
 * `-name` is descending. Only the listed columns and expressions; the last one makes the order stable, and is reversed
 * with the first.
 */
export function orderTerms(
  order: string | undefined,
  columns: Readonly<Record<string, PgColumn | SQL>>,
  last: PgColumn,
): SQL[] {
  const terms = order === undefined || order === '' ? [] : order.split(',');
  return [
    ...terms.map((term) => {
      const name = term.replace(/^-/, '');
      const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
      if (!column) {
        const message = `must be one of ${Object.keys(columns).join(', ')}, with - in front for descending`;
        throw new Refusal('invalid', `order ${message}.`, { details: [{ path: 'order', message }] });
      }
      const isText = !is(column, SQL) && column.getSQLType() === 'text';
      const key = isText ? sql`lower(${column})` : sql`${column}`;
      return term.startsWith('-') ? desc(key) : asc(key);
    }),
    terms[0]?.startsWith('-') ? desc(last) : asc(last),
  ];
}

/** Text that contains the search term, ignoring case, without wildcards. */
export function contains(search: string | undefined, ...columns: readonly (PgColumn | SQL)[]): SQL | undefined {
  if (search === undefined || search === '') return undefined;
  const hits = columns.map((column) => sql`position(lower(${search}) in lower(${column})) > 0`);
  return sql`(${sql.join(hits, sql` or `)})`;
}
