import { IconChartBarPopular } from '@tabler/icons-react';
import { chartSections, type CardDefinition } from '../definition.ts';
import { sampleRows } from '../sample.ts';

export const card: CardDefinition<'question'> = {
  type: 'stacked',
  group: 'Charts',
  label: 'Stacked bars',
  text: 'The sum of several places, and what each of them adds to it.',
  icon: IconChartBarPopular,
  dataOptions: { dataSourceType: 'traffic', metrics: ['ins'], relativeDate: 'past7days', dateGroupings: 'day' },
  clientOptions: { popConfig: true },
  asks: 'question',
  isOverTime: true,
  // Bars on top of each other leave no room for a comparison.
  adjust: (question) => ({ ...question, comparison: null, others: null }),
  sections: chartSections.filter((section) => section !== 'comparison'),
  sample: sampleRows({ places: 3 }),
  load: () => import('./StackedCard.tsx'),
};
