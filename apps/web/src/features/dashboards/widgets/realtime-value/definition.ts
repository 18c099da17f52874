import { IconBroadcast } from '@tabler/icons-react';
import type { CardDefinition } from '../definition.ts';
import { sampleReading } from '../sample-reading.ts';
import { liveTable } from './table.ts';

export const card: CardDefinition<'live'> = {
  type: 'realtime-value',
  group: 'Live',
  label: 'Live number',
  text: 'Today’s visitors, the people inside or the length of a line, as they change.',
  icon: IconBroadcast,
  dataOptions: { dataSourceType: 'traffic', entityType: 'location', metrics: ['ins'], isRealTime: true },
  clientOptions: { popConfig: true },
  asks: 'live',
  showsAge: true,
  sources: ['traffic'],
  table: liveTable,
  sections: ['one-entity', 'own', 'format'],
  sample: sampleReading,
  load: () => import('./RealtimeValueCard.tsx'),
  loadForm: () => import('./Form.tsx'),
};
