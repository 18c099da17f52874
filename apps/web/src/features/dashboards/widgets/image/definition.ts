import { IconPhoto } from '@tabler/icons-react';
import type { CardDefinition } from '../definition.ts';

export const card: CardDefinition<'nothing'> = {
  type: 'image',
  group: 'Other',
  label: 'Image',
  text: 'A logo, a photo or a plan, uploaded or from the web.',
  icon: IconPhoto,
  dataOptions: {},
  clientOptions: { popConfig: true, widgetOptions: { imageType: 'attachment', image: '' } },
  asks: 'nothing',
  sections: ['own'],
  sample: undefined,
  load: () => import('./ImageCard.tsx'),
  loadForm: () => import('./Form.tsx'),
};
