import { openConnection, type Address } from './connection.ts';
import { FactsError } from './errors.ts';
import { hoursMadeExcept, hoursNotMade, monthsMadeSince, readHoursMade } from './hours-made.ts';
import { int, partName, sql, uint64, uuid, type Sql } from './literals.ts';
import type { SeriesDay } from './question.ts';
import { remakeHours } from './remake-hours.ts';
import type { RawRow } from './rows.ts';
import { schemaOf, type Place } from './schema.ts';

/** The tables whose files are watched. Not those of events, whose files are removed when they expire. */
export const watchedTables = [
  'minute',
  'quarter',
  'hour',
  'hours_made',
  'erasure',
  'raw',
  'generation',
  'level',
  'level_quarter',
  'visit',
  'amount',
  'heard',
  'forecast',
] as const;
export type WatchedTable = (typeof watchedTables)[number];

/** Which installation wrote the store, and the last generation it has. */
export interface StoreIdentity {
  readonly installation: string;
  readonly generation: bigint;
  readonly nonce: bigint;
}

/** A part of a table: the files of some rows of one month (of one day in `raw`). */
export interface Part {
  readonly table: WatchedTable;
  /** `202611`, or `20261115` in `raw`; `all` if a table is not partitioned. */
  readonly partition: string;
  readonly name: string;
  readonly minBlock: number;
  readonly maxBlock: number;
  readonly rows: number;
  readonly bytes: number;
  /** Epoch seconds. */
  readonly modified: number;
}

/** A part that the engine could not load and moved out of the table's way. */
export interface SetAside {
  readonly table: WatchedTable;
  readonly partition: string;
  readonly name: string;
  readonly minBlock: number;
  readonly maxBlock: number;
  /** When it was moved, in epoch seconds. */
  readonly modified: number;
  readonly reason: string;
}

/** The highest numbers in the store; zero where there is nothing. */
export interface Extent {
  readonly org: number;
  readonly series: number;
  readonly seq: bigint;
}

/** Maintenance of the store's files, separate from `Facts`. Single node only. */
export interface FactsMaintenance {
  /** Null before the first one is written. */
  identity(): Promise<StoreIdentity | null>;
  beat(identity: StoreIdentity): Promise<void>;
  extent(): Promise<Extent>;
  /** Tables that existed once and are missing now; none before the first migration. */
  missingTables(): Promise<WatchedTable[]>;
  /** Creates missing tables again, empty. Hours that are lost must be forgotten before. */
  restoreTables(): Promise<void>;
  parts(): Promise<Part[]>;
  setAside(): Promise<SetAside[]>;
  /** Reads every file of a part and checks its checksums. */
  check(table: WatchedTable, part: string): Promise<boolean>;
  /** Moves a part out of the way; its files stay in the table's `detached` folder. */
  detach(table: WatchedTable, part: string): Promise<void>;
  /** Months (`202611`) whose hours are not made: they are not read. */
  monthsWithoutHours(): Promise<string[]>;
  /**
   * From now on the hours of a month, or of all, count as not made, because some are damaged or lost. Readers may go on reading
   * them for `hoursForgottenMs`.
   */
  forgetHours(month?: string): Promise<void>;
  /** Forgets the hours of months that were made since then: they may be less durable than the row that says so. */
  forgetHoursMadeSince(since: Date): Promise<void>;
  /** Makes the hours of a month from their quarters. Never next to a recomputation of quarters. */
  remakeHours(month: string): Promise<void>;
  /** The days with readings in a table, in one month (`202611`) or in all, of one organization or of all. */
  daysWith(table: 'minute' | 'level', month?: string, org?: number): Promise<(SeriesDay & { org: number })[]>;
  /** The days whose counts or levels were received under a higher inbox number. */
  daysReceivedAfter(seq: bigint): Promise<(SeriesDay & { org: number })[]>;
  /** Received bodies in the order of their numbers, above `after`. */
  rawAfter(after: bigint, most: number): Promise<RawRow[]>;
  ping(): Promise<void>;
  /** Of the store's engine. */
  version(): Promise<string | null>;
  close(): Promise<void>;
}

export function openMaintenance({ database, ...address }: Address & Pick<Place, 'database'>): FactsMaintenance {
  const { tables: all, foundation, steps } = schemaOf({ database });
  const tables = { ...all, level_quarter: all.levelQuarter, hours_made: all.hoursMade };
  const connection = openConnection(address);
  const ours = sql`database = ${partName(database)}`;
  const known = async (): Promise<Set<string>> => {
    const rows = await connection.rows(sql`SELECT name FROM system.tables WHERE ${ours}`);
    return new Set(rows.map(([table]) => String(table)));
  };
  const days = async (table: 'minute' | 'level', where: Sql) => {
    const rows = await connection.rows(
      sql`SELECT org, series, intDiv(toUInt32(at), 86400) * 86400 AS day FROM ${tables[table]} WHERE ${where} GROUP BY org, series, day`,
    );
    return rows.map(([org, series, day]) => ({ org: Number(org), series: Number(series), day: Number(day) }));
  };

  return {
    async identity() {
      if (!(await known()).has('generation')) return null;
      const [row] = await connection.rows(
        sql`SELECT toString(installation), toString(generation), toString(nonce) FROM ${tables.generation} ORDER BY generation DESC LIMIT 1`,
      );
      if (!row) return null;
      const [installation, generation, nonce] = row.map(String) as [string, string, string];
      return { installation, generation: BigInt(generation), nonce: BigInt(nonce) };
    },

    async beat({ installation, generation, nonce }) {
      await connection.write(sql`INSERT INTO ${tables.generation} (installation, generation, nonce)
SELECT toUUID(${uuid(installation)}), ${uint64(generation)}, ${uint64(nonce)}`);
    },

    async extent() {
      const present = await known();
      const numbers: number[][] = [];
      let seq = 0n;
      for (const table of [
        'minute',
        'quarter',
        'hour',
        'raw',
        'level',
        'visit',
        'amount',
        'event',
        'heard',
        'forecast',
      ] as const) {
        if (!present.has(table)) continue;
        const series = table === 'raw' ? sql`0` : sql`max(series)`;
        const received = table === 'raw' ? sql`max(seq)` : sql`max(${computed.has(table) ? sql`0` : seqOf})`;
        const [row] = await connection.rows(
          sql`SELECT max(org), ${series}, toString(${received}) FROM ${tables[table]}`,
        );
        if (!row) continue;
        numbers.push([Number(row[0]), Number(row[1])]);
        const found = BigInt(String(row[2]));
        if (found > seq) seq = found;
      }
      const highest = (at: number) => Math.max(0, ...numbers.map((each) => each[at] ?? 0));
      return { org: highest(0), series: highest(1), seq };
    },

    async missingTables() {
      const present = await known();
      if (present.size === 0) return [];
      const missing = watchedTables.filter((table) => !present.has(table));
      if (missing.length === 0 || !present.has('schema_version')) return missing;
      const [row] = await connection.rows(sql`SELECT max(version) FROM ${tables.version}`);
      const version = Number(row?.[0] ?? 0);
      return missing.filter((table) => version >= (tableSince.get(table) ?? 0));
    },

    async restoreTables() {
      for (const statement of [...foundation, ...steps.flatMap(({ statements }) => statements)]) {
        await connection.write(statement);
      }
    },

    async parts() {
      const rows = await connection.rows(
        sql`SELECT table, partition_id, name, min_block_number, max_block_number, rows, bytes_on_disk, toUInt32(modification_time)
FROM system.parts WHERE ${ours} AND active`,
      );
      return rows.flatMap(([table, partition, part, minBlock, maxBlock, count, bytes, modified]) =>
        isWatched(table)
          ? [
              {
                table,
                partition: String(partition),
                name: String(part),
                minBlock: Number(minBlock),
                maxBlock: Number(maxBlock),
                rows: Number(count),
                bytes: Number(bytes),
                modified: Number(modified),
              },
            ]
          : [],
      );
    },

    async setAside() {
      const rows = await connection.rows(
        sql`SELECT table, ifNull(partition_id, ''), name, ifNull(min_block_number, 0), ifNull(max_block_number, 0), toUInt32(modification_time), ifNull(reason, '')
FROM system.detached_parts WHERE ${ours}`,
      );
      return rows.flatMap(([table, partition, part, minBlock, maxBlock, modified, reason]) =>
        isWatched(table)
          ? [
              {
                table,
                partition: String(partition),
                name: String(part),
                minBlock: Number(minBlock),
                maxBlock: Number(maxBlock),
                modified: Number(modified),
                reason: String(reason),
              },
            ]
          : [],
      );
    },

    async check(table, part) {
      const statement = sql`CHECK TABLE ${tables[table]} PART ${partName(part)} SETTINGS check_query_single_value_result = 0`;
      const rows = await connection.rows(statement).catch((error: unknown) => {
        if (error instanceof FactsError && error.engineCode === NO_SUCH_PART) return [];
        throw error;
      });
      return rows.every(([, passed]) => Number(passed) === 1);
    },

    async detach(table, part) {
      await connection.write(sql`ALTER TABLE ${tables[table]} DETACH PART ${partName(part)}`);
    },

    async monthsWithoutHours() {
      const { everywhere, except } = await readHoursMade(connection, tables);
      if (everywhere) return [...except].toSorted((a, b) => a - b).map(String);
      const rows = await connection.rows(sql`SELECT DISTINCT partition_id FROM system.parts
WHERE ${ours} AND active AND rows > 0 AND table IN ('quarter', 'hour') ORDER BY partition_id`);
      const months = rows.map(([month]) => Number(month)).filter((month) => !except.has(month));
      await connection.write(hoursMadeExcept(tables, months));
      return months.map(String);
    },
    forgetHours: (month) => connection.write(hoursNotMade(tables, month === undefined ? undefined : [Number(month)])),
    async forgetHoursMadeSince(since) {
      const months = await monthsMadeSince(connection, tables, since);
      if (months.length > 0) await connection.write(hoursNotMade(tables, months));
    },
    remakeHours: (month) => remakeHours(connection, tables, Number(month)),

    daysWith: (table, month, org) => {
      const ofMonth = month === undefined ? sql`1` : sql`toYYYYMM(at) = ${int(Number(month))}`;
      return days(table, org === undefined ? ofMonth : sql`${ofMonth} AND org = ${int(org)}`);
    },
    async daysReceivedAfter(seq) {
      const later = sql`${seqOf} > ${uint64(seq)}`;
      return [...(await days('minute', later)), ...(await days('level', later))];
    },

    async rawAfter(after, most) {
      const rows = await connection.rows(
        sql`SELECT org, toString(seq), lane, toUnixTimestamp64Milli(received_at), kind, vendor, decoder, content_type, device, hex(body)
FROM ${tables.raw} WHERE seq > ${uint64(after)} ORDER BY seq LIMIT 1 BY seq LIMIT ${int(most)}`,
      );
      return rows.map(([org, seq, lane, receivedAt, ...rest]) => {
        const [kind, vendor, decoder, contentType, device, body] = rest.map(String) as Six<string>;
        return {
          org: Number(org),
          seq: BigInt(String(seq)),
          lane: Number(lane),
          device,
          receivedAt: Number(receivedAt),
          kind,
          vendor,
          decoder,
          contentType,
          body: Buffer.from(body, 'hex'),
        };
      });
    },

    ping: () => connection.ping(),

    async version() {
      const [row] = await connection.rows(sql`SELECT version()`);
      return row ? String(row[0]) : null;
    },

    close: () => connection.close(),
  };
}

type Six<T> = [T, T, T, T, T, T];

/** It was merged into a larger one in the meantime. */
const NO_SUCH_PART = 232;

/** Tables that a store has only from a later version of its schema on. */
const tableSince: ReadonlyMap<WatchedTable, number> = new Map([
  ['level', 4],
  ['level_quarter', 4],
  ['visit', 4],
  ['amount', 4],
  ['heard', 4],
  ['forecast', 6],
  ['hour', 7],
  ['hours_made', 7],
]);

/** What is computed has no number of the inbox. */
const computed: ReadonlySet<string> = new Set(['quarter', 'hour', 'forecast']);

/** The inbox number inside a version (`ver.ts`). */
const seqOf = sql`bitAnd(bitShiftRight(ver, 8), toUInt64(9007199254740991))`;

function isWatched(table: unknown): table is WatchedTable {
  return watchedTables.some((each) => each === table);
}
