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

/** The occupancy of spaces follows from counts: its tests are in space-occupancy.test.ts. */
const askedSources = sourceNames.filter((name): name is Exclude<SourceName, 'occupancy'> => name !== 'occupancy');

/** Others are combinations of these. */
const askedTypes = ['location', 'site', 'sensor', 'zone'] as const;

/** A question about anything, somewhere in and around the days that have readings. */
export function randomQuestion({ books, locations, from, to }: Places, random: Random): Asked {
  const one = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const source = one(askedSources);
  const types: readonly string[] = sources[source].entityTypes;
  const entityType = one(askedTypes.filter((type) => types.includes(type)));
  const idsOf = {
    location: locations.map(({ locationId }) => locationId),
    site: ids(books.map(({ zone }) => zone?.siteId)),
    sensor: ids(books.map(({ zone }) => zone?.sensorId)),
    zone: ids(books.map(({ zone }) => zone?.zoneId)),
  };
  const entityIds = ids([one(idsOf[entityType]), ...(random(2) === 0 ? [one(idsOf[entityType])] : [])]);
  const days = Math.round((to - from) / 86_400) + 2;
  const start = from + (random(days) - 1) * 86_400;
  const dateGroupings = random(5) === 0 ? undefined : one(groupings);
  const length = random(dateGroupings === 'minute(5)' ? 2 : 12);
  const parameters: readonly string[] = sources[source].parameters;
  const words = metricWords(source);
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
