/** The search parameters of a question: those of the data call, and its source. */
export const addressWords = [
  'source',
  'metrics',
  'entityType',
  'entityIds',
  'relativeDate',
  'startDate',
  'endDate',
  'dateGroupings',
  'previousPeriod',
  'excludeClosedHours',
] as const;
export type QuestionAddress = { readonly [Word in (typeof addressWords)[number]]?: string };
