import { bucketAt } from './edges.ts';
import { int, join, sql, type Sql } from './literals.ts';
import type { ReadingPlan, Scan } from './reading-plan.ts';
import { minuteRows, perMember, quarterRows } from './row-sources.ts';
import type { Tables } from './schema.ts';
import type { Shapes } from './shapes.ts';

/** Where records land that are only watched, not counted. */
export const NO_BUCKET = 0xffff_ffff;

/**
 * One statement for a whole plan. Its columns: `odd`, which is 1 when a record was not of the shape assumed for its series, so
 * that the answer is void; class; bucket; ins; outs; got; with `last`, an instant in the last minute that has data.
 */
export function aggregateStatement(tables: Tables, plan: ReadingPlan, shapes: Shapes, { last = false } = {}): Sql {
  const branches = plan.scans.flatMap((scan) => branchesOf(tables, plan.org, scan, shapes, last));
  const sums = sql`sum(i) AS i, sum(o) AS o, sum(g) AS g, max(odd) AS odd${last ? sql`, max(l) AS l` : sql``}`;
  const united = join(branches, '\nUNION ALL\n');
  const grouped = branches.length === 1 ? united : sql`SELECT c, b, ${sums}\nFROM (\n${united}\n)\nGROUP BY c, b`;
  return sql`SELECT odd, c, b, toFloat64(i), toFloat64(o), toFloat64(g)${last ? sql`, l` : sql``}
FROM (
${grouped}
)
ORDER BY c, b`;
}

function branchesOf(tables: Tables, org: number, scan: Scan, shapes: Shapes, last: boolean): Sql[] {
  const bucket = bucketAt(scan.edges, sql`t`);
  const summed = (rows: Sql, place: Sql) =>
    sql`SELECT toUInt32(${perMember(scan, (member) => member.class, 0)}) AS c, ${place} AS b,
  sum(i) AS i, sum(o) AS o, sum(g) AS g, max(odd) AS odd${last ? sql`, max(t) AS l` : sql``}
FROM (
${rows}
)
GROUP BY c, b`;

  const asked = { org, members: scan.members, region: scan.region };
  if (scan.source === 'quarter') return [summed(quarterRows(tables.quarter, asked), bucket)];
  const counted = sql`if(t = 0, ${int(NO_BUCKET)}, ${bucket})`;
  return minuteRows(tables.minute, asked, shapes).map((rows) => summed(rows, counted));
}
