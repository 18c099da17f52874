import { IconChartBar } from '@tabler/icons-react';
import { chartSections, type CardDefinition } from '../definition.ts';
import { sampleRows } from '../sample.ts';

export const card: CardDefinition<'question'> = {
  type: 'bar',
  group: 'Charts',
  label: 'Bar chart',
  text: 'Values side by side, by hour, day, week or month.',
  icon: IconChartBar,
  dataOptions: { dataSourceType: 'traffic', metrics: ['ins'], relativeDate: 'past7days', dateGroupings: 'day' },
  clientOptions: { popConfig: true },
  asks: 'question',
  isOverTime: true,
  sections: chartSections,
  sample: sampleRows({ places: 2 }),
  load: () => import('./BarCard.tsx'),
};
