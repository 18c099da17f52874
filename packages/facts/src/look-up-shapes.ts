import type { Range } from './generated-history.ts';
import { instant, int, ints, sql } from './literals.ts';
import { shapeOf, type Shape } from './shapes.ts';
import type { Store } from './store.ts';

/** Looks at the stored records themselves. Replaced and erased ones count too, which at worst says `mixed` too often. */
export async function lookUpShapes(
  { connection, tables }: Store,
  org: number,
  series: readonly number[],
  { from, to }: Range,
  signal?: AbortSignal,
): Promise<Map<number, Shape>> {
  const [found, shortest, longest, offBeat] = await connection.read(
    sql`SELECT series, min(span), max(span), toUInt32(max(toUInt32(at) % span))
FROM ${tables.minute}
WHERE org = ${int(org)} AND series IN (${ints(series)}) AND at >= ${instant(from)} AND at < ${instant(to)}
GROUP BY series`,
    ['UInt32', 'UInt32', 'UInt32', 'UInt32'],
    { signal },
  );
  return new Map(Array.from(found, (each, at) => [each, shapeOf(shortest[at]!, longest[at]!, offBeat[at]!)]));
}
