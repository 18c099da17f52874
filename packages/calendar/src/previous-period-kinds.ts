/**
 * What a period is compared with, and how it is called. All of it happens on the wall clock, so that ten o'clock is
 * compared with ten o'clock on both sides of a clock change.
 *
 * - `previousperiod`: whole months go back by as many months; anything else by the whole days it takes to lie before
 *   the period. So today is compared with yesterday, and ten to two o'clock with the same hours of the day before.
 * - `sameperiodlastweek`: seven days back.
 * - `sameperiodlastyear`: the same dates one year back; 29 February becomes the 28th.
 *
 * Like for like (like-for-like.ts) they go back by whole weeks instead.
 */
export const previousPeriodLabels = {
  previousperiod: 'Previous period',
  sameperiodlastweek: 'Same period last week',
  sameperiodlastyear: 'Same period last year',
} as const;
export type PreviousPeriod = keyof typeof previousPeriodLabels;
export const previousPeriods = Object.keys(previousPeriodLabels) as PreviousPeriod[];
