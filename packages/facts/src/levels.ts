import { append } from './append.ts';
import { askByShape } from './ask-by-shape.ts';
import { checkLevelQuestion } from './check-kinds.ts';
import type { LevelFacts } from './facts-interface.ts';
import { cellsFrom, type CellPart } from './kind-cells.ts';
import { planKind, portionsOf, type Portion } from './kind-plan.ts';
import type { Cells, LevelColumn, LevelMember, LevelQuestion } from './kind-questions.ts';
import { levelKind } from './kinds.ts';
import { quartersOfLevels } from './level-rows.ts';
import {
  extremesStatement,
  foldedStatement,
  type FoldedColumn,
  type LevelStatement,
  type MinuteColumn,
} from './level-sql.ts';
import type { QueryOptions } from './question.ts';
import type { ReadingPlan } from './reading-plan.ts';
import { daysWithin, recompute } from './recompute.ts';
import type { Shapes } from './shapes.ts';
import type { Store } from './store.ts';

export function openLevels(store: Store): LevelFacts {
  return {
    append: (rows) => append(store, levelKind, rows),
    recompute: (org, days, how) => recompute(store, quartersOfLevels, org, days, how),
    rebuild: (org, series, from, to) => recompute(store, quartersOfLevels, org, daysWithin(series, from, to)),
    aggregate: (question, asking) => aggregate(store, question, asking),
  };
}

async function aggregate<Column extends LevelColumn>(
  store: Store,
  question: LevelQuestion<Column>,
  asking: QueryOptions = {},
): Promise<Cells<Column>> {
  checkLevelQuestion(question);
  const parts: CellPart<Column>[] = [];
  for (const portion of portionsOf(question.slices)) {
    const isSum = hasSums(portion);
    const extremes = question.columns.filter(isOfMinutes).filter((column) => isSum || column === 'busy');
    const folded = question.columns.filter(
      (column): column is Column & FoldedColumn => !extremes.some((each) => each === column),
    );
    if (folded.length > 0) {
      const planned = planKind({ ...question, ...portion }, ({ key, unit, weight }) => `${key} ${unit} ${weight}`);
      const statement = (shapes: Shapes) => foldedStatement(store.tables, planned, shapes, folded);
      parts.push(...(await ask(store, question, portion, planned.plan, statement, folded, asking)));
    }
    if (extremes.length > 0) {
      const { org } = question;
      const planned = planKind({ org, ...portion }, ({ key, weight }) => `${key} ${weight}`);
      const statement = (shapes: Shapes) => extremesStatement(store.tables, planned, shapes, extremes);
      parts.push(...(await ask(store, question, portion, planned.plan, statement, extremes, asking)));
    }
  }
  return cellsFrom(question.columns, parts);
}

async function ask<Column extends LevelColumn>(
  store: Store,
  { limits }: LevelQuestion<Column>,
  { firstBucket }: Portion<LevelMember>,
  plan: ReadingPlan,
  statement: (shapes: Shapes) => LevelStatement,
  names: readonly Column[],
  asking: QueryOptions,
): Promise<CellPart<Column>[]> {
  if (plan.scans.length === 0) return [];
  const shaped = { table: store.tables.level, shapes: store.levelShapes };
  const [of, buckets, ...values] = await askByShape(store, shaped, plan, statement, asking, limits);
  // Whatever the shapes.
  const { keys, divisors } = statement(new Map());
  const columns = Object.fromEntries(
    names.map((name, at) => [name, values[at]!.map((value) => value / divisors[at]!)]),
  ) as Record<Column, Float64Array>;
  return [{ keys, of, buckets, firstBucket, columns }];
}

/** What is made of the sums of minutes, and so never of quarters. */
function isOfMinutes<Column extends LevelColumn>(column: Column): column is Column & MinuteColumn {
  return column === 'max' || column === 'min' || column === 'busy';
}

/** Whether something is added up: a key of one unit has the highest and the lowest of that. */
function hasSums({ slices }: Portion<LevelMember>): boolean {
  const units = new Map<number, number>();
  return slices.some(({ members }) =>
    members.some(({ key, unit }) => {
      const known = units.get(key);
      units.set(key, unit);
      return known !== undefined && known !== unit;
    }),
  );
}
