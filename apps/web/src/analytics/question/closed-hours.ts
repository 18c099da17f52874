import { secondsPerDay } from '@atrium/calendar/civil';
import { parseGrouping } from '@atrium/calendar/groupings';
import { dateOfDay } from '@atrium/calendar/opening-hours';
import { onlyLocationOf } from '../annotations/answer-annotations.ts';
import type { Answer, Bucket } from './answer.ts';

/** Opening hours that are asked for, and where they are drawn. */
export interface AskedHours {
  readonly locationId: string;
  readonly startDate: string;
  readonly endDate: string;
  /** The starts of the buckets and the end of the last one, epoch milliseconds. */
  readonly edges: readonly number[];
}

/** From the first day to the last one, for which opening hours can be asked at once. */
const maxDays = 61;

/** Whether its buckets are hours of a day, or shorter. */
export function isByClock({ question: { grouping: word } }: Pick<Answer, 'question'>): boolean {
  const { grouping, fold } = parseGrouping(word);
  return !fold && (grouping === 'hour' || grouping === 'minute');
}

/** The opening hours of an answer by the hour or finer; undefined where it is of several locations, too long, or has gaps. */
export function askedHours(answer: Answer): AskedHours | undefined {
  const { buckets, until } = answer;
  const locationId = onlyLocationOf(answer);
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (!isByClock(answer) || !locationId || !first || !last || until === undefined) return undefined;
  // Hours belong to the day they begin on: those of a night, to the day before.
  const [firstDay, lastDay] = [dayOf(first) - 1, dayOf(last)];
  const edges = [...buckets.map(({ start = 0 }) => start * 1000), until * 1000];
  if (lastDay - firstDay > maxDays || !isWithoutGaps(buckets) || !isAscending(edges)) return undefined;
  return { locationId, startDate: dateOfDay(firstDay), endDate: dateOfDay(lastDay), edges };
}

/** Of what a clock shows. */
function dayOf({ key }: Bucket): number {
  return Math.floor(key / secondsPerDay);
}

/** The largest rows of an answer are not beside each other in time. */
function isWithoutGaps(buckets: readonly Bucket[]): boolean {
  return buckets.every(({ end }, index) => index === buckets.length - 1 || end === buckets[index + 1]!.key);
}

/** The quarters of an hour that a clock shows twice take turns. */
function isAscending(edges: readonly number[]): boolean {
  return edges.every((edge, index) => index === 0 || edge > edges[index - 1]!);
}
