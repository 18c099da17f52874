import { IconLink } from '@tabler/icons-react';
import type { CardDefinition } from '../definition.ts';

export const card: CardDefinition<'nothing'> = {
  type: 'link',
  group: 'Other',
  label: 'Link',
  text: 'Leads to another page of the product or to a website.',
  icon: IconLink,
  dataOptions: {},
  clientOptions: { popConfig: true, widgetOptions: { label: 'All locations', link: '#/app/locations' } },
  asks: 'nothing',
  sections: ['own'],
  sample: undefined,
  load: () => import('./LinkCard.tsx'),
  loadForm: () => import('./Form.tsx'),
};
