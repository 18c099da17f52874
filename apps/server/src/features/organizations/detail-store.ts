import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../registry/registry.ts';
import type { DetailKind } from './details.ts';

/**
 * Where details of a kind are stored. Drizzle cannot infer the row type of a table parameter, so it is declared here.
 */
interface Place<Row> {
  readonly what: string;
  readonly table: PgTable & Readonly<Record<'orgId' | 'name' | 'deletedAt', PgColumn>>;
  readonly id: PgColumn;
  readonly columns: Readonly<Record<keyof Row & string, PgColumn>>;
}

type Store<Values extends object, Row extends { readonly name: string; readonly version: number }> = Pick<
  DetailKind<object, Values, Row>,
  'list' | 'lock' | 'add' | 'save'
> & {
  /** For includes: the details of several organizations, each with its organization. */
  readonly of: (tx: Transaction, orgIds: string[]) => Promise<{ parentId: string; row: Row }[]>;
};

export function detailStore<Values extends object, Row extends { readonly name: string; readonly version: number }>({
  what,
  table,
  id,
  columns: named,
}: Place<Row>): Store<Values, Row> {
  const columns: Readonly<Record<string, PgColumn>> = named;
  const byName = [asc(sql`lower(${table.name})`), asc(id)];
  const isIn = (orgIds: string[]) => and(inArray(table.orgId, orgIds), isNull(table.deletedAt));
  const stored = (rows: readonly unknown[]): Row => {
    if (rows[0] === undefined) throw new Error(`The ${what} was not stored.`);
    return rows[0] as Row;
  };
  return {
    async list({ sql: db }, orgId) {
      const rows = await db
        .select(columns)
        .from(table)
        .where(isIn([orgId]))
        .orderBy(...byName);
      return rows as Row[];
    },
    async lock({ sql: db }, orgId, wanted) {
      const [row] = await db
        .select(columns)
        .from(table)
        .where(and(isIn([orgId]), eq(id, wanted)))
        .for('update');
      return row as Row | undefined;
    },
    add: async ({ sql: db }, orgId, values) =>
      stored(
        await db
          .insert(table)
          .values({ ...values, orgId })
          .returning(columns),
      ),
    save: async ({ sql: db }, wanted, values) =>
      stored(await db.update(table).set(values).where(eq(id, wanted)).returning(columns)),
    async of({ sql: db }, orgIds) {
      const rows = await db
        .select({ parentId: table.orgId, row: columns })
        .from(table)
        .where(isIn(orgIds))
        .orderBy(...byName);
      return rows as { parentId: string; row: Row }[];
    },
  };
}
