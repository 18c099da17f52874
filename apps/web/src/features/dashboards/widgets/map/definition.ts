import { IconMap2 } from '@tabler/icons-react';
import type { CardDefinition } from '../definition.ts';
import type { PlacedValue } from '../values.ts';

const place = (number: number, name: string, latitude: number, longitude: number, value: number): PlacedValue => ({
  locationId: `00000000-0000-4000-8000-00000000000${number}`,
  name,
  latitude,
  longitude,
  value,
});

export const card: CardDefinition<'places'> = {
  type: 'map',
  group: 'Places',
  label: 'Map',
  text: 'All locations on a map, each with its value as a circle.',
  icon: IconMap2,
  dataOptions: { dataSourceType: 'traffic', entityType: 'location', metrics: ['ins'], relativeDate: 'today' },
  clientOptions: {},
  asks: 'places',
  sections: ['source', 'metrics', 'entities', 'period', 'closed-hours', 'refresh', 'own'],
  sample: {
    orgId: '',
    label: 'Ins',
    format: 'integer',
    unplaced: 0,
    rows: [],
    now: 0,
    locations: [
      place(1, 'Austin', 30.27, -97.74, 4210),
      place(2, 'Dallas', 32.78, -96.8, 2950),
      place(3, 'New Orleans', 29.95, -90.07, 1320),
      place(4, 'Denver', 39.74, -104.99, 1870),
      place(5, 'Atlanta', 33.75, -84.39, 880),
    ],
  },
  load: () => import('./MapCard.tsx'),
  loadForm: () => import('./Form.tsx'),
};
