import { aggregationWords, type ComparisonAggregation, comparisonAggregations } from './aggregations.ts';
import { comparisonAggregationsOf } from './catalog.ts';
import { askedMetrics, type Question } from './question.ts';

const why = {
  onlyOne: 'There is only one organization: choose another kind of place first.',
  together: (metric: string) => `${metric} has no value for several places together.`,
  allOthers: 'Your organization does not permit a comparison with all others.',
  aggregation: (metric: string, aggregation: string) => `${metric} of several places has no ${aggregation}.`,
} as const;

type Parts = Pick<Question, 'source' | 'metrics' | 'entityType'>;

/** Why entities cannot share rows; null where they can. */
export function whyNotTogether(question: Parts): string | null {
  if (question.entityType === 'organization') return why.onlyOne;
  const refused = askedMetrics(question).find(({ metric }) => metric.disableAggregatingEntities);
  return refused ? why.together(refused.metric.label) : null;
}

/** Why there are no other entities to compare with; null where there may be. */
export function whyNoOthers({ entityType }: Pick<Question, 'entityType'>): string | null {
  return entityType === 'organization' ? why.onlyOne : null;
}

/** Why all others cannot be chosen; null where they can. */
export function whyNotAllOthers(isPermitted: boolean): string | null {
  return isPermitted ? null : why.allOthers;
}

/** Why others cannot be combined in this way; null where they can. */
export function whyNotBy(question: Parts, aggregation: ComparisonAggregation): string | null {
  const refused = askedMetrics(question).find(({ metric }) => !comparisonAggregationsOf(metric).includes(aggregation));
  return refused ? why.aggregation(refused.metric.label, aggregationWords[aggregation]) : null;
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
