import type { RelativeDate } from '@atrium/calendar/relative-dates';
import type { TotalQuery } from './data-query.ts';

/** As callers send it: some parameters follow from others. */
export type Sent<Query extends TotalQuery> = Omit<Query, 'relativeDate'> & {
  readonly relativeDate?: RelativeDate | undefined;
};

/**
 * Dates alone ask for a custom range, and others to compare with ask for a comparison. Where both are sent, the parameter wins
 * that says so: widgets keep the dates and the comparison that they had before.
 */
export function withImplied<Query extends TotalQuery>(query: Sent<Query>): Query {
  const { startDate, endDate } = query;
  const hasDates = startDate !== undefined || endDate !== undefined;
  const { relativeDate = hasDates ? 'custom' : 'today', isComparison = namesOthers(query) } = query;
  return { ...query, relativeDate, isComparison } as unknown as Query;
}

const ofComparison = ['isAllComparison', 'comparisonMetaName', 'comparisonMetaValue', 'comparisonEntityIds'] as const;

function namesOthers(query: Sent<TotalQuery>): boolean {
  return ofComparison.some((name) => query[name] !== undefined && query[name] !== false);
}
