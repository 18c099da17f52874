import { IconUsersGroup } from '@tabler/icons-react';
import type { CardDefinition } from '../definition.ts';
import { sampleReading } from '../sample-reading.ts';
import { fillTable } from './table.ts';

export const card: CardDefinition<'live'> = {
  type: 'occupancy-status',
  group: 'Live',
  label: 'Occupancy status',
  text: 'How full a space is now, and how many people may still enter.',
  icon: IconUsersGroup,
  dataOptions: { dataSourceType: 'occupancy', entityType: 'space', metrics: ['occupancy'], isRealTime: true },
  clientOptions: { popConfig: true },
  asks: 'live',
  showsAge: true,
  sources: ['occupancy'],
  table: (_, reading) => fillTable(reading),
  sections: ['one-entity'],
  sample: sampleReading,
  load: () => import('./OccupancyStatusCard.tsx'),
};
