import type { Aggregation } from '@atrium/metrics/aggregations';
import type { EntityType } from '@atrium/metrics/sources';
import type { QuestionPart } from './address-words.ts';

const aggregations: Record<Aggregation, string> = {
  sum: 'sum',
  avg: 'average',
  min: 'lowest',
  max: 'highest',
  last: 'last',
  median: 'median',
  trimmedmean: 'trimmed mean',
  total: 'total',
};

const entityTypes: Record<EntityType, string> = {
  organization: 'Organization',
  location: 'Locations',
  site: 'Sites',
  sensor: 'Sensors',
  zone: 'Zones',
  space: 'Spaces',
};

const parts: Record<QuestionPart, string> = {
  source: 'the data source',
  metrics: 'the metrics',
  entities: 'the places',
  period: 'the dates',
  grouping: 'the grouping',
  comparison: 'the comparison',
  rows: 'the rows',
  others: 'the others to compare with',
  openHours: 'the opening hours',
};

export const texts = {
  aggregations,
  entityTypes,
  parts,
  weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  everyStep: (step: number, unit: string) => `Every ${step} ${unit.toLowerCase()}s`,
  /** A label of a window comes from the server: `3 ago`. */
  window: (name: string, label: string) => `${name}, ${label}`,
  band: '80% band',
  othersBy: (name: string, aggregation: string) => `${name}, ${aggregation}`,
  excluded: {
    onlyOne: 'There is only one organization: choose another kind of place first.',
    together: (metric: string) => `${metric} has no value for several places together.`,
    allOthers: 'Your organization does not permit a comparison with all others.',
    aggregation: (metric: string, aggregation: string) => `${metric} of several places has no ${aggregation}.`,
  },
  fail: (source: string) => `Unable to get ${source.toLowerCase()} data`,
  inProgress: 'Still counting',
  noData: 'No data received',
  partial: (name: string, text: string) => `${name}: ${text}`,
} as const;
