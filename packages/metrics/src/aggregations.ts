/** How the values of a bucket, or of the buckets of a period, become one. */
export const aggregations = ['sum', 'avg', 'min', 'max', 'last', 'median', 'trimmedmean', 'total'] as const;
export type Aggregation = (typeof aggregations)[number];

/** Counts and amounts add up; the others are taken over the buckets of the grouping. */
export const ofSums = ['sum', 'avg', 'min', 'max'] as const satisfies readonly Aggregation[];
export const ofLevels = ['avg', 'min', 'max', 'last'] as const satisfies readonly Aggregation[];
export const ofSamples = ['avg', 'max', 'median', 'trimmedmean', 'total'] as const satisfies readonly Aggregation[];
/** A ratio of sums has one value. */
export const ofRatios = [] as const satisfies readonly Aggregation[];

/** How the values of several entities become one to compare with. Only counts and amounts have a sum. */
export const comparisonAggregations = ['avg', 'min', 'max', 'median', 'sum'] as const satisfies readonly Aggregation[];
export type ComparisonAggregation = (typeof comparisonAggregations)[number];

/** As part of a sentence: `Ins, highest`. */
export const aggregationWords: Record<Aggregation, string> = {
  sum: 'sum',
  avg: 'average',
  min: 'lowest',
  max: 'highest',
  last: 'last',
  median: 'median',
  trimmedmean: 'trimmed mean',
  total: 'total',
};
