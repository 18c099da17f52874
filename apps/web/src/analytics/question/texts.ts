import type { Aggregation } from '@atrium/metrics/aggregations';
import type { EntityType } from '@atrium/metrics/sources';
import type { QuestionPart } from './question-address.ts';

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
  openHours: 'the opening hours',
};

export const texts = {
  aggregations,
  entityTypes,
  parts,
  weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  everyStep: (step: number, unit: string) => `Every ${step} ${unit.toLowerCase()}s`,
  fail: (source: string) => `Unable to get ${source.toLowerCase()} data`,
  inProgress: 'Still counting',
  noData: 'No data received',
  partial: (name: string, text: string) => `${name}: ${text}`,
} as const;
