import { erasuresOver } from './erase.ts';
import type { RecordsQuestion, StoredRecords } from './facts-interface.ts';
import { instant, int, sql } from './literals.ts';
import type { Store } from './store.ts';

/** The stored records of one series, for calculations outside of the store. */
export async function records(store: Store, { org, series, from, to }: RecordsQuestion): Promise<StoredRecords> {
  const { connection, tables } = store;
  const [at, span, sub, ins, outs, ver, flags] = await connection.read(
    sql`SELECT toUInt32(at), span, sub, ins, outs, ver, flags FROM ${tables.minute} FINAL
WHERE org = ${int(org)} AND series = ${int(series)} AND at >= ${instant(from)} AND at < ${instant(to)} AND gone = 0`,
    ['UInt32', 'UInt32', 'UInt32', 'UInt32', 'UInt32', 'UInt64', 'UInt8'],
  );
  return {
    records: Array.from(at, (start, row) => ({
      org,
      series,
      at: start + Math.floor(sub[row]! / 1000) / 1000,
      span: span[row]! + (sub[row]! % 1000) / 1000,
      ins: ins[row]!,
      outs: outs[row]!,
      ver: ver[row]!,
      gone: 0,
      flags: flags[row]!,
    })),
    erasures: await erasuresOver(store, { orgs: [org], series, from, to }),
  };
}
