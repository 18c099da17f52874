import { IconSpace } from '@tabler/icons-react';
import type { CardDefinition } from '../definition.ts';

export const card: CardDefinition<'nothing'> = {
  type: 'spacer',
  group: 'Other',
  label: 'Spacer',
  text: 'Empty room between other cards.',
  icon: IconSpace,
  dataOptions: {},
  clientOptions: {},
  asks: 'nothing',
  sections: [],
  sample: undefined,
  load: () => import('./SpacerCard.tsx'),
};
