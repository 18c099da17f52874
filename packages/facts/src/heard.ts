import { append } from './append.ts';
import { checkSlices } from './check-kinds.ts';
import type { HeardFacts } from './facts-interface.ts';
import { cellsFrom, type CellPart } from './kind-cells.ts';
import { planKind, portionsOf } from './kind-plan.ts';
import type { Cells, HeardQuestion } from './kind-questions.ts';
import { classedRows, keysOf, numberedBy, plainBucketOf } from './kind-sql.ts';
import { heardKind } from './kinds.ts';
import { int, nested, sql, type Sql } from './literals.ts';
import type { Membership, QueryOptions } from './question.ts';
import type { ReadingPlan, Scan } from './reading-plan.ts';
import { exactly, recordsOf, seriesOf, shareOf } from './row-sources.ts';
import { DAY, MINUTE, QUARTER } from './rows.ts';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';

export function openHeard(store: Store): HeardFacts {
  return {
    append: (rows) => append(store, heardKind, rows),
    aggregate: (question, asking) => aggregate(store, question, asking),
  };
}

async function aggregate(
  { connection, tables }: Store,
  { org, slices, limits }: HeardQuestion,
  { signal }: QueryOptions = {},
): Promise<Cells<'got'>> {
  checkSlices(org, slices);
  const parts: CellPart<'got'>[] = [];
  for (const portion of portionsOf(slices)) {
    const planned = planKind({ org, ...portion, freshFrom: NEVER }, ({ key }) => `${key}`);
    if (planned.plan.scans.length === 0) continue;
    const { sql: statement, keys } = heardStatement(tables, planned);
    const [of, buckets, got] = await connection.read(statement, ['UInt16', 'UInt32', 'Float64'], { signal, limits });
    parts.push({ keys, of, buckets, firstBucket: portion.firstBucket, columns: { got } });
  }
  return cellsFrom(['got'], parts);
}

/** There is nothing finer than quarters, so no day is too fresh for them. */
const NEVER = Math.floor(2 ** 32 / DAY) * DAY;

/** A statement with the number of a key, a bucket and the seconds. */
export function heardStatement(
  { heard }: Tables,
  { plan, classes }: { plan: ReadingPlan; classes: readonly Membership[] },
): { sql: Sql; keys: number[] } {
  const { keys, keyOf } = keysOf(classes);
  const rows = classedRows(plan.scans, (scan) => [heardRows(heard, plan.org, scan)], sql`g`, plainBucketOf);
  return {
    sql: sql`SELECT toUInt16(${numberedBy(sql`c`, keyOf)}) AS k, b, toFloat64(sum(g))
FROM ${nested(rows)}
GROUP BY k, b
ORDER BY k, b`,
    keys,
  };
}

/** Whole quarters as they are; where one is cut its seconds are spread over its minutes. */
function heardRows(heard: Sql, org: number, scan: Scan): Sql {
  const asked = { org, ...scan };
  if (scan.source === 'quarter') {
    return sql`SELECT series, toUInt32(at) AS t, seconds AS g
FROM ${heard} FINAL
WHERE org = ${int(org)} AND ${seriesOf(asked)} AND ${exactly(asked, sql`at`)}`;
  }
  const minutes = int(QUARTER / MINUTE);
  return sql`SELECT series, t, g
FROM (
  SELECT series, toUInt32(toUInt32(at) + k * ${int(MINUTE)}) AS t,
    ${shareOf(sql`seconds`, minutes)} AS g
  FROM ${heard} FINAL
  ARRAY JOIN range(${minutes}) AS k
  WHERE ${recordsOf(asked, QUARTER)}
)
WHERE ${exactly(asked, sql`t`)}`;
}
