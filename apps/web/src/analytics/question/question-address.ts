import { previousPeriods } from '@atrium/calendar/previous-periods';
import { type EntityType, type Source, type SourceName, sources } from '@atrium/metrics/sources';
import type { QuestionAddress } from './address-words.ts';
import {
  type AskedPeriod,
  dataQueryOf,
  defaultQuestion,
  isCustomPeriod,
  isDateOf,
  isGroupingWithin,
  maxMetrics,
  normalGrouping,
  normalMetric,
  type Question,
  takesOpenHours,
  withPeriod,
} from './question.ts';

/** The parts of a question that an address can get wrong. */
export type QuestionPart = 'source' | 'metrics' | 'entities' | 'period' | 'grouping' | 'comparison' | 'openHours';

export interface ReadQuestion {
  readonly question: Question;
  /** What could not be read and has its default instead. */
  readonly broken: readonly QuestionPart[];
}

export function addressOf(question: Question): QuestionAddress {
  return { source: question.source, ...dataQueryOf(question) };
}

/** The question in an address. What is absent has its default; so has what is invalid, and is reported. */
export function readQuestion(address: QuestionAddress, allowed: readonly [SourceName, ...SourceName[]]): ReadQuestion {
  const broken = new Set<QuestionPart>();
  const read = <Value>(part: QuestionPart, text: string | undefined, parse: (text: string) => Value | undefined) => {
    const value = text === undefined ? undefined : parse(text);
    if (text !== undefined && value === undefined) broken.add(part);
    return value;
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
    comparison:
      read('comparison', rest.previousPeriod, (text) => previousPeriods.find((name) => name === text)) ?? null,
    isOpenOnly: read('openHours', rest.excludeClosedHours, (text) => openHoursIn(source, text)) ?? false,
  };
  return { question: withPeriod(question, question.period), broken: [...broken] };
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
