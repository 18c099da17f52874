import type { LiveRow } from '@atrium/contract/live-wall';
import { IconListDetails } from '@tabler/icons-react';
import type { CardDefinition } from '../definition.ts';
import { spacesTable } from './table.ts';

const now = '2026-03-02T20:00:00.000Z';
const space = (number: number, name: string, occupancy: number, maxCapacity: number, trend: number[]): LiveRow => ({
  entityType: 'space',
  entityId: `00000000-0000-4000-8000-00000000001${number}`,
  locationId: '00000000-0000-4000-8000-000000000001',
  name,
  isOpen: true,
  lastReadingAt: '2026-03-02T19:59:00.000Z',
  offline: 0,
  alarms: 0,
  occupancy,
  maxCapacity,
  percent: Math.round((occupancy / maxCapacity) * 100),
  stopped: false,
  trend,
});

export const card: CardDefinition<'places'> = {
  type: 'space-list',
  group: 'Live',
  label: 'List of spaces',
  text: 'The spaces of your locations with people inside, how full they are and the last hour.',
  icon: IconListDetails,
  dataOptions: { dataSourceType: 'occupancy', entityType: 'space', isRealTime: true },
  clientOptions: {},
  asks: 'places',
  sources: ['occupancy'],
  table: (_, values) => spacesTable(values),
  sections: ['entities'],
  sample: {
    orgId: '00000000-0000-4000-8000-000000000000',
    locations: new Map([['00000000-0000-4000-8000-000000000001', 'Central library']]),
    isChosen: false,
    now: Date.parse(now),
    rows: [
      space(1, 'Reading room', 78, 120, [40, 44, 52, 60, 58, 66, 70, 71, 74, 80, 79, 78]),
      space(2, 'Café', 31, 36, [12, 14, 18, 16, 22, 25, 24, 28, 30, 29, 32, 31]),
      space(3, 'Children’s library', 14, 60, [20, 22, 25, 24, 20, 18, 17, 16, 18, 15, 14, 14]),
      space(4, 'Auditorium', 212, 200, [90, 120, 150, 168, 180, 190, 196, 201, 205, 208, 210, 212]),
    ],
  },
  load: () => import('./SpaceListCard.tsx'),
};
