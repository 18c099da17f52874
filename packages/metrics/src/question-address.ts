import { previousPeriods } from '@atrium/calendar/previous-period-kinds';
import { comparisonAggregations } from './aggregations.ts';
import { type EntityType, type Source, type SourceName, sources } from './sources.ts';
import type { QuestionAddress, QuestionPart } from './address-words.ts';
import { withoutExcluded } from './exclusions.ts';
import {
  type AskedPeriod,
  dataQueryOf,
  defaultQuestion,
  isCustomPeriod,
  isDateOf,
  isGroupingWithin,
  maxMetrics,
  maxWindows,
  normalGrouping,
  normalMetric,
  type Others,
  type Question,
  type RowsBy,
  takesOpenHours,
  withPeriod,
} from './question.ts';

export interface ReadQuestion {
  readonly question: Question;
  /** What could not be read and has its default instead. */
  readonly broken: readonly QuestionPart[];
}

export function addressOf(question: Question): QuestionAddress {
  return { source: question.source, ...dataQueryOf(question) };
}

/**
 * The question in an address. What is absent has its default; so has what is invalid or excluded by other parts, and is
 * reported.
 */
export function readQuestion(
  address: QuestionAddress,
  allowed: readonly [SourceName, ...SourceName[]],
  permitsAllOthers = true,
): ReadQuestion {
  const broken = new Set<QuestionPart>();
  const read = <Value>(part: QuestionPart, text: string | undefined, parse: (text: string) => Value | undefined) => {
    const value = text === undefined ? undefined : parse(text);
    if (text !== undefined && value === undefined) broken.add(part);
    return value;
  };
  const readAll = <Value>(part: QuestionPart, value: Value | undefined, absent: Value): Value => {
    if (value === undefined) broken.add(part);
    return value ?? absent;
  };
  const source = read('source', address.source, (text) => allowed.find((name) => name === text)) ?? allowed[0];
  // Without its source the rest has no meaning.
  const { source: _, ...rest } = broken.has('source') ? { source } : address;
  const usual = defaultQuestion(source);
  const period = periodIn(source, rest);
  if (!period) broken.add('period');
  const shown = period ?? usual.period;
  const entityType = read('entities', rest.entityType, (text) => entityTypeIn(source, text));
  const entityIds = read('entities', rest.entityIds, idsIn);
  const question: Question = {
    source,
    metrics: read('metrics', rest.metrics, (text) => metricsIn(source, text)) ?? usual.metrics,
    entityType: entityType ?? usual.entityType,
    // The ids of another type are unknown ids.
    entityIds: broken.has('entities') ? [] : (entityIds ?? []),
    period: shown,
    grouping: read('grouping', rest.dateGroupings, (text) => groupingIn(source, shown, text)) ?? usual.grouping,
    comparison: readAll('comparison', comparisonIn(rest), null),
    isLikeForLike: readAll('comparison', likeForLikeIn(rest), false),
    rows: readAll('rows', rowsIn(rest), usual.rows),
    others: broken.has('entities') ? null : readAll('others', othersIn(rest), null),
    isOpenOnly: read('openHours', rest.excludeClosedHours, (text) => openHoursIn(source, text)) ?? false,
  };
  const asked = withoutExcluded(question, permitsAllOthers);
  if (asked.rows !== question.rows) broken.add('rows');
  if (JSON.stringify(asked.others) !== JSON.stringify(question.others)) broken.add('others');
  return { question: withPeriod(asked, asked.period), broken: [...broken] };
}

/** One previous period or a trend, not both. */
function comparisonIn({ previousPeriod, trendComparison }: QuestionAddress): Question['comparison'] | undefined {
  if (previousPeriod !== undefined && trendComparison !== undefined) return undefined;
  if (previousPeriod !== undefined) return previousPeriods.find((name) => name === previousPeriod);
  if (trendComparison === undefined) return null;
  const windows = /^\d{1,2}$/.test(trendComparison) ? Number(trendComparison) : 0;
  return windows >= 1 && windows <= maxWindows ? { windows } : undefined;
}

function likeForLikeIn({ previousPeriod, likeForLike = 'false' }: QuestionAddress): boolean | undefined {
  if (likeForLike === 'false') return false;
  return likeForLike === 'true' && previousPeriod !== undefined ? true : undefined;
}

function rowsIn({ aggregate = 'false', metaProperty }: QuestionAddress): RowsBy | undefined {
  if (aggregate !== 'true' && aggregate !== 'false') return undefined;
  if (metaProperty === undefined) return { kind: aggregate === 'true' ? 'all' : 'each' };
  return metaProperty === '' || aggregate === 'true' ? undefined : { kind: 'field', name: metaProperty };
}

function othersIn(address: QuestionAddress): Others | null | undefined {
  if ((address.isComparison ?? 'false') === 'false') return null;
  const { comparisonEntityIds: ids, comparisonMetaName: name, comparisonMetaValue: value } = address;
  const aggregation = comparisonAggregations.find(
    (each) => each === (address.comparisonAggregation ?? comparisonAggregations[0]),
  );
  const entityIds = ids === undefined ? [] : idsIn(ids);
  if (address.isComparison !== 'true' || !aggregation || !entityIds) return undefined;
  const kinds: Others[] = [
    ...(address.isAllComparison === 'true' ? [{ kind: 'all', aggregation } as const] : []),
    ...(entityIds.length > 0 ? [{ kind: 'chosen', entityIds, aggregation } as const] : []),
    ...(name && value ? [{ kind: 'field', name, value, aggregation } as const] : []),
  ];
  return kinds.length === 1 ? kinds[0] : undefined;
}

function metricsIn(source: SourceName, text: string): string[] | undefined {
  const words = text.split(',').map((word) => normalMetric(source, word));
  const known = [...new Set(words.flatMap((word) => word ?? []))];
  return words.includes(undefined) || known.length > maxMetrics ? undefined : known;
}

function entityTypeIn(source: SourceName, text: string): EntityType | undefined {
  const { entityTypes }: Source = sources[source];
  return entityTypes.find((type) => type === text);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function idsIn(text: string): string[] | undefined {
  const ids = [...new Set(text.split(',').filter((id) => id !== ''))];
  return ids.every((id) => uuid.test(id)) ? ids : undefined;
}

function periodIn(source: SourceName, { relativeDate, startDate, endDate }: QuestionAddress): AskedPeriod | undefined {
  if (relativeDate === undefined) return defaultQuestion(source).period;
  if (!isDateOf(source, relativeDate)) return undefined;
  if (relativeDate !== 'custom') return { relativeDate };
  if (startDate === undefined || endDate === undefined || !isCustomPeriod(startDate, endDate)) return undefined;
  return { relativeDate, startDate, endDate };
}

function groupingIn(source: SourceName, period: AskedPeriod, text: string): string | undefined {
  const grouping = normalGrouping(source, text);
  return grouping !== undefined && isGroupingWithin(period, grouping) ? grouping : undefined;
}

function openHoursIn(source: SourceName, text: string): boolean | undefined {
  if (text === 'false') return false;
  return text === 'true' && takesOpenHours(source) ? true : undefined;
}
