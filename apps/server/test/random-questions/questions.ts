import type { WeekStart } from '@atrium/calendar/civil';
import { parseGrouping } from '@atrium/calendar/groupings';
import { previousPeriods } from '@atrium/calendar/previous-period-kinds';
import { comparisonAggregations } from '@atrium/metrics/aggregations';
import { comparisonAggregationsOf, metricsNamed, metricWords } from '@atrium/metrics/catalog';
import { type Source, type SourceName, sourceNames, sources } from '@atrium/metrics/sources';
import { Temporal } from 'temporal-polyfill';
import type { Asked, Others } from './asked.ts';
import { askedGroupings, isFine } from './groupings.ts';
import type { Places, Random } from './places.ts';

/** A question about anything, somewhere in and around the days that have readings. */
export function randomQuestion(places: Places, random: Random): Asked {
  const plain = plainQuestion(places, random, true);
  const joined = joining(plain, random);
  const compared = comparing({ ...plain, ...joined }, places, random);
  return { ...plain, ...joined, ...compared, ...ordering({ ...plain, ...joined, ...compared }, random) };
}

/** A question about a period that is not over, and an earlier one. */
export function unfinishedQuestion(places: Places, random: Random): Asked {
  const [began, goesOn] = [dateOf(places.to - day / 4), dateOf(places.to)];
  for (;;) {
    const asked = randomQuestion(places, random);
    const isCompared = asked.previousPeriod !== undefined || asked.trendComparison !== undefined;
    // Nothing is forecast of such a young place, so that the night withdraws what was said of it.
    if (!isCompared || asked.source === 'forecasted_traffic') continue;
    // Anywhere: no place here is further behind, and what begins later is refused.
    if (asked.startDate <= began && asked.endDate >= goesOn) return asked;
  }
}

/** One entity in a row, and nothing to compare it with. */
export function plainQuestion(places: Places, random: Random, isAny = false): Asked {
  const one = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const source = one(sourceNames.filter((name) => isAny || !computed.includes(name)));
  const { parameters: taken, ignored = [] }: Source = sources[source];
  const parameters = taken.filter((name) => !ignored.includes(name));
  const entityType = one(typesOf(source).filter((type) => isAny || type !== 'organization'));
  const all = places.entities.filter((entity) => entity.entityType === entityType).map(({ entityId }) => entityId);
  const many = isAny && random(6) === 0 ? one([3, 5, all.length]) : 1 + random(2);
  const named = isAny && random(20) === 0 ? [] : ids(Array.from({ length: many }, () => one(all)));
  const dateGroupings = random(5) === 0 ? undefined : one(groupingsOf(source));
  const isLong = dateGroupings !== undefined && isFine(dateGroupings);
  return {
    source,
    entityType,
    // Many rows of many entities say no more, and take the time of other questions.
    entityIds: isLong ? ids([one(all), one(all)]) : named,
    ...period(places, dateGroupings, random),
    dateGroupings,
    metrics: ids(Array.from({ length: 1 + random(3) }, () => one(wordsOf(source, entityType)))),
    excludeClosedHours: random(3) === 0,
    countFilter: parameters.includes('countFilter') && random(4) === 0 ? one([0, 2, 5]) : undefined,
    countApplication:
      isAny && parameters.includes('countApplication') && random(9) === 0 ? one([1, 3, 7, 8]) : undefined,
  };
}

/** Those without series of their own to explain. */
const computed: readonly SourceName[] = ['forecasted_traffic', 'visit_duration', 'expected_wait_time'];

/** Traffic of spaces and what is folded of them is in random-spaces.test.ts. */
function typesOf(source: SourceName) {
  const { entityTypes }: Source = sources[source];
  const ofSpaces = source === 'occupancy' || source === 'expected_wait_time';
  return entityTypes.filter((type) => type !== 'space' || ofSpaces);
}

function groupingsOf(source: SourceName): string[] {
  const { groupings }: Source = sources[source];
  return askedGroupings.filter((text) => {
    const { grouping, fold } = parseGrouping(text);
    return groupings.includes(fold ?? grouping);
  });
}

/** The share of several spaces is in space-metrics.test.ts. */
function wordsOf(source: SourceName, entityType: string): readonly string[] {
  return metricWords(source).filter((word) => entityType === 'space' || !/^pctcapacity|^target/.test(word));
}

/** Some days, by their dates or by a name, or now and then a whole month. */
function period({ from, to, weekStart }: Places, dateGroupings: string | undefined, random: Random) {
  if (random(12) === 0 && !/^(minute|day\()/.test(dateGroupings ?? '')) {
    const month = dateOf(from).slice(0, 7);
    const next = dateOf(Date.parse(`${month}-01`) / 1000 + 32 * day).slice(0, 7);
    return { startDate: `${month}-01`, endDate: dateOf(Date.parse(`${next}-01`) / 1000 - day) };
  }
  const start = from + (random(Math.round((to - from) / day) + 2) - 1) * day;
  if (random(8) === 0) return namedPeriod(dateOf(start), weekStart, isOfDay(dateGroupings) ? 2 : 6, random);
  const length = isOfDay(dateGroupings) ? 0 : random(9);
  return { startDate: dateOf(start), endDate: dateOf(start + length * day) };
}

/** By minutes, where a day has many rows. */
function isOfDay(dateGroupings: string | undefined): boolean {
  return dateGroupings !== undefined && isFine(dateGroupings);
}

function namedPeriod(dateOverride: string, weekStart: WeekStart, of: number, random: Random) {
  const today = Temporal.PlainDate.from(dateOverride);
  const week = today.subtract({ days: (today.dayOfWeek - weekStart + 7) % 7 });
  const meanings = [
    ['today', today, today],
    ['yesterday', today.subtract({ days: 1 }), today.subtract({ days: 1 })],
    ['past7days', today.subtract({ days: 7 }), today.subtract({ days: 1 })],
    ['thisweek', week, week.add({ days: 6 })],
    ['lastweek', week.subtract({ days: 7 }), week.subtract({ days: 1 })],
    ['monthtodate', today.with({ day: 1 }), today],
  ] as const;
  const [relativeDate, start, end] = meanings[random(of)]!;
  return { startDate: start.toString(), endDate: end.toString(), named: { relativeDate, dateOverride } };
}

const day = 86_400;

function joining({ source, entityType, metrics }: Asked, random: Random): Partial<Asked> {
  const isSingle = metricsNamed(source, metrics).some(({ metric }) => 'disableAggregatingEntities' in metric);
  // The share of several spaces is in space-metrics.test.ts.
  if (isSingle || metrics.some((word) => /^pctcapacity|^target/.test(word))) return {};
  const byField = entityType !== 'organization' && random(8) === 0;
  return {
    ...(random(6) === 0 && { aggregate: true }),
    ...(byField && { metaProperty: 'Region', ...(random(3) === 0 && { metaValue: 'North' }) }),
  };
}

function comparing(asked: Asked, places: Places, random: Random): Partial<Asked> {
  switch (random(8)) {
    case 0:
    case 1:
      return {
        previousPeriod: previousPeriods[random(previousPeriods.length)]!,
        likeForLike: random(2) === 0,
        ...(random(4) === 0 && beside(asked, places, random)),
      };
    case 2:
      return { trendComparison: 1 + random(3) };
    case 3:
      return beside(asked, places, random);
    default:
      return {};
  }
}

function beside(asked: Asked, places: Places, random: Random): Partial<Asked> {
  return asked.entityType === 'organization' ? {} : { others: othersFor(asked, places, random) };
}

function othersFor({ source, entityType, metrics }: Asked, places: Places, random: Random): Others {
  const all = places.entities.filter((entity) => entity.entityType === entityType).map(({ entityId }) => entityId);
  const allowed = comparisonAggregations.filter((how) =>
    metricsNamed(source, metrics).every(({ metric }) => comparisonAggregationsOf(metric).includes(how)),
  );
  const how = random(3) === 0 ? {} : { comparisonAggregation: allowed[random(allowed.length)] };
  switch (random(3)) {
    case 0:
      return { ...how, isAllComparison: true };
    case 1:
      return { ...how, comparisonMetaName: 'Region', comparisonMetaValue: 'South' };
    default:
      return { ...how, comparisonEntityIds: ids([0, 1, 2].map(() => all[random(all.length)]!)) };
  }
}

/** By time, by a column, or as it comes; all rows or the first ones. */
function ordering(asked: Asked, random: Random): Partial<Asked> {
  const { source, dateGroupings, metrics, entityType, aggregate, metaProperty } = asked;
  if (dateGroupings === undefined) return {};
  const limit = random(6) === 0 ? { limit: 1 + random(30) } : {};
  const { column } = metricsNamed(source, metrics)[0]!;
  // Local dates without a zone name a repeated hour twice.
  const mayRepeat = entityType === 'organization' || aggregate === true || metaProperty !== undefined;
  const byColumn = !(mayRepeat && /^(minute|hour)/.test(dateGroupings));
  switch (random(8)) {
    case 0:
      return { ...limit, order: ['-recordDate'] };
    case 1:
      return byColumn ? { ...limit, order: [`-${column}`, 'name'] } : limit;
    case 2:
      return byColumn ? { ...limit, order: ['name', column] } : limit;
    default:
      return limit;
  }
}

function dateOf(second: number): string {
  return new Date(second * 1000).toISOString().slice(0, 10);
}

function ids(list: readonly string[]): string[] {
  return [...new Set(list)];
}
