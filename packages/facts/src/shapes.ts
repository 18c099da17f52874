import type { Connection } from './connection.ts';
import { int, instant, ints, sql } from './literals.ts';
import type { Range } from './generated-history.ts';
import { MINUTE } from './rows.ts';
import type { Tables } from './schema.ts';

/** How a series records: all its records of one span that divides the minute, on its multiples, or anything else. */
export type Shape = number | 'mixed';
export type Shapes = ReadonlyMap<number, Shape>;

/**
 * What was found out about series, so that the next question starts with the right guess. Only a guess: an answer that
 * rests on a wrong one says so. Forgotten after a while, because a series that was mixed last month may be plain today.
 */
export function rememberedShapes(now: () => number = Date.now) {
  const known = new Map<string, { shape: Shape; until: number }>();
  return {
    of(org: number, series: Iterable<number>): Map<number, Shape> {
      const shapes = new Map<number, Shape>();
      for (const each of series) {
        const found = known.get(`${org} ${each}`);
        if (found && found.until > now()) shapes.set(each, found.shape);
      }
      return shapes;
    },
    remember(org: number, shapes: Shapes): void {
      if (known.size > MOST_REMEMBERED) known.clear();
      for (const [series, shape] of shapes) {
        if (shape === MINUTE) known.delete(`${org} ${series}`);
        else known.set(`${org} ${series}`, { shape, until: now() + REMEMBERED_MS });
      }
    },
  };
}
export type RememberedShapes = ReturnType<typeof rememberedShapes>;

/** Looks at the stored records themselves. Replaced and erased ones count too, which at worst says `mixed` too often. */
export async function lookUpShapes(
  { connection, tables }: { connection: Connection; tables: Tables },
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

export function shapeOf(shortest: number, longest: number, offBeat: number): Shape {
  return shortest === longest && MINUTE % shortest === 0 && offBeat === 0 ? shortest : 'mixed';
}

const MOST_REMEMBERED = 200_000;
const REMEMBERED_MS = 10 * 60_000;
