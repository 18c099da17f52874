import { IconTable } from '@tabler/icons-react';
import { chartSections, type CardDefinition } from '../definition.ts';
import { sampleRows } from '../sample.ts';

export const card: CardDefinition<'question'> = {
  type: 'table',
  group: 'Charts',
  label: 'Table',
  text: 'Every row of an answer, to sort and to filter.',
  icon: IconTable,
  dataOptions: { inputFormatType: 'locationTraffic', relativeDate: 'past7days', dateGroupings: 'day' },
  clientOptions: { popConfig: true, widgetOptions: { sortable: true, filterable: true } },
  asks: 'question',
  sections: ['own', ...chartSections, 'order', 'details'],
  sample: sampleRows({ places: 3, question: { metrics: ['ins', 'outs'] } }),
  load: () => import('./TableCard.tsx'),
  loadForm: () => import('./Form.tsx'),
};
