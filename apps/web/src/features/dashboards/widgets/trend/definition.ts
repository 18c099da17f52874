import { isTrend } from '@atrium/metrics/question';
import { IconTrendingUp } from '@tabler/icons-react';
import { chartSections, type CardDefinition } from '../definition.ts';
import { sampleRows } from '../sample.ts';

const defaultWindows = 4;

export const card: CardDefinition<'question'> = {
  type: 'trend',
  group: 'Charts',
  label: 'Trend',
  text: 'The newest period over several before it, the older the fainter.',
  icon: IconTrendingUp,
  dataOptions: {
    dataSourceType: 'traffic',
    metrics: ['ins'],
    relativeDate: 'past7days',
    dateGroupings: 'day',
    trendComparison: { isTrendComparison: true, nLength: defaultWindows },
  },
  clientOptions: { popConfig: true },
  asks: 'question',
  isOverTime: true,
  adjust: (question) =>
    isTrend(question.comparison) ? question : { ...question, comparison: { windows: defaultWindows } },
  sections: [...chartSections.filter((section) => section !== 'comparison'), 'trend'],
  sample: sampleRows({ question: { comparison: { windows: defaultWindows } } }),
  load: () => import('./TrendCard.tsx'),
};
