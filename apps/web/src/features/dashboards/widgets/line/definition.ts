import { IconChartLine } from '@tabler/icons-react';
import { chartSections, type CardDefinition } from '../definition.ts';
import { sampleRows } from '../sample.ts';

export const card: CardDefinition<'question'> = {
  type: 'line',
  group: 'Charts',
  label: 'Line chart',
  text: 'How values develop, with an earlier period or other places beside them.',
  icon: IconChartLine,
  dataOptions: { dataSourceType: 'traffic', metrics: ['ins'], relativeDate: 'past30days', dateGroupings: 'day' },
  clientOptions: { popConfig: true },
  asks: 'question',
  isOverTime: true,
  sections: chartSections,
  sample: sampleRows({ places: 2, days: 14 }),
  load: () => import('./LineCard.tsx'),
};
