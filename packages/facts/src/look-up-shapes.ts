import type { Connection } from './connection.ts';
import { sql, type Sql } from './literals.ts';
import { recordsOf, type Asked } from './row-sources.ts';
import { shapeOf, type Shape } from './shapes.ts';

/**
 * Reads the stored records themselves. Replaced and erased ones count too, which at worst reports `mixed` too often.
 */
export async function lookUpShapes(
  connection: Connection,
  table: Sql,
  regions: readonly Asked[],
  signal?: AbortSignal,
): Promise<Map<number, Shape>> {
  const shapes = new Map<number, Shape>();
  for (const asked of regions) {
    const [series, shortest, longest, offBeat] = await connection.read(
      sql`SELECT series, min(span), max(span), toUInt32(max(toUInt32(at) % greatest(span, 1)))
FROM ${table}
WHERE ${recordsOf(asked)}
GROUP BY series`,
      ['UInt32', 'UInt32', 'UInt32', 'UInt32'],
      { signal },
    );
    series.forEach((each, at) => {
      const shape = shapeOf(shortest[at]!, longest[at]!, offBeat[at]!);
      shapes.set(each, (shapes.get(each) ?? shape) === shape ? shape : 'mixed');
    });
  }
  return shapes;
}
