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

/** The entity types of queries, widest first. */
export const entityTypes = ['organization', 'location', 'site', 'sensor', 'zone', 'space'] as const;
export type EntityType = (typeof entityTypes)[number];

/** What sensors measure and the store keeps: every metric is computed from these. */
export const baseFacts = ['ins', 'outs'] as const;
export type BaseFact = (typeof baseFacts)[number];

/** Parameters of data calls that only some sources have. */
export const sourceParameters = ['excludeClosedHours'] as const;
export type SourceParameter = (typeof sourceParameters)[number];

/** The origin of metrics: one call for rows over time, one for a single value, and what both allow. */
export interface Source {
  readonly label: string;
  readonly path: string;
  /** Alternative spellings of the path. */
  readonly aliases?: readonly string[];
  /** The capability that it requires; the contract checks the name. */
  readonly capability: string;
  readonly entityTypes: readonly EntityType[];
  /** The facts of its metrics. */
  readonly facts: readonly BaseFact[];
  /** The shortest meaningful bucket. */
  readonly finestSeconds: number;
  readonly groupings: readonly (Grouping | Fold)[];
  /** How far beyond today it can answer. */
  readonly futureDays: number;
  /** A newest reading that is older is no longer live. */
  readonly freshSeconds: number;
  readonly parameters: readonly SourceParameter[];
}

/** All sources, by name. */
export const sources = {
  traffic: {
    label: 'Traffic',
    path: '/api/data/traffic',
    capability: 'canViewTraffic',
    entityTypes,
    facts: ['ins', 'outs'],
    finestSeconds: 60,
    groupings: [...groupings, ...folds],
    futureDays: 0,
    freshSeconds: 5 * 60,
    parameters: ['excludeClosedHours'],
  },
} as const satisfies Record<string, Source>;

export type SourceName = keyof typeof sources;
export const sourceNames = Object.keys(sources) as SourceName[];

export function relativeDatesOf({ futureDays }: Pick<Source, 'futureDays'>): readonly RelativeDate[] {
  return futureDays > 0 ? [...relativeDates, ...futureDates] : relativeDates;
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
