import type { PreviousPeriod } from '@atrium/calendar/previous-period-kinds';
import type { RelativeDate } from '@atrium/calendar/relative-dates';
import type { ComparisonAggregation } from '@atrium/metrics/aggregations';
import type { EntityType, SourceName } from '@atrium/metrics/sources';

/** A question, with what the data calls can be asked for. */
export interface Asked {
  readonly source: SourceName;
  readonly entityType: EntityType;
  /** In this order; all that there are, by name, when empty. */
  readonly entityIds: readonly string[];
  /** Local dates, both included. */
  readonly startDate: string;
  readonly endDate: string;
  /** How the dates are asked for, if not one by one. */
  readonly named?: NamedDates | undefined;
  /** Undefined for a total. */
  readonly dateGroupings: string | undefined;
  readonly metrics: readonly string[];
  readonly excludeClosedHours: boolean;
  readonly countFilter?: number | undefined;
  readonly countApplication?: number | undefined;
  /** Several entities in one row: all of them, or those with the same value of a custom field. */
  readonly aggregate?: boolean | undefined;
  readonly metaProperty?: string | undefined;
  readonly metaValue?: string | undefined;
  readonly previousPeriod?: PreviousPeriod | undefined;
  readonly likeForLike?: boolean | undefined;
  readonly trendComparison?: number | undefined;
  readonly others?: Others | undefined;
  readonly order?: readonly string[] | undefined;
  readonly limit?: number | undefined;
}

/** What a relative date means on a day that replaces today. */
export interface NamedDates {
  readonly relativeDate: RelativeDate;
  readonly dateOverride: string;
}

/** The entities that the rows are compared with. */
export interface Others {
  readonly isAllComparison?: true;
  readonly comparisonMetaName?: string;
  readonly comparisonMetaValue?: string;
  readonly comparisonEntityIds?: readonly string[];
  readonly comparisonAggregation?: ComparisonAggregation | undefined;
}

export type Row = Record<string, number | string | null | undefined>;

/** As the data calls take it. */
export function queryOf({ others, named, startDate, endDate, ...asked }: Asked): Record<string, string> {
  const dates = named ?? { relativeDate: 'custom', startDate, endDate };
  const all = { ...asked, source: undefined, ...others, ...dates, ...(others && { isComparison: true }) };
  const given = Object.entries(all).filter(
    ([, value]) => value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
