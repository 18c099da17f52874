import {
  type Fold,
  type Grouping,
  offeredGroupings,
  parseGrouping,
  withinRangeLimit,
} from '@atrium/calendar/groupings';
import { InvalidPeriod } from '@atrium/calendar/invalid-period';
import type { PreviousPeriod } from '@atrium/calendar/previous-period-kinds';
import { type RelativeDate, resolveRelativeDate } from '@atrium/calendar/relative-dates';
import { zoneOf } from '@atrium/calendar/zones';
import type { ComparisonAggregation } from './aggregations.ts';
import { type AskedMetric, type Metric, metricsNamed, metricsOf } from './catalog.ts';
import {
  type EntityType,
  groupingOf,
  offeredEntityTypes,
  relativeDatesOf,
  type Source,
  type SourceName,
  sources,
} from './sources.ts';

/** A question about the data of an organization: what, where, when, and how the answer is cut into rows. */
export interface Question {
  readonly source: SourceName;
  /** Words of the catalog, each once: `ins`, `ins(max)`. */
  readonly metrics: readonly string[];
  readonly entityType: EntityType;
  /** Empty means all that the user may see. */
  readonly entityIds: readonly string[];
  readonly period: AskedPeriod;
  /** `day`, `minute(15)`, `weekday,hour`. */
  readonly grouping: string;
  /** Earlier times beside it: one period, or several windows. */
  readonly comparison: PreviousPeriod | Trend | null;
  /** The earlier period has the same weekdays, and only entities count that can be compared. Of one period alone. */
  readonly isLikeForLike: boolean;
  readonly rows: RowsBy;
  /** Other entities beside it. */
  readonly others: Others | null;
  /** Leaves out what lies outside the opening hours. */
  readonly isOpenOnly: boolean;
}

/** Earlier windows of the same length, one after the other. */
export interface Trend {
  readonly windows: number;
}

/** A row for each entity, one for all of them, or one for each value of a custom field. */
export type RowsBy = { readonly kind: 'each' | 'all' } | { readonly kind: 'field'; readonly name: string };

/** All others of the organization, chosen ones, or those with a value of a custom field; combined into one. */
export type Others = { readonly aggregation: ComparisonAggregation } & (
  | { readonly kind: 'all' }
  | { readonly kind: 'chosen'; readonly entityIds: readonly string[] }
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
);

/** Local dates, the end inclusive. */
export interface CustomPeriod {
  readonly relativeDate: 'custom';
  readonly startDate: string;
  readonly endDate: string;
}
export type AskedPeriod = CustomPeriod | { readonly relativeDate: Exclude<RelativeDate, 'custom'> };

export const maxMetrics = 4;
export const maxWindows = 12;

/** What is asked before anything is chosen. */
export function defaultQuestion(source: SourceName): Question {
  return {
    source,
    metrics: metricWordsOf(source).slice(0, 1),
    entityType: defaultEntityType(source),
    entityIds: [],
    period: { relativeDate: 'past7days' },
    grouping: 'day',
    comparison: null,
    isLikeForLike: false,
    rows: { kind: 'each' },
    others: null,
    isOpenOnly: false,
  };
}

/** The same question about another source: what the source does not have becomes its default. */
export function withSource(question: Question, source: SourceName): Question {
  if (source === question.source) return question;
  const usual = defaultQuestion(source);
  const isTypeKept = offeredEntityTypes(sources[source], false).includes(question.entityType);
  return {
    ...(isTypeKept ? question : withEntityType(question, usual.entityType)),
    source,
    metrics: usual.metrics,
    period: isDateOf(source, question.period.relativeDate) ? question.period : usual.period,
    grouping: normalGrouping(source, question.grouping) ?? usual.grouping,
    isOpenOnly: question.isOpenOnly && takesOpenHours(source),
  };
}

/** The same question about another kind of entity: what belongs to the ones before is left out. */
export function withEntityType(question: Question, entityType: EntityType): Question {
  if (entityType === question.entityType) return question;
  const { rows, others } = question;
  return {
    ...question,
    entityType,
    entityIds: [],
    rows: rows.kind === 'field' ? { kind: 'each' } : rows,
    others: others?.kind === 'all' ? others : null,
  };
}

/** A custom period that is too long for the grouping gets the finest one that it fits. */
export function withPeriod(question: Question, period: AskedPeriod): Question {
  const moved = { ...question, period };
  if (isGroupingWithin(period, question.grouping)) return moved;
  const fitting = groupingChoices(question.source, period).find(({ isTooFine, value }) => !isTooFine && !isFold(value));
  return { ...moved, grouping: fitting?.value ?? 'year' };
}

/** The parameters of the data call that answers it: names and words as the API has them. */
export function dataQueryOf(question: Question) {
  const { metrics, entityType, entityIds, period, grouping, comparison, rows, others, isOpenOnly } = question;
  return {
    entityType,
    ...(entityIds.length > 0 && { entityIds: entityIds.join(',') }),
    ...(rows.kind === 'all' && { aggregate: 'true' as const }),
    ...(rows.kind === 'field' && { metaProperty: rows.name }),
    ...period,
    metrics: metrics.join(','),
    dateGroupings: grouping,
    ...(typeof comparison === 'string' && { previousPeriod: comparison }),
    ...(isAlike(question) && { likeForLike: 'true' as const }),
    ...(isTrend(comparison) && { trendComparison: String(comparison.windows) }),
    ...(others && othersQueryOf(others)),
    ...(isOpenOnly && { excludeClosedHours: 'true' as const }),
  };
}

export function isTrend(comparison: Question['comparison']): comparison is Trend {
  return comparison !== null && typeof comparison !== 'string';
}

/** Without an earlier period, nothing is like another. */
export function isAlike({ comparison, isLikeForLike }: Pick<Question, 'comparison' | 'isLikeForLike'>): boolean {
  return isLikeForLike && typeof comparison === 'string';
}

function othersQueryOf(others: Others) {
  return {
    isComparison: 'true' as const,
    ...(others.kind === 'all' && { isAllComparison: 'true' as const }),
    ...(others.kind === 'chosen' && { comparisonEntityIds: others.entityIds.join(',') }),
    ...(others.kind === 'field' && { comparisonMetaName: others.name, comparisonMetaValue: others.value }),
    comparisonAggregation: others.aggregation,
  };
}

/** The metrics of a question, in its order. */
export function askedMetrics({ source, metrics }: Pick<Question, 'source' | 'metrics'>): readonly AskedMetric[] {
  return metrics.flatMap((word) => metricsNamed(source, [word]));
}

/** Every way to ask for a metric of a source: each aggregation once, the usual one by the bare name. */
export function metricWordsOf(source: SourceName, held?: ReadonlySet<string>): readonly string[] {
  return metricsOf(source)
    .filter(({ needs = [] }: Metric) => !held || needs.every((name) => held.has(name)))
    .flatMap(({ name, aggregations: [, ...others] }: Metric) => [
      name,
      ...others.map((aggregation) => `${name}(${aggregation})`),
    ]);
}

/** The word as `metricWordsOf` writes it; undefined if the source does not have it. */
export function normalMetric(source: SourceName, word: string): string | undefined {
  const [asked] = metricsNamed(source, [word]);
  if (!asked) return undefined;
  const { metric, aggregation } = asked;
  return aggregation === metric.aggregations[0] ? metric.name : `${metric.name}(${aggregation})`;
}

/** A grouping with the step that it means; undefined if the source does not have it. */
export function normalGrouping(source: SourceName, text: string): string | undefined {
  try {
    const { grouping, step, fold } = groupingOf(sources[source], text);
    if (fold) return fold;
    return step === 1 && grouping !== 'minute' ? grouping : `${grouping}(${step})`;
  } catch (error) {
    if (error instanceof InvalidPeriod) return undefined;
    throw error;
  }
}

export interface GroupingChoice {
  readonly value: string;
  readonly step: number;
  readonly grouping: Grouping | Fold;
  /** The period is too long for it. */
  readonly isTooFine: boolean;
}

/** The groupings to choose from, finest first; one that was asked for in a link is offered too. */
export function groupingChoices(source: SourceName, period: AskedPeriod, current?: string): GroupingChoice[] {
  const known = offeredGroupings.filter((text) => normalGrouping(source, text) !== undefined);
  const all = current === undefined || known.includes(current) ? known : [...known, current];
  return all.map((value) => {
    const { grouping, step, fold } = parseGrouping(value);
    return { value, step, grouping: fold ?? grouping, isTooFine: !isGroupingWithin(period, value) };
  });
}

export function isFold(grouping: string): boolean {
  return parseGrouping(grouping).fold !== undefined;
}

/** Only custom periods are limited. */
export function isGroupingWithin(period: AskedPeriod, grouping: string): boolean {
  if (period.relativeDate !== 'custom') return true;
  const resolved = customRange(period);
  return resolved !== undefined && withinRangeLimit(utc, resolved.from, resolved.to, parseGrouping(grouping));
}

/** Whether both are dates that exist, in their order. */
export function isCustomPeriod(startDate: string, endDate: string): boolean {
  return customRange({ relativeDate: 'custom', startDate, endDate }) !== undefined;
}

export function isDateOf(source: SourceName, date: string): date is RelativeDate {
  return (relativeDatesOf(sources[source]) as readonly string[]).includes(date);
}

export function takesOpenHours(source: SourceName): boolean {
  const { parameters, ignored = [] }: Source = sources[source];
  return parameters.includes('excludeClosedHours') && !ignored.includes('excludeClosedHours');
}

const utc = zoneOf('UTC');

/** The length of a custom range does not depend on the time zone: its limit is counted in local days. */
function customRange({ startDate, endDate }: CustomPeriod) {
  try {
    return resolveRelativeDate('custom', { now: 0, zone: utc, startDate, endDate });
  } catch (error) {
    if (error instanceof InvalidPeriod) return undefined;
    throw error;
  }
}

/** Locations are what people compare; the others are for sources without them. */
function defaultEntityType(source: SourceName): EntityType {
  const offered = offeredEntityTypes(sources[source], false);
  return (['location', 'space', 'zone'] as const).find((type) => offered.includes(type)) ?? offered[0]!;
}
