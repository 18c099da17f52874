import { BILLION, classedRows, keysOf, numberedBy, wholeWeights } from './kind-sql.ts';
import type { LevelColumn, LevelMember } from './kind-questions.ts';
import { levelQuarterRows, levelRows } from './level-rows.ts';
import { int, join, nested, sql, type Sql } from './literals.ts';
import type { ReadingPlan, Scan } from './reading-plan.ts';
import type { Tables } from './schema.ts';
import type { Shapes } from './shapes.ts';

/** A statement with the number of a key, a bucket and the columns asked for; those still have to be divided. */
export interface LevelStatement {
  sql: Sql;
  types: readonly ['UInt16', 'UInt32', ...'Float64'[]];
  keys: number[];
  divisors: number[];
}

/** How a column is made, step by step: of rows, of those of a class, of a unit, of a key. */
interface Fold {
  read: Sql[];
  ofClass: Sql[];
  ofUnit: Sql;
  ofKey: Sql;
  divisor: number;
}

/** What can be made of quarters. */
export type FoldedColumn = Exclude<LevelColumn, 'busy'>;
export type MinuteColumn = 'max' | 'min' | 'busy';

interface LevelPlan {
  plan: ReadingPlan;
  classes: readonly LevelMember[];
}

/**
 * What can be folded over time for each unit and then added: from quarters where they are clean. The highest and lowest of a key are
 * that of its unit when it has only one.
 */
export function foldedStatement(
  tables: Tables,
  { plan, classes }: LevelPlan,
  shapes: Shapes,
  columns: readonly FoldedColumn[],
): LevelStatement {
  const { keys, keyOf } = keysOf(classes);
  const { weights, scale } = wholeWeights(classes);
  const { unitOf, keyOfUnit } = unitsOf(classes, keyOf);
  const weight = sql`toInt64(${numberedBy(sql`c`, weights)})`;
  const fold: Record<FoldedColumn, Fold> = {
    avg: {
      read: [sql`area`, sql`g`],
      ofClass: [sql`sum(area) AS a`, sql`sum(g) AS s`],
      ofUnit: sql`toInt64(intDiv(sum(toInt128(a) * ${weight} * ${int(BILLION / scale)}), toInt128(sum(s)))) AS avg`,
      ofKey: sql`sum(avg)`,
      divisor: BILLION,
    },
    got: { read: [sql`g`], ofClass: [sql`sum(g) AS s`], ofUnit: sql`sum(s) AS got`, ofKey: sql`sum(got)`, divisor: 1 },
    last: {
      read: [sql`t`, sql`last`],
      ofClass: [sql`argMax(last, t) AS v`, sql`max(t) AS u`],
      ofUnit: sql`argMax(v * ${weight}, u) AS last`,
      ofKey: sql`sum(last)`,
      divisor: scale,
    },
    max: {
      read: [sql`lo`, sql`hi`],
      ofClass: [sql`min(lo) AS l`, sql`max(hi) AS h`],
      ofUnit: sql`max(${weighted(weights, weight, sql`h`, sql`l`)}) AS hi`,
      ofKey: sql`max(hi)`,
      divisor: scale,
    },
    min: {
      read: [sql`lo`, sql`hi`],
      ofClass: [sql`min(lo) AS l`, sql`max(hi) AS h`],
      ofUnit: sql`min(${weighted(weights, weight, sql`l`, sql`h`)}) AS lo`,
      ofKey: sql`min(lo)`,
      divisor: scale,
    },
  };
  const parts = columns.map((column) => fold[column]);
  const rows = classedRows(
    plan.scans,
    (scan) => sourcesOf(tables, plan.org, scan, shapes),
    listed(parts.flatMap(({ read }) => read)),
  );
  const ofClasses = sql`SELECT c, b, ${listed(parts.flatMap(({ ofClass }) => ofClass))}
FROM ${nested(rows)}
GROUP BY c, b`;
  const ofUnits = sql`SELECT ${numberedBy(sql`c`, unitOf)} AS e, b, ${listed(parts.map(({ ofUnit }) => ofUnit))}
FROM ${nested(ofClasses)}
GROUP BY e, b`;
  return {
    sql: sql`SELECT toUInt16(${numberedBy(sql`e`, keyOfUnit)}) AS k, b, ${listed(parts.map(({ ofKey }) => sql`toFloat64(${ofKey})`))}
FROM ${nested(ofUnits)}
GROUP BY k, b
ORDER BY k, b`,
    ...answer(
      keys,
      parts.map(({ divisor }) => divisor),
    ),
  };
}

/** Of the sums of the members of a key in each minute: the maximum of a sum is not the sum of maxima. */
export function extremesStatement(
  tables: Tables,
  { plan, classes }: LevelPlan,
  shapes: Shapes,
  columns: readonly MinuteColumn[],
): LevelStatement {
  const { keys, keyOf } = keysOf(classes);
  const { weights, scale } = wholeWeights(classes);
  const weight = sql`toInt64(${numberedBy(sql`c`, weights)})`;
  const sums = {
    max: sql`sum(${weighted(weights, weight, sql`hi`, sql`lo`)}) AS x`,
    min: sql`sum(${weighted(weights, weight, sql`lo`, sql`hi`)}) AS y`,
    busy: sql`sum(last * ${weight}) AS z`,
  };
  const best = {
    max: sql`toFloat64(max(x))`,
    min: sql`toFloat64(min(y))`,
    busy: sql`toFloat64(countIf(z > 0)) / toFloat64(count())`,
  };
  const read = columns.includes('busy') ? sql`t, last, lo, hi` : sql`t, lo, hi`;
  const rows = classedRows(plan.scans, (scan) => sourcesOf(tables, plan.org, scan, shapes), read);
  const byMinute = sql`SELECT toUInt16(${numberedBy(sql`c`, keyOf)}) AS k, b, t, ${listed(columns.map((column) => sums[column]))}
FROM ${nested(rows)}
GROUP BY k, b, t`;
  return {
    sql: sql`SELECT k, b, ${listed(columns.map((column) => best[column]))}
FROM ${nested(byMinute)}
GROUP BY k, b
ORDER BY k, b`,
    ...answer(
      keys,
      columns.map((column) => (column === 'busy' ? 1 : scale)),
    ),
  };
}

function answer(keys: number[], divisors: number[]): Omit<LevelStatement, 'sql'> {
  return { types: ['UInt16', 'UInt32', ...divisors.map(() => 'Float64' as const)], keys, divisors };
}

function sourcesOf(tables: Tables, org: number, { source, members, region, open }: Scan, shapes: Shapes): Sql[] {
  const asked = { org, members, region, open };
  return source === 'quarter' ? [levelQuarterRows(tables.levelQuarter, asked)] : levelRows(tables.level, asked, shapes);
}

/** A negative weight turns highest and lowest around. */
function weighted(weights: readonly number[], weight: Sql, value: Sql, other: Sql): Sql {
  if (weights.every((each) => each === 1)) return value;
  return weights.every((each) => each >= 0)
    ? sql`${value} * ${weight}`
    : sql`if(${weight} < 0, ${other}, ${value}) * ${weight}`;
}

/** The number of its unit for each class, and the number of its key for each unit. */
function unitsOf(classes: readonly LevelMember[], keyOf: readonly number[]) {
  const numbers = new Map<string, number>();
  const keyOfUnit: number[] = [];
  const unitOf = classes.map(({ key, unit }, at) => {
    const name = `${key} ${unit}`;
    if (!numbers.has(name)) numbers.set(name, keyOfUnit.push(keyOf[at]!) - 1);
    return numbers.get(name)!;
  });
  return { unitOf, keyOfUnit };
}

/** Each once: columns share what they are made of. */
function listed(parts: readonly Sql[]): Sql {
  return join(
    parts.filter((part, at) => parts.findIndex(({ text }) => text === part.text) === at),
    ', ',
  );
}
