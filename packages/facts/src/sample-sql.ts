import type { SampleColumn } from './kind-questions.ts';
import { classedRows, keysOf, numberedBy, plainBucketOf } from './kind-sql.ts';
import { int, ints, join, nested, sql, type Sql } from './literals.ts';
import type { Membership } from './question.ts';
import type { ReadingPlan, Scan } from './reading-plan.ts';
import { exactly, seriesOf } from './row-sources.ts';
import { outcomes, type Outcome } from './rows.ts';
import type { Tables } from './schema.ts';

/** What the engine finds out about a cell, in whole numbers: visits, milliseconds, microseconds, half microseconds, nanoseconds. */
export const sampleFigures = ['visits', 'ms', 'most', 'twiceMedian', 'trimmedNs', 'estimated'] as const;
export type SampleFigure = (typeof sampleFigures)[number];

/** Which of them a column is made of. */
export const figuresOf: Record<SampleColumn, readonly SampleFigure[]> = {
  count: ['visits'],
  total: ['ms'],
  avg: ['ms', 'visits'],
  max: ['most'],
  median: ['twiceMedian'],
  trimmed: ['trimmedNs'],
  estimated: ['estimated'],
};

/** A statement with the number of a key, a bucket and the figures. */
export function sampleStatement(
  { visit }: Tables,
  { plan, classes }: { plan: ReadingPlan; classes: readonly Membership[] },
  figures: readonly SampleFigure[],
  wanted: readonly Outcome[] | undefined,
): { sql: Sql; keys: number[] } {
  const { keys, keyOf } = keysOf(classes);
  const visits = classedRows(
    plan.scans,
    (scan) => [visitRows(visit, plan.org, scan, wanted)],
    sql`ms, n, value`,
    plainBucketOf,
  );
  const needsOrder = figures.includes('twiceMedian') || figures.includes('trimmedNs');
  const key = sql`toUInt16(${numberedBy(sql`c`, keyOf)}) AS k`;
  const rows = needsOrder
    ? ordered(sql`SELECT ${key}, b, value, sum(n) AS weight, sum(ms) AS millis, max(n > 1) AS several
FROM ${nested(visits)}
GROUP BY k, b, value`)
    : sql`SELECT ${key}, b, value, n AS weight, ms AS millis, n > 1 AS several
FROM ${nested(visits)}`;
  return {
    sql: sql`SELECT k, b, ${join(
      figures.map((figure) => sql`toFloat64(${figureSql[figure]})`),
      ', ',
    )}
FROM ${nested(rows)}
GROUP BY k, b
ORDER BY k, b`,
    keys,
  };
}

/**
 * `upto`: how many visits of the cell are not longer than the value; `visits`: how many there are. Of ten times as many, a tenth is cut off at each end:
 * `kept` is what is left of those of one value.
 */
function ordered(byValue: Sql): Sql {
  const inOrder = sql`SELECT *, toInt64(sum(weight) OVER (PARTITION BY k, b ORDER BY value)) AS upto, toInt64(sum(weight) OVER (PARTITION BY k, b)) AS visits
FROM ${nested(byValue)}`;
  return sql`SELECT *, greatest(least(10 * upto, 9 * visits) - greatest(10 * (upto - weight), visits), 0) AS kept
FROM ${nested(inOrder)}`;
}

const figureSql: Record<SampleFigure, Sql> = {
  visits: sql`sum(weight)`,
  ms: sql`sum(millis)`,
  most: sql`max(value)`,
  twiceMedian: sql`minIf(value, 2 * upto >= visits) + minIf(value, 2 * upto > visits)`,
  trimmedNs: sql`toUInt64(intDiv(sum(toInt128(value) * kept) * 1000, toInt128(8 * max(visits))))`,
  estimated: sql`max(several)`,
};

function visitRows(visit: Sql, org: number, scan: Scan, wanted: readonly Outcome[] | undefined): Sql {
  const asked = { org, ...scan };
  const numbers = wanted?.map((outcome) => outcomes.indexOf(outcome));
  const ofOutcome = numbers ? sql` AND toInt8(outcome) IN (${ints(numbers)})` : sql``;
  return sql`SELECT series, toUInt32(at) AS t, ms, n, intDiv(${int(2000)} * ms + n, 2 * n) AS value
FROM ${visit} FINAL
WHERE org = ${int(org)} AND ${seriesOf(asked)} AND ${exactly(asked, sql`at`)}${ofOutcome}`;
}
