import { IconNumber123 } from '@tabler/icons-react';
import type { CardDefinition } from '../definition.ts';

export const card: CardDefinition<'nothing'> = {
  type: 'value',
  group: 'Numbers',
  label: 'Value',
  text: 'One number.',
  icon: IconNumber123,
  dataOptions: {},
  clientOptions: { popConfig: true },
  asks: 'nothing',
  sections: [],
  sample: undefined,
  load: () => import('./ValueCard.tsx'),
};
