import { bucketOf, classOf } from './aggregate-sql.ts';
import { bucketAt, bucketNumber, runsOf } from './edges.ts';
import { int, ints, join, nested, sql, type Sql } from './literals.ts';
import type { Scan } from './reading-plan.ts';

/** Rows of all scans under each other, each with its class `c` and its bucket `b`. */
export function classedRows(
  scans: readonly Scan[],
  sourcesOf: (scan: Scan) => readonly Sql[],
  columns: Sql,
  placeOf: (scan: Scan) => Sql = (scan) => bucketOf(scan, runsOf(scan.edges)),
): Sql {
  const branches = scans.flatMap((scan) => {
    const place = placeOf(scan);
    return sourcesOf(scan).map(
      (rows) => sql`SELECT ${classOf(scan)} AS c, ${place} AS b, ${columns}
FROM ${nested(rows)}`,
    );
  });
  return join(branches, '\nUNION ALL\n');
}

/** The bucket of a row that counts in any case. */
export function plainBucketOf({ edges, buckets }: Scan): Sql {
  return bucketNumber(bucketAt(runsOf(edges), sql`t`), buckets);
}

/** What `values` has under the number in a column. */
export function numberedBy(column: Sql, values: readonly number[]): Sql {
  const first = values[0] ?? 0;
  if (values.every((value) => value === first)) return int(first);
  if (values.every((value, at) => value === at)) return column;
  return sql`transform(${column}, [${ints(values.keys())}], [${ints(values)}], 0)`;
}

/** The keys of classes, ascending, and the number of its key for each class. */
export function keysOf(classes: readonly { key: number }[]): { keys: number[]; keyOf: number[] } {
  const keys = [...new Set(classes.map(({ key }) => key))].toSorted((a, b) => a - b);
  const numbers = new Map(keys.map((key, at) => [key, at]));
  return { keys, keyOf: classes.map(({ key }) => numbers.get(key)!) };
}

/** Weights as integers: as they are, or in millionths. */
export function wholeWeights(classes: readonly { weight: number }[]): { weights: number[]; scale: number } {
  const scale = classes.every(({ weight }) => Number.isInteger(weight)) ? 1 : MILLION;
  return { weights: classes.map(({ weight }) => Math.round(weight * scale)), scale };
}

export const MILLION = 1_000_000;
export const BILLION = 1_000_000_000;
