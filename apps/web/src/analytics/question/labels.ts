import { groupingRules } from '@atrium/calendar/groupings';
import { type PreviousPeriod, previousPeriodLabels } from '@atrium/calendar/previous-period-kinds';
import type { AskedMetric, Metric } from '@atrium/metrics/catalog';
import { type Written, writtenIn } from '../../format/numbers.ts';
import { type GroupingChoice, isAlike, type Question } from '@atrium/metrics/question';
import { texts } from './texts.ts';

/** `Ins`, `Ins, highest`: the usual aggregation of a metric goes without saying. */
export function metricLabel({ metric, aggregation }: AskedMetric): string {
  if (aggregation === undefined || aggregation === metric.aggregations[0]) return metric.label;
  return `${metric.label}, ${texts.aggregations[aggregation]}`;
}

/** `Same period last year`, `Same period last year, like for like`. */
export function earlierLabel(period: PreviousPeriod, question: Pick<Question, 'comparison' | 'isLikeForLike'>): string {
  const label = previousPeriodLabels[period];
  return isAlike(question) ? texts.likeForLike(label) : label;
}

/** `Day`, `Every 15 minutes`. */
export function groupingLabel({ grouping, step }: Pick<GroupingChoice, 'grouping' | 'step'>): string {
  const { label } = groupingRules[grouping];
  return step === 1 ? label : texts.everyStep(step, label);
}

/** The format of the values in a column: the average of whole numbers has a fraction. */
export function columnFormat({ metric, aggregation }: AskedMetric): { format: Metric['format']; decimals?: number } {
  const isMean = aggregation === 'avg' || aggregation === 'median' || aggregation === 'trimmedmean';
  return metric.format === 'integer' && isMean ? { format: 'decimal', decimals: 1 } : { format: metric.format };
}

/** In a chosen format, or that of the metric. */
export function writtenMetric(asked: AskedMetric, currency: string, chosen?: string): Written {
  const { format, ...options } = columnFormat(asked);
  return chosen === undefined ? writtenIn(format, { ...options, currency }) : writtenIn(chosen, { currency });
}

export function metricFormatter(...asked: Parameters<typeof writtenMetric>): Written['format'] {
  return writtenMetric(...asked).format;
}
