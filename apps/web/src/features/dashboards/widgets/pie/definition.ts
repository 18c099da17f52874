import { maxMetrics, type Question } from '@atrium/metrics/question';
import { IconChartDonut } from '@tabler/icons-react';
import { chartSections, type CardDefinition } from '../definition.ts';
import { sampleTotals } from '../sample.ts';

const absent = new Set(['grouping', 'comparison']);

/** The parts of one row are its metrics; several rows are parts themselves. */
function isOfOneRow({ entityType, entityIds, rows }: Question): boolean {
  return entityType === 'organization' || rows.kind === 'all' || entityIds.length === 1;
}

export const card: CardDefinition<'question'> = {
  type: 'pie',
  group: 'Charts',
  label: 'Pie chart',
  text: 'Which share each place, or each metric of one place, has of the whole.',
  icon: IconChartDonut,
  dataOptions: { dataSourceType: 'traffic', metrics: ['ins'], relativeDate: 'past7days' },
  clientOptions: { popConfig: true },
  asks: 'question',
  call: 'total',
  adjust: (question) => ({ ...question, comparison: null, others: null }),
  maxMetrics: (question) => (isOfOneRow(question) ? maxMetrics : 1),
  sections: chartSections.filter((section) => !absent.has(section)),
  sample: sampleTotals({ places: 3 }),
  load: () => import('./PieCard.tsx'),
};
