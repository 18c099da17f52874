/** The search parameters of a question: those of the data call, and its source. */
export const addressWords = [
  'source',
  'metrics',
  'entityType',
  'entityIds',
  'aggregate',
  'metaProperty',
  'relativeDate',
  'startDate',
  'endDate',
  'dateGroupings',
  'previousPeriod',
  'likeForLike',
  'trendComparison',
  'isComparison',
  'isAllComparison',
  'comparisonEntityIds',
  'comparisonMetaName',
  'comparisonMetaValue',
  'comparisonAggregation',
  'excludeClosedHours',
] as const;
export type QuestionAddress = { readonly [Word in (typeof addressWords)[number]]?: string };

/** The parts of a question that an address can get wrong. */
export type QuestionPart =
  | 'source'
  | 'metrics'
  | 'entities'
  | 'period'
  | 'grouping'
  | 'comparison'
  | 'rows'
  | 'others'
  | 'openHours';
