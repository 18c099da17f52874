import { liesInOnePlace } from './amount-sql.ts';
import type { ForecastMember } from './kind-questions.ts';
import { classedRows, keysOf, numberedBy, plainBucketOf, wholeWeights } from './kind-sql.ts';
import { instant, int, ints, nested, sql, uint64, type Sql } from './literals.ts';
import type { ReadingPlan, Scan } from './reading-plan.ts';
import { exactly, recordsOf, seriesOf, shareOf } from './row-sources.ts';
import { MAX_FORECAST_HOUR, MINUTE } from './rows.ts';
import type { Tables } from './schema.ts';

interface Planned {
  plan: ReadingPlan;
  classes: readonly ForecastMember[];
}

/** A statement and what its sums of ins and of outs have to be divided by. */
interface ForecastStatement {
  sql: Sql;
  keys: number[];
  scales: { ins: number; outs: number };
}

const HUNDREDTHS = 100;

/** The number of a key, a bucket, ins and outs. */
export function forecastValues({ forecast }: Tables, { plan, classes }: Planned): ForecastStatement {
  const { keys, keyOf, wIn, wOut, scales } = weightsOf(classes);
  const rows = classedRows(plan.scans, (scan) => [hourRows(forecast, plan.org, scan)], sql`i, o`, plainBucketOf);
  return {
    sql: sql`SELECT toUInt16(${numberedBy(sql`c`, keyOf)}) AS k, b, toFloat64(sum(toInt128(i) * ${wIn})), toFloat64(sum(toInt128(o) * ${wOut}))
FROM ${nested(sql`SELECT c, b, sum(i) AS i, sum(o) AS o
FROM ${nested(rows)}
GROUP BY c, b`)}
GROUP BY k, b
ORDER BY k, b`,
    keys,
    scales,
  };
}

/**
 * The number of a key, a bucket, the bands, and where the row starts, how long it is and how many there are: whether it is
 * the bucket, only the caller can tell. `spans` are the lengths that a bucket has.
 */
export function forecastBands(
  { forecast }: Tables,
  { plan, classes }: Planned,
  spans: readonly number[],
): ForecastStatement {
  const { keys, keyOf, wIn, wOut, scales } = weightsOf(classes);
  const columns = sql`t, span, low_ins, high_ins, low_outs, high_outs`;
  const rows = classedRows(plan.scans, (scan) => [bandRows(forecast, plan.org, scan, spans)], columns, plainBucketOf);
  return {
    sql: sql`SELECT toUInt16(${numberedBy(sql`c`, keyOf)}) AS k, b, ${weighted(sql`low_ins`, wIn)}, ${weighted(sql`high_ins`, wIn)},
  ${weighted(sql`low_outs`, wOut)}, ${weighted(sql`high_outs`, wOut)}, min(t), min(span), toUInt32(count())
FROM ${nested(rows)}
GROUP BY k, b
ORDER BY k, b`,
    keys,
    scales,
  };
}

/** Tombstones for what older forecasts said of these series from an instant on. */
export function staleStatement(
  { forecast }: Tables,
  settings: Sql,
  { org, series, from, ver }: { org: number; series: readonly number[]; from: number; ver: bigint },
): Sql {
  return sql`INSERT INTO ${forecast} (org, series, at, grain, span, ver, gone)
${settings}
SELECT org, series, at, grain, span, ${uint64(ver)}, 1
FROM ${forecast} FINAL
WHERE org = ${int(org)} AND series IN (${ints(series)}) AND at >= ${instant(from)} AND ver < ${uint64(ver)}`;
}

function weightsOf(classes: readonly ForecastMember[]) {
  const ins = wholeWeights(classes.map(({ wIn }) => ({ weight: wIn })));
  const outs = wholeWeights(classes.map(({ wOut }) => ({ weight: wOut })));
  return {
    ...keysOf(classes),
    wIn: numberedBy(sql`c`, ins.weights),
    wOut: numberedBy(sql`c`, outs.weights),
    scales: { ins: ins.scale * HUNDREDTHS, outs: outs.scale * HUNDREDTHS },
  };
}

function hourRows(forecast: Sql, org: number, scan: Scan): Sql {
  const asked = { org, ...scan };
  return sql`SELECT series, t, i, o
FROM (
  SELECT series, toUInt32(t0 + k * ${int(MINUTE)}) AS t, ${share(sql`ins`)} AS i, ${share(sql`outs`)} AS o
  FROM (
    SELECT series, ins, outs, toInt64(greatest(intDiv(span + 30, ${int(MINUTE)}), 1)) AS minutes, toUInt32(at) AS t0,
      toUInt32(t0 + (minutes - 1) * ${int(MINUTE)}) AS t1,
      ${liesInOnePlace(scan)} AS whole
    FROM ${forecast} FINAL
    WHERE ${recordsOf(asked, MAX_FORECAST_HOUR)} AND grain = 'hour'
  )
  ARRAY JOIN range(if(whole, 1, minutes)) AS k
)
WHERE ${exactly(asked, sql`t`)}`;
}

function weighted(column: Sql, weight: Sql): Sql {
  return sql`toFloat64(sum(toInt128(${column}) * ${weight}))`;
}

function share(column: Sql): Sql {
  return sql`if(whole, toInt64(${column}), ${shareOf(column, sql`minutes`)})`;
}

function bandRows(forecast: Sql, org: number, scan: Scan, spans: readonly number[]): Sql {
  const asked = { org, ...scan };
  return sql`SELECT series, toUInt32(at) AS t, span, low_ins, high_ins, low_outs, high_outs
FROM ${forecast} FINAL
WHERE org = ${int(org)} AND ${seriesOf(asked)} AND ${exactly(asked, sql`at`)} AND banded = 1 AND span IN (${ints(spans)})`;
}
