import { IconGridDots } from '@tabler/icons-react';
import { chartSections, type CardDefinition } from '../definition.ts';
import { sampleWeek } from '../sample.ts';

const absent = new Set(['grouping', 'comparison']);

export const card: CardDefinition<'question'> = {
  type: 'heatmap',
  group: 'Charts',
  label: 'Heatmap',
  text: 'The busy and the quiet hours of a week.',
  icon: IconGridDots,
  dataOptions: {
    dataSourceType: 'traffic',
    metrics: ['ins'],
    aggregation: 'avg',
    relativeDate: 'past6weeks',
    dateGroupings: 'weekday,hour',
  },
  clientOptions: { popConfig: true },
  asks: 'question',
  adjust: (question) => ({ ...question, grouping: 'weekday,hour', comparison: null, others: null }),
  maxMetrics: () => 1,
  sections: chartSections.filter((section) => !absent.has(section)),
  sample: sampleWeek({}),
  load: () => import('./HeatmapCard.tsx'),
};
