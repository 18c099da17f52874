import type { AskedMetric } from './catalog.ts';
import { fourDecimals } from './precision.ts';
import { partTypeOf, type Whole } from './drill.ts';
import { whyNotTogether } from './exclusions.ts';
import { isAlike, isTrend, type Question, withEntityType } from './question.ts';

/** A value in both periods. */
export interface BothPeriods {
  /** Null without data, which is not zero. */
  readonly now: number | null;
  readonly before: number | null;
}

/** One entity in both periods. */
export interface ComparedEntity extends BothPeriods {
  readonly entityId: string;
  readonly name: string;
  /** Received over expected; null where nothing was due. */
  readonly completeness: number | null;
  readonly completenessBefore: number | null;
}

/**
 * `new` and `gone` were not expected to report in the other period. Without data although it was due, nobody knows
 * whether a value rose or fell.
 */
export type ChangeKind = 'rise' | 'fall' | 'same' | 'new' | 'gone' | 'no-data-before' | 'no-data-now' | 'no-data';

export interface Contribution extends ComparedEntity {
  readonly kind: ChangeKind;
  /** What it adds to the whole difference. */
  readonly amount: number;
  /** Of the whole difference, 1 is all of it; null without one. */
  readonly share: number | null;
}

export interface WhatChanged {
  /** Of the whole; null if one of the periods has no data. */
  readonly difference: number | null;
  /** The largest contributions, whatever their direction. */
  readonly listed: readonly Contribution[];
  /** All others together: with them, the parts add up to the difference. */
  readonly rest: { readonly count: number; readonly amount: number; readonly share: number | null };
}

const listedContributions = 10;

/** Which entities made the difference between two periods. */
export function whatChanged(
  whole: BothPeriods,
  entities: readonly ComparedEntity[],
  listed: number = listedContributions,
): WhatChanged {
  const difference = whole.now === null || whole.before === null ? null : fourDecimals(whole.now - whole.before);
  const shareOf = (amount: number) => (difference === null || difference === 0 ? null : amount / difference);
  const all = entities.map((entity): Contribution => {
    const amount = fourDecimals((entity.now ?? 0) - (entity.before ?? 0));
    return { ...entity, kind: kindOf(entity), amount, share: shareOf(amount) };
  });
  const sorted = all
    .filter(({ kind, amount }) => amount !== 0 || isUnknown(kind))
    .toSorted(
      (one, other) => Math.abs(other.amount) - Math.abs(one.amount) || one.name.localeCompare(other.name, 'en'),
    );
  const shown = sorted.slice(0, listed);
  const sum = shown.reduce((total, { amount }) => fourDecimals(total + amount), 0);
  const amount = difference === null ? 0 : fourDecimals(difference - sum);
  return { difference, listed: shown, rest: { count: all.length - shown.length, amount, share: shareOf(amount) } };
}

/** Whether the values of entities add up to the value of all of them. */
export function isAdditive({ metric, aggregation }: AskedMetric): boolean {
  return aggregation === 'sum' && metric.aggregations.includes('sum') && metric.disableAggregatingEntities !== true;
}

/** The questions behind `whatChanged`: the whole, and its entities. */
export interface ChangeQuestions {
  readonly whole: Question;
  readonly entities: Question;
  /** The entities are the parts of this one. */
  readonly partsOf?: Whole;
}

/**
 * What is asked to explain the difference of one metric: the locations of an organization, the zones of one location,
 * or the chosen entities themselves. Undefined without an earlier period, or where there is nothing to tell apart.
 */
export function changeQuestions(question: Question, metric: string): ChangeQuestions | undefined {
  const { comparison, entityType, entityIds } = question;
  if (comparison === null || question.rows.kind === 'field') return undefined;
  const asked: Question = {
    ...question,
    metrics: [metric],
    // The newest window of a trend is the period before.
    comparison: isTrend(comparison) ? 'previousperiod' : comparison,
    isLikeForLike: isAlike(question),
    rows: { kind: 'each' },
    others: null,
  };
  if (entityType === 'organization') return { whole: asked, entities: withEntityType(asked, 'location') };
  if (entityIds.length !== 1) {
    if (whyNotTogether(asked) !== null) return undefined;
    return { whole: { ...asked, rows: { kind: 'all' } }, entities: asked };
  }
  const partType = partTypeOf(question);
  if (partType === undefined) return undefined;
  return { whole: asked, entities: withEntityType(asked, partType), partsOf: { entityType, entityId: entityIds[0]! } };
}

function kindOf({ now, before, completeness, completenessBefore }: ComparedEntity): ChangeKind {
  if (now === null && before === null) return 'no-data';
  if (before === null) return completenessBefore === null ? 'new' : 'no-data-before';
  if (now === null) return completeness === null ? 'gone' : 'no-data-now';
  return now === before ? 'same' : now > before ? 'rise' : 'fall';
}

function isUnknown(kind: ChangeKind): boolean {
  return kind === 'no-data-before' || kind === 'no-data-now';
}
