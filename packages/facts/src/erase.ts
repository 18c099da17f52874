import { checkErasure } from './checks.ts';
import type { Erasure } from './facts-interface.ts';
import { instant, int, ints, sql, uint64, type Sql } from './literals.ts';
import type { MinuteRow } from './rows.ts';
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
  await writeTombstones(store, erasure);
}

/** Writes tombstones for every live record in the range that the erasure outranks. */
export async function writeTombstones(store: Store, erasure: Erasure): Promise<void> {
  await store.connection.write(tombstoneStatement(store.tables, insertSettings(store), erasure));
}

export function tombstoneStatement({ minute }: Tables, settings: Sql, { org, series, from, to, ver }: Erasure): Sql {
  return sql`INSERT INTO ${minute} (org, series, at, span, ins, outs, ver, gone, flags, sub)
${settings}
SELECT org, series, at, span, 0, 0, ${uint64(ver)}, 1, 0, sub
FROM ${minute} FINAL
WHERE org = ${int(org)} AND series = ${int(series)} AND at >= ${instant(from)} AND at < ${instant(to)} AND ver < ${uint64(ver)}`;
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

/** The tombstones for those rows that an erasure covers and outranks. */
export function tombstonesFor(rows: readonly MinuteRow[], erasures: readonly Erasure[]): MinuteRow[] {
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
    return ver > row.ver ? [{ ...row, ins: 0, outs: 0, ver, gone: 1 as const, flags: 0 }] : [];
  });
}
