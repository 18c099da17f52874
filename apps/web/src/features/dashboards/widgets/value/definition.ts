import { whyNotTogether } from '@atrium/metrics/exclusions';
import { isTrend, type Question } from '@atrium/metrics/question';
import type { WidgetQuery } from '@atrium/rules/widget-query';
import { IconNumbers } from '@tabler/icons-react';
import type { CardDefinition } from '../definition.ts';
import { sampleTotals } from '../sample.ts';

/** Several places become one value where they can. Those with one value of a custom field already are. */
function asOne(question: Question, { metaValue }: WidgetQuery['more']): Question {
  const { comparison, entityType, rows } = question;
  const isOne = entityType === 'organization' || rows.kind === 'all' || metaValue !== undefined;
  const isTogether = !isOne && whyNotTogether(question) === null;
  return {
    ...question,
    comparison: isTrend(comparison) ? null : comparison,
    rows: isTogether && question.entityIds.length !== 1 ? { kind: 'all' } : rows,
  };
}

export const card: CardDefinition<'question'> = {
  type: 'value',
  group: 'Numbers',
  label: 'Single value',
  text: 'One number, and how it differs from an earlier period or from other places.',
  icon: IconNumbers,
  dataOptions: {
    dataSourceType: 'traffic',
    metrics: ['ins'],
    relativeDate: 'today',
    previousPeriod: 'sameperiodlastweek',
  },
  clientOptions: { popConfig: true },
  asks: 'question',
  call: 'total',
  adjust: asOne,
  sections: ['source', 'metrics', 'entities', 'period', 'comparison', 'closed-hours', 'filters', 'format', 'refresh'],
  sample: sampleTotals({ question: { rows: { kind: 'all' }, comparison: 'previousperiod' } }),
  load: () => import('./ValueCard.tsx'),
};
