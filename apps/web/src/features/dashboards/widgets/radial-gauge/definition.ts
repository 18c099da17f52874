import { IconChartDonut4 } from '@tabler/icons-react';
import type { CardDefinition } from '../definition.ts';
import { sampleReading } from '../sample-reading.ts';
import { ringTable } from './table.ts';

export const card: CardDefinition<'live'> = {
  type: 'radial-gauge',
  group: 'Live',
  label: 'Radial gauge',
  text: 'A live number as a ring that is full at a goal or at the capacity.',
  icon: IconChartDonut4,
  dataOptions: { dataSourceType: 'traffic', entityType: 'space', metrics: ['occupancy'], isRealTime: true },
  clientOptions: { popConfig: true },
  asks: 'live',
  sources: ['traffic', 'occupancy'],
  table: ringTable,
  sections: ['one-entity', 'own', 'format'],
  sample: sampleReading,
  load: () => import('./RadialGaugeCard.tsx'),
  loadForm: () => import('./Form.tsx'),
};
