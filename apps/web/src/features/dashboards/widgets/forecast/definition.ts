import { withSource, type Question } from '@atrium/metrics/question';
import { IconChartAreaLine } from '@tabler/icons-react';
import { chartSections, type CardDefinition } from '../definition.ts';
import { sampleRows } from '../sample.ts';

const absent = new Set(['source', 'comparison']);

/** Always of the forecast, and with the bounds that make its band. */
function withBand(question: Question): Question {
  const own = withSource(question, 'forecasted_traffic');
  const [first = 'ins'] = own.metrics;
  const metric = first.includes('outs') ? 'outs' : 'ins';
  return { ...own, metrics: [metric, `low${metric}`, `high${metric}`], comparison: null, others: null };
}

export const card: CardDefinition<'question'> = {
  type: 'forecast',
  group: 'Charts',
  label: 'Forecast',
  text: 'How many people are expected, with the band that four of five days stay in.',
  icon: IconChartAreaLine,
  dataOptions: {
    dataSourceType: 'forecasted_traffic',
    metrics: ['ins'],
    relativeDate: 'next7days',
    dateGroupings: 'day',
  },
  clientOptions: { popConfig: true },
  asks: 'question',
  isOverTime: true,
  adjust: withBand,
  sources: ['forecasted_traffic'],
  maxMetrics: () => 1,
  sections: chartSections.filter((section) => !absent.has(section)),
  sample: sampleRows({ source: 'forecasted_traffic', question: { metrics: ['ins', 'lowins', 'highins'] } }),
  load: () => import('./ForecastCard.tsx'),
};
