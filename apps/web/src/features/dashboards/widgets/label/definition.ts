import { IconLetterT } from '@tabler/icons-react';
import type { CardDefinition } from '../definition.ts';

export const card: CardDefinition<'nothing'> = {
  type: 'label',
  group: 'Other',
  label: 'Label',
  text: 'A heading for a part of the dashboard.',
  icon: IconLetterT,
  dataOptions: {},
  clientOptions: { widgetOptions: { label: 'Heading' } },
  asks: 'nothing',
  sections: ['own'],
  sample: undefined,
  load: () => import('./LabelCard.tsx'),
  loadForm: () => import('./Form.tsx'),
};
