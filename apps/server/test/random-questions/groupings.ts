import { offeredGroupings, parseGrouping } from '@atrium/calendar/groupings';

/** What questions of tests are grouped by: all that is offered, and steps that fit neither hours nor weeks. */
export const askedGroupings: readonly string[] = [
  ...offeredGroupings,
  'minute',
  'minute(45)',
  'minute(60)',
  'hour(2)',
  'hour(5)',
  'hour(6)',
  'day(3)',
  'week(2)',
];

/** Those without steps of whole days: where a date is skipped, they begin elsewhere. */
export const groupingsAround: readonly string[] = askedGroupings.filter((text) => !/^(day|week)\(/.test(text));

/** One of each unit and kind of step. */
export const fewGroupings: readonly string[] = groupingsAround.filter(
  (text) => !isFine(text) && !['minute(30)', 'minute(60)', 'hour(2)', 'hour(5)'].includes(text),
);

export function isFine(text: string): boolean {
  const { grouping, step } = parseGrouping(text);
  return grouping === 'minute' && step < 30;
}
