import { metricWords } from '@atrium/metrics/catalog';
import { type SourceName, sourceNames, sources } from '@atrium/metrics/sources';
import type { Places, Random } from './books.ts';
import type { Asked } from './asked.ts';

const groupings = [
  'minute',
  'minute(5)',
  'minute(60)',
  'hour',
  'hour(2)',
  'hour(5)',
  'day',
  'week',
  'isoweek',
  'month',
  'year',
  'weekday',
  'weekday,hour',
];

/** What is forecast or computed is compared in source-boundaries.test.ts. */
const others: readonly SourceName[] = ['forecasted_traffic', 'visit_duration', 'expected_wait_time'];
const askedSources = sourceNames.filter((name) => !others.includes(name));

/** Others are combinations of these. */
const askedTypes = ['location', 'site', 'sensor', 'zone', 'space'] as const;

/** A question about anything, somewhere in and around the days that have readings. */
export function randomQuestion({ books, locations, from, to }: Places, random: Random): Asked {
  const one = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const source = one(askedSources);
  const types: readonly string[] = sources[source].entityTypes;
  // Traffic of spaces has tests of its own.
  const entityType = one(
    askedTypes.filter((type) => types.includes(type) && (type !== 'space' || source === 'occupancy')),
  );
  const idsOf = {
    location: locations.map(({ locationId }) => locationId),
    site: ids(books.map(({ zone }) => zone?.siteId)),
    sensor: ids(books.map(({ zone }) => zone?.sensorId)),
    zone: ids(books.map(({ zone }) => zone?.zoneId)),
    space: ids(books.map(({ space }) => space?.spaceId)),
  };
  const entityIds = ids([one(idsOf[entityType]), ...(random(2) === 0 ? [one(idsOf[entityType])] : [])]);
  const days = Math.round((to - from) / 86_400) + 2;
  const start = from + (random(days) - 1) * 86_400;
  const dateGroupings = random(5) === 0 ? undefined : one(groupings);
  const length = random(dateGroupings === 'minute(5)' ? 2 : 12);
  const parameters: readonly string[] = sources[source].parameters;
  // The share of several spaces is in space-metrics.test.ts.
  const words = metricWords(source).filter((word) => entityType === 'space' || !/^pctcapacity|^target/.test(word));
  return {
    source,
    entityType,
    entityIds,
    startDate: day(start),
    endDate: day(start + length * 86_400),
    dateGroupings,
    metrics: ids(Array.from({ length: 1 + random(3) }, () => one(words))),
    excludeClosedHours: random(3) === 0,
    countFilter: parameters.includes('countFilter') && random(4) === 0 ? one([0, 2, 5]) : undefined,
  };
}

function day(second: number): string {
  return new Date(second * 1000).toISOString().slice(0, 10);
}

function ids(list: readonly (string | undefined)[]): string[] {
  return [...new Set(list.flatMap((id) => id ?? []))];
}
