import { int, sql, type Sql } from './literals.ts';
import type { Rollup } from './recompute.ts';
import { byShape, exactly, ODD, recordsOf, seriesOf, shareOf, WATCHED, type Asked } from './row-sources.ts';
import { MINUTE } from './rows.ts';
import type { Shapes } from './shapes.ts';

/**
 * Sources of rows `(series, t, last, lo, hi, area, g)`, one for each minute or quarter of a series in which there is a reading; `g` is the
 * seconds received, and `t` as for counts.
 */
export function levelQuarterRows(levelQuarter: Sql, asked: Asked): Sql {
  return sql`SELECT series, toUInt32(at) AS t, last, lo, hi, area, got AS g
FROM ${levelQuarter} FINAL
WHERE org = ${int(asked.org)} AND ${seriesOf(asked)} AND ${exactly(asked, sql`at`)}`;
}

/** One reading a minute, on the minute, is the minute as it is; everything else is folded. */
export function levelRows(level: Sql, asked: Asked, shapes: Shapes): Sql[] {
  const folded: Shapes = new Map(
    Array.from(shapes, ([series, shape]) => [series, shape === MINUTE ? MINUTE : 'mixed'] as const),
  );
  return byShape(
    asked,
    folded,
    (plain) => plainRows(level, plain),
    (mixed) => mixedRows(level, mixed),
  );
}

function plainRows(level: Sql, asked: Asked): Sql {
  const odd = sql`span != ${int(MINUTE)} OR toUInt32(at) % ${int(MINUTE)} != 0`;
  return sql`SELECT series, multiIf(${odd}, ${int(ODD)}, ${exactly(asked, sql`at`)}, toUInt32(at), ${int(WATCHED)}) AS t,
  last, lo, hi, area, span AS g
FROM ${level} FINAL
WHERE ${recordsOf(asked)}`;
}

/**
 * The full rule. A reading holds in all minutes of its span; area and seconds are spread over them in integers that add up. In each minute the
 * finest span present wins: its readings are put together, and where they overlap the area is brought down to the 60 seconds of a minute.
 */
function mixedRows(level: Sql, asked: Asked): Sql {
  return sql`SELECT series, t, argMin(v, span) AS last, argMin(l, span) AS lo, argMin(h, span) AS hi,
  argMin(if(s > ${int(MINUTE)}, intDiv(a * ${int(MINUTE)}, s), a), span) AS area, least(argMin(s, span), ${int(MINUTE)}) AS g
FROM (
  SELECT series, t, span, argMax(last, at) AS v, min(lo) AS l, max(hi) AS h, sum(part) AS a, sum(seconds) AS s
  FROM (
    SELECT series, at, span, last, lo, hi, toInt64(greatest(intDiv(span + 30, ${int(MINUTE)}), 1)) AS n,
      toUInt32((intDiv(toUInt32(at), ${int(MINUTE)}) + k) * ${int(MINUTE)}) AS t,
      ${shareOf(sql`area`, sql`n`)} AS part, ${shareOf(sql`span`, sql`n`)} AS seconds
    FROM ${level} FINAL
    ARRAY JOIN range(n) AS k
    WHERE ${recordsOf(asked)}
  )
  WHERE ${exactly(asked, sql`t`)}
  GROUP BY series, t, span
)
GROUP BY series, t`;
}

export const quartersOfLevels: Rollup = {
  from: 'level',
  into: 'levelQuarter',
  rows: levelRows,
  columns: sql`t, last, lo, hi, area`,
  none: sql`0 AS t, 0 AS last, 0 AS lo, 0 AS hi, 0 AS area`,
  sums: sql`last, lo, hi, area`,
  values: sql`argMaxIf(last, t, former = 0), minIf(lo, former = 0), maxIf(hi, former = 0), sum(area)`,
};
