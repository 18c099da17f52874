import { bucketAt, nextMinute, runsOf } from './edges.ts';
import type { AmountColumn, WeightedMember } from './kind-questions.ts';
import { classedRows, keysOf, numberedBy, plainBucketOf, wholeWeights } from './kind-sql.ts';
import { int, join, nested, sql, type Sql } from './literals.ts';
import { clipped, hullOf, type ReadingPlan, type Scan } from './reading-plan.ts';
import { exactly, lastTurn, perMember, recordsOf, shareOf } from './row-sources.ts';
import { MAX_AMOUNT_SPAN, MINUTE } from './rows.ts';
import type { Tables } from './schema.ts';

/** A statement with the number of a key, a bucket and the columns asked for; sums still have to be divided by `scale`. */
export function amountStatement(
  { amount }: Tables,
  { plan, classes }: { plan: ReadingPlan; classes: readonly WeightedMember[] },
  columns: readonly AmountColumn[],
): { sql: Sql; keys: number[]; scale: number } {
  const { keys, keyOf } = keysOf(classes);
  const { weights, scale } = wholeWeights(classes);
  const weight = numberedBy(sql`c`, weights);
  const weighted: Record<AmountColumn, Sql> = {
    value: sql`sum(toInt128(v) * ${weight})`,
    n: sql`sum(toInt128(m) * ${weight})`,
    withheld: sql`max(w)`,
  };
  const ofClass: Record<AmountColumn, Sql> = {
    value: sql`sum(value) AS v`,
    n: sql`sum(n) AS m`,
    withheld: sql`max(withheld) AS w`,
  };
  const rows = classedRows(
    plan.scans,
    (scan) => [amountRows(amount, plan.org, scan)],
    join(
      columns.map((column) => names[column]),
      ', ',
    ),
    plainBucketOf,
  );
  const sums = sql`SELECT c, b, ${join(
    columns.map((column) => ofClass[column]),
    ', ',
  )}
FROM ${nested(rows)}
GROUP BY c, b`;
  return {
    sql: sql`SELECT toUInt16(${numberedBy(sql`c`, keyOf)}) AS k, b, ${join(
      columns.map((column) => sql`toFloat64(${weighted[column]})`),
      ', ',
    )}
FROM ${nested(sums)}
GROUP BY k, b
ORDER BY k, b`,
    keys,
    scale,
  };
}

const names: Record<AmountColumn, Sql> = { value: sql`value`, n: sql`n`, withheld: sql`withheld` };

/**
 * A record that lies as a whole in one bucket, with no turn of the opening hours inside, is counted as it is. Any other is spread over
 * its minutes in integers that add up to it; one that must not be divided has nothing in those minutes but the sign that it was withheld,
 * and not even that where `endsEarly` alone would divide it.
 */
function amountRows(amount: Sql, org: number, scan: Scan): Sql {
  const asked = { org, ...scan };
  const inOnePlace = liesInOnePlace(scan);
  const end = scan.endsEarly;
  const leftOut = end === undefined ? sql`0` : sql`indivisible AND ${reachesBeyond(scan, nextMinute(end))}`;
  return sql`SELECT series, t, part AS value, pieces AS n, withheld
FROM (
  SELECT series, toUInt32(t0 + k * ${int(MINUTE)}) AS t, ${wholeOrShare(sql`value`)} AS part, ${wholeOrShare(sql`n`)} AS pieces,
    indivisible AND NOT whole AS withheld
  FROM (
    SELECT series, value, n, indivisible, toInt64(greatest(intDiv(span + 30, ${int(MINUTE)}), 1)) AS minutes,
      toUInt32(intDiv(toUInt32(at), ${int(MINUTE)}) * ${int(MINUTE)}) AS t0,
      toUInt32(t0 + (minutes - 1) * ${int(MINUTE)}) AS t1,
      ${inOnePlace} AS whole, ${leftOut} AS beyond
    FROM ${amount} FINAL
    WHERE ${recordsOf(asked, MAX_AMOUNT_SPAN)}
  )
  ARRAY JOIN range(if(whole, 1, minutes)) AS k
  WHERE NOT beyond
)
WHERE ${exactly(asked, sql`t`)}`;
}

function wholeOrShare(column: Sql): Sql {
  return sql`multiIf(whole, toInt64(${column}), indivisible, 0, ${shareOf(column, sql`minutes`)})`;
}

/** Whether a record begins before an instant and ends after it, and would lie in one place if it ended there. */
function reachesBeyond(scan: Scan, end: number): Sql {
  return sql`t0 < ${int(end)} AND t1 >= ${int(end)} AND ${liesInOnePlace(scan, int(end - MINUTE))}`;
}

/** Whether a record from minute `t0` to its last is neither cut by a bucket nor by a member's range nor by opening hours. */
export function liesInOnePlace(scan: Scan, last = sql`t1`): Sql {
  const hull = hullOf(scan.members);
  const runs = runsOf(scan.edges);
  const conditions = [
    sql`t0 >= ${perMember(scan, ({ from }) => from, hull.from)}`,
    sql`${last} < ${perMember(scan, ({ to }) => to, hull.to)}`,
    sql`${bucketAt(runs, sql`t0`)} = ${bucketAt(runs, last)}`,
  ];
  if (scan.open) {
    const open = clipped(scan.open, hull);
    conditions.push(sql`${lastTurn(open, sql`t0`)} = ${lastTurn(open, last)}`);
  }
  return join(conditions, ' AND ');
}
