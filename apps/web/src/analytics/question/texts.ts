import { aggregationWords } from '@atrium/metrics/aggregations';
import type { EntityType, SourceName } from '@atrium/metrics/sources';
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

/** As failures name what could not be loaded. */
const dataNames: Record<SourceName, string> = {
  traffic: 'traffic',
  forecasted_traffic: 'forecasted traffic',
  gender: 'gender',
  pos: 'POS',
  trafficpos: 'traffic and POS',
  labor: 'labor',
  queue: 'queue',
  service: 'service',
  occupancy: 'occupancy',
  zone_occupancy: 'zone occupancy',
  visit_duration: 'visit duration',
  expected_wait_time: 'expected wait time',
};

export const texts = {
  aggregations: aggregationWords,
  entityTypes,
  parts,
  weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  likeForLike: (period: string) => `${period}, like for like`,
  everyStep: (step: number, unit: string) => `Every ${step} ${unit.toLowerCase()}s`,
  /** A label of a window comes from the server: `3 ago`. */
  window: (name: string, label: string) => `${name}, ${label}`,
  band: '80% band',
  rest: (count: number) => `${count} others`,
  othersBy: (name: string, aggregation: string) => `${name}, ${aggregation}`,
  fail: (source: SourceName) => `Unable to get ${dataNames[source]} data`,
  inProgress: 'Still counting',
  noData: 'No data received',
  partial: (name: string, text: string) => `${name}: ${text}`,
  asking: (seconds: number, waiting: number) => `Working on it… ${seconds} s${waitingText(waiting)}`,
  stop: 'Stop',
  stopped: { title: 'Stopped', text: 'You stopped this question before it was answered.' },
  askAgain: 'Ask again',
} as const;

function waitingText(waiting: number): string {
  if (waiting === 0) return '';
  if (waiting === 1) return '. 1 question of your organization is waiting.';
  return `. ${waiting} questions of your organization are waiting.`;
}
