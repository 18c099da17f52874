import { IconMarkdown } from '@tabler/icons-react';
import type { CardDefinition } from '../definition.ts';

const example = `## Opening week

Compare each day with **the week before**.

- Doors open at *9 am*
- Guided tours at 11 am and 3 pm`;

export const card: CardDefinition<'nothing'> = {
  type: 'text',
  group: 'Other',
  label: 'Text',
  text: 'Notes with headings, lists, tables and links, written in Markdown.',
  icon: IconMarkdown,
  dataOptions: {},
  clientOptions: { popConfig: true, widgetOptions: { text: example } },
  asks: 'nothing',
  sections: ['own'],
  sample: undefined,
  load: () => import('./TextCard.tsx'),
  loadForm: () => import('./Form.tsx'),
};
