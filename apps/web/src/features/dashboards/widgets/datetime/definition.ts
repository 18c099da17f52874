import { IconClock } from '@tabler/icons-react';
import type { CardDefinition } from '../definition.ts';

export const card: CardDefinition<'nothing'> = {
  type: 'datetime',
  group: 'Other',
  label: 'Date and time',
  text: 'The time of day or the date, here or at one of your locations.',
  icon: IconClock,
  dataOptions: { entityType: 'location' },
  clientOptions: {},
  asks: 'nothing',
  sections: ['own'],
  sample: undefined,
  load: () => import('./DatetimeCard.tsx'),
  loadForm: () => import('./Form.tsx'),
};
