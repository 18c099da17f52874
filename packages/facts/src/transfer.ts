import type { Readable } from 'node:stream';
import { openConnection, type Address } from './connection.ts';
import { hoursNotMade } from './hours-made.ts';
import { migrate } from './migrate.ts';
import { partName, sql } from './literals.ts';
import { schemaOf, type Place } from './schema.ts';
import { insertSettings } from './store.ts';

/** The tables of a backup: everything but the version of the schema, the generation and where hours are made, which a restore writes itself. */
export const copiedTables = [
  'minute',
  'quarter',
  'hour',
  'erasure',
  'raw',
  'level',
  'level_quarter',
  'visit',
  'amount',
  'event',
  'heard',
  'forecast',
] as const;
export type CopiedTable = (typeof copiedTables)[number];

/** The rows of one month of a table; of one day of `raw`; `all` where a table is not divided by time. */
export interface FactsChunk {
  readonly table: CopiedTable;
  readonly partition: string;
}

/** The newest version of the schema that this program knows. */
export const newestSchema = schemaOf({ database: 'atrium' }).steps.at(-1)?.version ?? 0;

/** Copies the facts out of a store and into an empty one, in blocks of the Native format. Single node only. */
export interface FactsTransfer {
  /** The version of the schema; 0 in a new store. */
  schema(): Promise<number>;
  /** What there is to copy, with the bytes it takes in the store. */
  chunks(): Promise<(FactsChunk & { readonly bytes: number })[]>;
  /**
   * All stored rows, those that a newer version or a tombstone has replaced included: the highest version of every key
   * is among them, whatever is merged meanwhile.
   */
  read(chunk: FactsChunk): Promise<Readable>;
  write(table: CopiedTable, rows: Readable): Promise<void>;
  isEmpty(): Promise<boolean>;
  /** Removes every table. */
  clear(): Promise<void>;
  migrate(upTo?: number): Promise<void>;
  close(): Promise<void>;
}

export function openTransfer({ database, ...address }: Address & Pick<Place, 'database'>): FactsTransfer {
  const schema = schemaOf({ database });
  const { levelQuarter, hoursMade, version } = schema.tables;
  const tables = { ...schema.tables, level_quarter: levelQuarter, hours_made: hoursMade, schema_version: version };
  const connection = openConnection(address);
  const ours = sql`database = ${partName(database)}`;
  const known = async (): Promise<Set<string>> => {
    const rows = await connection.rows(sql`SELECT name FROM system.tables WHERE ${ours}`);
    return new Set(rows.map(([table]) => String(table)));
  };
  const chunks = async () => {
    const rows = await connection.rows(
      sql`SELECT table, partition_id, sum(bytes_on_disk) FROM system.parts WHERE ${ours} AND active AND rows > 0
GROUP BY table, partition_id ORDER BY table, partition_id`,
    );
    return rows.flatMap(([name, partition, bytes]) => {
      const table = copiedTables.find((each) => each === name);
      return table ? [{ table, partition: String(partition), bytes: Number(bytes) }] : [];
    });
  };

  return {
    async schema() {
      if (!(await known()).has('schema_version')) return 0;
      const [row] = await connection.rows(sql`SELECT max(version) FROM ${tables.version}`);
      return Number(row?.[0] ?? 0);
    },
    chunks,
    read: ({ table, partition }) =>
      connection.copyOut(sql`SELECT * FROM ${tables[table]} WHERE _partition_id = ${partName(partition)}`),
    write: (table, rows) =>
      connection.copyIn(sql`INSERT INTO ${tables[table]} ${insertSettings({ cluster: false })} FORMAT Native`, rows),
    isEmpty: async () => (await chunks()).length === 0,
    async clear() {
      const present = await known();
      for (const table of [...copiedTables, 'hours_made', 'generation', 'schema_version'] as const) {
        if (present.has(table)) await connection.write(sql`DROP TABLE ${tables[table]}`);
      }
    },
    async migrate(upTo) {
      await migrate(connection, schema, upTo);
      // The hours that are copied in may be some of those their quarters have.
      if ((await known()).has('hours_made')) await connection.write(hoursNotMade(tables));
    },
    close: () => connection.close(),
  };
}
