import {
  type Fold,
  folds,
  type Grouping,
  type GroupingStep,
  groupings,
  parseGrouping,
} from '@atrium/calendar/groupings';
import { InvalidPeriod } from '@atrium/calendar/invalid-period';
import { futureDates, type RelativeDate, relativeDates } from '@atrium/calendar/relative-dates';
import { sourceCapabilities } from './source-capabilities.ts';

/** The entity types of queries, widest first. */
export const entityTypes = ['organization', 'location', 'site', 'sensor', 'zone', 'space'] as const;
export type EntityType = (typeof entityTypes)[number];

/** Parameters of data calls that only some sources have. */
export const sourceParameters = [
  'excludeClosedHours',
  'countFilter',
  'countApplication',
  'waitLineLength',
  'expectedWaitTime',
] as const;
export type SourceParameter = (typeof sourceParameters)[number];

/** Parameters of a last reading that add a column to it. */
export const lastReadingColumns = { waitLineLength: 'waitlinelength', expectedWaitTime: 'expectedwaittime' } as const;

/** The origin of metrics: one call for rows over time, one for a single value, and what both allow. */
export interface Source {
  readonly label: string;
  readonly path: string;
  /** Alternative spellings of the path. */
  readonly aliases?: readonly string[];
  /** The capability that it requires, or any one of several; the contract checks the names. */
  readonly capability: string | readonly string[];
  readonly entityTypes: readonly EntityType[];
  /** Zones with this count application are asked, unless a query names another. */
  readonly countApplication: number;
  /** The shortest meaningful bucket. */
  readonly finestSeconds: number;
  readonly groupings: readonly (Grouping | Fold)[];
  /** How far beyond today it can answer. */
  readonly futureDays: number;
  /** A newest reading that is older is no longer live. */
  readonly freshSeconds: number;
  readonly parameters: readonly SourceParameter[];
  /** Those that it takes without effect. */
  readonly ignored?: readonly SourceParameter[];
  /** Why it has no last reading; it has one when absent. */
  readonly withoutLastReading?: string;
  /** Entity types that lists offer to jobs only; its calls accept them from everyone. */
  readonly jobEntityTypes?: readonly EntityType[];
}

const everyGrouping = [...groupings, ...folds];
const ofLocations = ['organization', 'location'] as const;
const ofZones = ['organization', 'location', 'site', 'sensor', 'zone'] as const;
const live = { finestSeconds: 60, groupings: everyGrouping, futureDays: 0, freshSeconds: 5 * 60 } as const;
const filters = ['countFilter', 'countApplication'] as const;
const parameters = ['excludeClosedHours', ...filters] as const;
/** Files bring sales and shifts once a day. */
const imported = {
  ...live,
  entityTypes: ofLocations,
  countApplication: 1,
  freshSeconds: 2 * 86_400,
  withoutLastReading: 'Sales and shifts arrive in files: ask for a period, such as today.',
  parameters,
} as const;

/** All sources, by name. */
export const sources = {
  traffic: {
    ...live,
    countApplication: 1,
    parameters,
    label: 'Traffic',
    path: '/api/data/traffic',
    capability: sourceCapabilities.traffic,
    entityTypes,
  },
  forecasted_traffic: {
    ...live,
    label: 'Forecasted traffic',
    path: '/api/data/forecasted_traffic',
    aliases: ['/api/data/forecasted-traffic'],
    capability: sourceCapabilities.forecasted_traffic,
    entityTypes: ['organization', 'location', 'zone'],
    countApplication: 1,
    futureDays: 28,
    freshSeconds: 36 * 3600,
    withoutLastReading: 'A forecast is not read by a sensor.',
    parameters,
    ignored: filters,
  },
  gender: {
    ...live,
    countApplication: 1,
    parameters,
    label: 'Gender',
    path: '/api/data/gender',
    capability: sourceCapabilities.gender,
    entityTypes: ofZones,
  },
  pos: { ...imported, label: 'Sales', path: '/api/data/pos', capability: sourceCapabilities.pos, ignored: filters },
  trafficpos: {
    ...imported,
    label: 'Traffic and sales',
    path: '/api/data/trafficpos',
    capability: sourceCapabilities.trafficpos,
  },
  labor: { ...imported, label: 'Labor', path: '/api/data/labor', capability: sourceCapabilities.labor },
  queue: {
    ...live,
    label: 'Queues',
    path: '/api/data/queue',
    capability: sourceCapabilities.queue,
    entityTypes: ofZones,
    countApplication: 5,
    parameters,
  },
  service: {
    ...live,
    label: 'Service',
    path: '/api/data/service',
    capability: sourceCapabilities.service,
    entityTypes: ofZones,
    countApplication: 6,
    parameters,
  },
  occupancy: {
    ...live,
    label: 'Occupancy',
    path: '/api/data/occupancy',
    capability: sourceCapabilities.occupancy,
    entityTypes: ['organization', 'location', 'space'],
    jobEntityTypes: ['location'],
    countApplication: 1,
    parameters,
    ignored: filters,
  },
  zone_occupancy: {
    ...live,
    label: 'Zone occupancy',
    path: '/api/data/zone-occupancy',
    aliases: ['/api/data/zone_occupancy'],
    capability: sourceCapabilities.zone_occupancy,
    entityTypes: ['organization', 'location', 'zone'],
    countApplication: 8,
    parameters,
  },
  visit_duration: {
    ...live,
    label: 'Visit duration',
    path: '/api/data/visit-duration',
    aliases: ['/api/data/visit_duration'],
    capability: sourceCapabilities.visit_duration,
    entityTypes: ['location', 'space'],
    countApplication: 1,
    groupings: ['day', 'week', 'isoweek', 'month', 'year', 'weekday'],
    freshSeconds: 2 * 86_400,
    withoutLastReading: 'Visits are known when their day is over.',
    parameters,
    ignored: parameters,
  },
  expected_wait_time: {
    ...live,
    label: 'Expected wait time',
    path: '/api/data/expected-wait-time',
    aliases: ['/api/data/expected_wait_time'],
    capability: sourceCapabilities.expected_wait_time,
    entityTypes: ['space'],
    countApplication: 1,
    parameters: [...parameters, 'waitLineLength', 'expectedWaitTime'],
    ignored: filters,
  },
} as const satisfies Record<string, Source>;

export type SourceName = keyof typeof sources;
export const sourceNames = Object.keys(sources) as SourceName[];

export function relativeDatesOf({ futureDays }: Pick<Source, 'futureDays'>): readonly RelativeDate[] {
  return futureDays > 0 ? [...relativeDates, ...futureDates] : relativeDates;
}

/** Unless a query names one. */
export function defaultGrouping({ groupings: allowed }: Source): Grouping {
  return allowed.includes('hour') ? 'hour' : 'day';
}

/** Parses a grouping and refuses one that the source does not have. */
export function groupingOf({ label, groupings: allowed, finestSeconds }: Source, text: string): GroupingStep {
  const asked = parseGrouping(text);
  if (!allowed.includes(asked.fold ?? asked.grouping))
    throw new InvalidPeriod('dateGroupings', `${label} can be grouped by ${allowed.join(', ')}.`);
  if (asked.grouping === 'minute' && asked.step * 60 < finestSeconds)
    throw new InvalidPeriod('dateGroupings', `${label} has no buckets shorter than ${finestSeconds / 60} minutes.`);
  return asked;
}

/** The entity types to choose from. */
export function offeredEntityTypes({ entityTypes: all, jobEntityTypes = [] }: Source, isJob: boolean): EntityType[] {
  return all.filter((type) => isJob || !jobEntityTypes.includes(type));
}
