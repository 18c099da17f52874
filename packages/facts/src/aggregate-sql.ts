import { bucketAt, bucketNumber, type Run, runsOf } from './edges.ts';
import { int, join, nested, sql, type Sql } from './literals.ts';
import type { ReadingPlan, Scan } from './reading-plan.ts';
import { minuteRows, ODD, perMember, sumRows, WATCHED } from './row-sources.ts';
import { MINUTE } from './rows.ts';
import type { Tables } from './schema.ts';
import type { Shapes } from './shapes.ts';

/** The buckets of rows that are not counted, and of those that invalidate the answer. */
export const WATCHED_BUCKET = 0xffff_ffff - WATCHED;
export const ODD_BUCKET = 0xffff_ffff - ODD;

/** A statement and its columns: class, bucket, ins, outs, got; with `last`, an instant in the last minute. */
export interface Statement {
  sql: Sql;
  types: readonly ['UInt16', 'UInt32', Count, Count, Count, ...'UInt32'[]];
}

/** Single records are small numbers, and as such take half the time to transfer. */
type Count = 'UInt8' | 'UInt32' | 'Float64';

/** One statement for a whole plan. */
export function aggregateStatement(
  tables: Tables,
  plan: ReadingPlan,
  shapes: Shapes,
  { last = false } = {},
): Statement {
  const branches = plan.scans.flatMap((scan) =>
    sourcesOf(tables, plan.org, scan, shapes).map((rows) => {
      const runs = runsOf(scan.edges);
      return { scan, rows, runs, place: bucketOf(scan, runs) };
    }),
  );
  const only = branches.length === 1 ? branches[0] : undefined;
  if (only && !last && isAnswerAlready(only.scan, only.runs, shapes)) {
    return {
      sql: sql`SELECT ${classOf(only.scan)} AS c, ${only.place} AS b, i, o, toUInt8(g)
FROM ${nested(only.rows)}`,
      types: ['UInt16', 'UInt32', 'UInt32', 'UInt32', 'UInt8'],
    };
  }
  const lastOf = (column: Sql) => (last ? sql`, max(${column}) AS l` : sql``);
  const sums = sql`sum(i) AS i, sum(o) AS o, sum(g) AS g`;
  const grouped = branches.map(
    ({ scan, rows, place }) => sql`SELECT ${classOf(scan)} AS c, ${place} AS b, ${sums}${lastOf(sql`t`)}
FROM ${nested(rows)}
GROUP BY c, b`,
  );
  const united = join(grouped, '\nUNION ALL\n');
  const added = only ? united : sql`SELECT c, b, ${sums}${lastOf(sql`l`)}\nFROM ${nested(united)}\nGROUP BY c, b`;
  return {
    sql: sql`SELECT c, b, toFloat64(i), toFloat64(o), toFloat64(g)${last ? sql`, l` : sql``}
FROM ${nested(added)}
ORDER BY c, b`,
    types: ['UInt16', 'UInt32', 'Float64', 'Float64', 'Float64', ...(last ? (['UInt32'] as const) : [])],
  };
}

function sourcesOf(tables: Tables, org: number, { source, members, region, open }: Scan, shapes: Shapes): Sql[] {
  const asked = { org, members, region, open };
  return source === 'minute' ? minuteRows(tables.minute, asked, shapes) : [sumRows(tables[source], asked)];
}

export function classOf(scan: Scan): Sql {
  return sql`toUInt16(${perMember(scan, (member) => member.class, 0)})`;
}

export function bucketOf({ source, buckets }: Scan, runs: readonly Run[]): Sql {
  const bucket = bucketNumber(bucketAt(runs, sql`t`), buckets);
  return source === 'minute' ? sql`if(t <= ${int(ODD)}, toUInt32(${int(0xffff_ffff)} - t), ${bucket})` : bucket;
}

/** One-minute records that are requested by the minute and separately need not be added up. */
function isAnswerAlready({ source, members }: Scan, runs: readonly Run[], shapes: Shapes): boolean {
  return (
    source === 'minute' &&
    runs.every(({ step }) => step === MINUTE) &&
    members.every(({ series }) => (shapes.get(series) ?? MINUTE) === MINUTE) &&
    new Set(members.map((member) => member.class)).size === members.length
  );
}
