import { checkErasure } from './checks.ts';
import type { Erasure } from './facts-interface.ts';
import { minuteKind, otherKinds, type Fact, type Kind } from './kinds.ts';
import { instant, int, ints, join, nested, sql, uint64, type Sql } from './literals.ts';
import type { Tables } from './schema.ts';
import { insertSettings, type Store } from './store.ts';

/**
 * First the range is stored, then the rows it covers are replaced with tombstones. Appending works the other way round:
 * first the rows, then a check of the stored ranges. So of a concurrent erasure and append at least one sees the other,
 * and no lock is needed.
 */
export async function erase(store: Store, erasure: Erasure): Promise<void> {
  checkErasure(erasure);
  const { org, series, from, to, ver } = erasure;
  if (from === to) return;
  await store.connection.write(sql`INSERT INTO ${store.tables.erasure} (org, series, start, stop, ver)
${insertSettings(store)}
SELECT ${int(org)}, ${int(series)}, toDateTime(${instant(from)}), toDateTime(${instant(to)}), ${uint64(ver)}`);
  await writeTombstones(store, minuteKind, erasure);
  for (const kind of await kindsWithin(store, erasure)) await writeTombstones(store, kind, erasure);
}

/** Which other kinds the series has in the range. A series has one kind: looking costs less than writing nothing five times. */
async function kindsWithin({ connection, tables }: Store, erasure: Erasure): Promise<StoredKind[]> {
  const looks = otherKinds.map(
    ({ table }, at) => sql`SELECT toUInt8(${int(at)}) AS kind FROM ${tables[table]} WHERE ${covered(erasure)} LIMIT 1`,
  );
  const [found] = await connection.read(sql`SELECT kind FROM ${nested(join(looks, '\nUNION ALL\n'))}`, ['UInt8']);
  return Array.from(found, (at) => otherKinds[at]!);
}

type StoredKind = Pick<Kind<never>, 'table' | 'kept'>;

/** Writes tombstones for every live record in the range that the erasure outranks. */
export async function writeTombstones(store: Store, kind: StoredKind, erasure: Erasure): Promise<void> {
  await store.connection.write(tombstoneStatement(store.tables, kind, insertSettings(store), erasure));
}

export function tombstoneStatement(tables: Tables, { table, kept }: StoredKind, settings: Sql, erasure: Erasure): Sql {
  const ver = uint64(erasure.ver);
  return sql`INSERT INTO ${tables[table]} (${kept}, ver, gone)
${settings}
SELECT ${kept}, ${ver}, 1
FROM ${tables[table]} FINAL
WHERE ${covered(erasure)} AND ver < ${ver}`;
}

function covered({ org, series, from, to }: Erasure): Sql {
  return sql`org = ${int(org)} AND series = ${int(series)} AND at >= ${instant(from)} AND at < ${instant(to)}`;
}

/** The erasures that may cover something in `[from, to)`. */
export async function erasuresOver(
  { connection, tables }: Store,
  where: { orgs: Iterable<number>; series?: number; from: number; to: number },
): Promise<Erasure[]> {
  const ofSeries: Sql = where.series === undefined ? sql`` : sql` AND series = ${int(where.series)}`;
  const [org, series, start, stop, ver] = await connection.read(
    sql`SELECT org, series, toUInt32(start), toUInt32(stop), ver
FROM ${tables.erasure}
WHERE org IN (${ints(where.orgs)})${ofSeries} AND start < ${instant(where.to)} AND stop > ${instant(where.from)}`,
    ['UInt32', 'UInt32', 'UInt32', 'UInt32', 'UInt64'],
  );
  return Array.from(org, (each, at) => ({
    org: each,
    series: series[at]!,
    from: start[at]!,
    to: stop[at]!,
    ver: ver[at]!,
  }));
}

/** The rows that an erasure covers and outranks, as tombstones. */
export function tombstonesFor<Row extends Fact>(rows: readonly Row[], erasures: readonly Erasure[]): Row[] {
  if (erasures.length === 0) return [];
  const bySeries = new Map<string, Erasure[]>();
  for (const erasure of erasures) {
    const others = bySeries.get(`${erasure.org} ${erasure.series}`);
    if (others) others.push(erasure);
    else bySeries.set(`${erasure.org} ${erasure.series}`, [erasure]);
  }
  return rows.flatMap((row) => {
    let { ver } = row;
    for (const erasure of bySeries.get(`${row.org} ${row.series}`) ?? []) {
      if (row.at >= erasure.from && row.at < erasure.to && erasure.ver > ver) ver = erasure.ver;
    }
    return ver > row.ver ? [{ ...row, ver, gone: 1 as const }] : [];
  });
}
