import { secondsPerDay } from '@atrium/calendar/civil';
import { dateOfDay, dayOfDate } from '@atrium/calendar/opening-hours';
import { type Problem, problemIf } from './problem.ts';

/** Of one organization. */
export const maxAnnotations = 5_000;
/** Of one person among them. */
export const maxOwnAnnotations = 1_000;
export const maxAnnotationText = 200;
/** From the first to the last day of a range. */
export const maxAnnotationDays = 366;
/** Days before the first and after the last cannot be annotated. */
const firstDay = '2000-01-01';
const lastDay = '2099-12-31';

export const annotationTexts = {
  required: 'is required',
  day: 'Enter a day from 2000 to 2099 as YYYY-MM-DD.',
  order: 'The last day must not be before the first.',
  tooLong: `An annotation covers at most ${maxAnnotationDays} days.`,
  text: `Enter a text of 1 to ${maxAnnotationText} characters on one line.`,
  tooMany: `An organization has at most ${maxAnnotations.toLocaleString('en-US')} annotations. Delete some first.`,
  tooManyOwn: `You can have at most ${maxOwnAnnotations.toLocaleString('en-US')} annotations. Delete some of yours first.`,
  wholeOrganization: 'You can annotate your own locations, not the whole organization.',
} as const;

/** Local days of the location or of the organization, both included; the same twice for a single day. */
export interface AnnotatedDays {
  readonly startDate: string;
  readonly endDate: string;
}

export interface AnnotationValues extends AnnotatedDays {
  readonly text: string;
}

export function annotationProblems({ startDate, endDate, text }: AnnotationValues): Problem[] {
  const written = text.trim();
  const [first, last] = [dayOf(startDate), dayOf(endDate)];
  const days = first === undefined || last === undefined ? undefined : last - first + 1;
  return [
    ...problemIf(startDate === '', 'startDate', annotationTexts.required),
    ...problemIf(startDate !== '' && first === undefined, 'startDate', annotationTexts.day),
    ...problemIf(last === undefined, 'endDate', annotationTexts.day),
    ...problemIf(days !== undefined && days < 1, 'endDate', annotationTexts.order),
    ...problemIf(days !== undefined && days > maxAnnotationDays, 'endDate', annotationTexts.tooLong),
    ...problemIf(
      written === '' || written.length > maxAnnotationText || /\p{Cc}/u.test(written),
      'text',
      annotationTexts.text,
    ),
  ];
}

/** A day that can be annotated. */
export function isAnnotationDay(day: string): boolean {
  return dayOf(day) !== undefined;
}

/** People who are limited to some locations write for those; they read what is said about the whole organization. */
export function mayWriteAnnotation(
  isLimited: boolean,
  { locationId }: { readonly locationId: string | null },
): boolean {
  return !isLimited || locationId !== null;
}

/** The locations of a chart. */
export type ChartPlaces = ReadonlySet<string> | 'all';

/** What is said about the whole organization belongs to every chart, the rest to charts of its location. */
export function isAtPlaces({ locationId }: { readonly locationId: string | null }, places: ChartPlaces): boolean {
  return locationId === null || places === 'all' || places.has(locationId);
}

/** The buckets of a chart by their local times, in seconds since 1970-01-01 00:00 on the wall clock. */
export interface ChartBuckets {
  /** In the order of time. */
  readonly starts: readonly number[];
  /** One for each start. Not always the next start: the Mondays of a month are six days apart. */
  readonly ends: readonly number[];
}

/** The days of a chart, as a query for annotations; undefined where there is nothing to draw on. */
export function annotatedWindow({ starts, ends }: ChartBuckets): AnnotatedDays | undefined {
  const [start, end] = [starts[0], ends.at(-1)];
  if (start === undefined || end === undefined || end <= start) return undefined;
  const startDate = clamped(dateOfDay(Math.floor(start / secondsPerDay)));
  const endDate = clamped(dateOfDay(Math.ceil(end / secondsPerDay) - 1));
  return { startDate, endDate };
}

/** The first and the last bucket that an annotation touches. */
export interface AnnotatedBuckets {
  readonly first: number;
  readonly last: number;
}

/** Where an annotation falls on a chart; undefined if it is about other days. */
export function bucketsOf({ startDate, endDate }: AnnotatedDays, buckets: ChartBuckets): AnnotatedBuckets | undefined {
  const { starts, ends } = buckets;
  const [first, last] = [dayOf(startDate), dayOf(endDate)];
  if (first === undefined || last === undefined) return undefined;
  const [from, to] = [first * secondsPerDay, (last + 1) * secondsPerDay];
  const touched = starts.flatMap((start, index) => (start < to && ends[index]! > from ? [index] : []));
  const [earliest] = touched;
  return earliest === undefined ? undefined : { first: earliest, last: touched.at(-1)! };
}

function dayOf(date: string): number | undefined {
  return date < firstDay || date > lastDay ? undefined : dayOfDate(date);
}

function clamped(date: string): string {
  if (date < firstDay) return firstDay;
  return date > lastDay ? lastDay : date;
}
