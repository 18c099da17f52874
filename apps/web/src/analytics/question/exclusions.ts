import { type ComparisonAggregation, comparisonAggregations } from '@atrium/metrics/aggregations';
import { comparisonAggregationsOf } from '@atrium/metrics/catalog';
import { askedMetrics, type Question } from './question.ts';
import { texts } from './texts.ts';

type Parts = Pick<Question, 'source' | 'metrics' | 'entityType'>;

/** Why entities cannot share rows; null where they can. */
export function whyNotTogether(question: Parts): string | null {
  if (question.entityType === 'organization') return texts.excluded.onlyOne;
  const refused = askedMetrics(question).find(({ metric }) => metric.disableAggregatingEntities);
  return refused ? texts.excluded.together(refused.metric.label) : null;
}

/** Why there are no other entities to compare with; null where there may be. */
export function whyNoOthers({ entityType }: Pick<Question, 'entityType'>): string | null {
  return entityType === 'organization' ? texts.excluded.onlyOne : null;
}

/** Why all others cannot be chosen; null where they can. */
export function whyNotAllOthers(isPermitted: boolean): string | null {
  return isPermitted ? null : texts.excluded.allOthers;
}

/** Why others cannot be combined in this way; null where they can. */
export function whyNotBy(question: Parts, aggregation: ComparisonAggregation): string | null {
  const refused = askedMetrics(question).find(({ metric }) => !comparisonAggregationsOf(metric).includes(aggregation));
  return refused ? texts.excluded.aggregation(refused.metric.label, texts.aggregations[aggregation]) : null;
}

/** The question without what its other parts exclude. */
export function withoutExcluded(question: Question, isAllPermitted: boolean): Question {
  const { others } = question;
  const isWithout = !others || whyNoOthers(question) || (others.kind === 'all' && whyNotAllOthers(isAllPermitted));
  const isRefused = others !== null && whyNotBy(question, others.aggregation) !== null;
  return {
    ...question,
    rows: question.rows.kind !== 'each' && whyNotTogether(question) ? { kind: 'each' } : question.rows,
    others: isWithout ? null : { ...others, ...(isRefused && { aggregation: comparisonAggregations[0] }) },
  };
}
