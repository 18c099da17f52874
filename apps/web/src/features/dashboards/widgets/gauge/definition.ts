import { type Source, sourceNames, sources } from '@atrium/metrics/sources';
import { IconGauge } from '@tabler/icons-react';
import type { CardDefinition } from '../definition.ts';
import { sampleLastReading } from '../sample-last-reading.ts';
import { readingTable } from './table.ts';

export const card: CardDefinition<'last-reading'> = {
  type: 'gauge',
  group: 'Live',
  label: 'Gauge',
  text: 'The last reading of one place on a dial that grows with it.',
  icon: IconGauge,
  dataOptions: { dataSourceType: 'traffic', entityType: 'location', metrics: ['ins'], lastReading: true },
  clientOptions: { popConfig: true },
  asks: 'last-reading',
  sources: sourceNames.filter((name) => (sources[name] as Source).withoutLastReading === undefined),
  maxMetrics: () => 1,
  table: readingTable,
  sections: ['source', 'metrics', 'one-entity', 'format'],
  sample: sampleLastReading('traffic', 'Main entrance', { sumins: 342 }),
  load: () => import('./GaugeCard.tsx'),
};
