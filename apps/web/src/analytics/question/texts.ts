import { aggregationWords } from '@atrium/metrics/aggregations';
import type { EntityType } from '@atrium/metrics/sources';
import type { QuestionPart } from '@atrium/metrics/address-words';

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
  aggregations: aggregationWords,
  entityTypes,
  parts,
  weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  everyStep: (step: number, unit: string) => `Every ${step} ${unit.toLowerCase()}s`,
  /** A label of a window comes from the server: `3 ago`. */
  window: (name: string, label: string) => `${name}, ${label}`,
  band: '80% band',
  othersBy: (name: string, aggregation: string) => `${name}, ${aggregation}`,
  fail: (source: string) => `Unable to get ${source.toLowerCase()} data`,
  inProgress: 'Still counting',
  noData: 'No data received',
  partial: (name: string, text: string) => `${name}: ${text}`,
} as const;
