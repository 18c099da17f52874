import type { ComparisonAggregation } from '@atrium/metrics/aggregations';
import type { EntityType } from '@atrium/metrics/sources';
import type { DataQuestion } from './plan.ts';

/** The parameters of the data calls of any source. */
export interface TotalQuery extends Pick<
  DataQuestion,
  'relativeDate' | 'startDate' | 'endDate' | 'dateOverride' | 'previousPeriod' | 'likeForLike'
> {
  readonly entityType: EntityType;
  readonly entityIds?: readonly string[] | undefined;
  /** The kind and the id of the entity that the entities are parts of. */
  readonly partsOf?: string | undefined;
  /** All entities in one row. */
  readonly aggregate?: boolean | undefined;
  /** A custom field: one row for each of its values. */
  readonly metaProperty?: string | undefined;
  readonly metaValue?: readonly string[] | undefined;
  readonly metrics?: readonly string[] | undefined;
  readonly isComparison?: boolean | undefined;
  readonly isAllComparison?: boolean | undefined;
  readonly comparisonMetaName?: string | undefined;
  readonly comparisonMetaValue?: string | undefined;
  readonly comparisonEntityIds?: readonly string[] | undefined;
  readonly comparisonAggregation?: ComparisonAggregation | undefined;
  readonly trendComparison?: number | undefined;
  readonly excludeClosedHours?: boolean | undefined;
  readonly countFilter?: number | undefined;
  readonly countApplication?: number | undefined;
  /** The newest values instead of those of a period. */
  readonly lastReading?: boolean | undefined;
  readonly waitLineLength?: boolean | undefined;
  readonly expectedWaitTime?: boolean | undefined;
  /** Where the figures come from. */
  readonly explain?: boolean | undefined;
  /** Of a total: for averages and extremes over buckets. */
  readonly dateGroupings?: string | undefined;
}

export interface DetailQuery extends TotalQuery {
  readonly dateGroupings: string;
  readonly order?: readonly string[] | undefined;
  readonly limit?: number | undefined;
  /** Ancestors that a row names. */
  readonly include?: readonly string[] | undefined;
  /** Custom fields that a row shows; `*` for all. */
  readonly meta?: readonly string[] | undefined;
}
