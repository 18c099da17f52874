import type { Annotation } from '@atrium/contract/annotations';
import type { Question } from '@atrium/metrics/question';
import {
  type AnnotatedDays,
  annotatedWindow,
  bucketsOf,
  type ChartBuckets,
  type ChartPlaces,
  isAtPlaces,
} from '@atrium/rules/annotations';
import { datesIn } from '../../format/dates.ts';
import type { ChartAnnotation } from '../charts/model.ts';
import type { Answer, AnswerRow } from '../question/answer.ts';
import { localToday } from '../day/day-search-params.ts';
import { shownTexts } from './shown-texts.ts';

/** Data calls say to which location an entity belongs if they are asked to. */
export function withLocations(
  { entityType }: Pick<Question, 'entityType'>,
  query: Readonly<Record<string, string>>,
): Record<string, string> {
  if (entityType === 'location' || entityType === 'organization') return query;
  return { ...query, include: [query['include'], 'location'].filter(Boolean).join(',') };
}

/** The days that an answer is about; undefined by weekday. */
export function daysOf(answer: Answer): AnnotatedDays | undefined {
  const buckets = bucketsIn(answer);
  return buckets && annotatedWindow(buckets);
}

/** The newest day of an answer, without days that are still to come unless it has no others. */
export function newestDayOf(answer: Answer, now: number): string | undefined {
  const days = daysOf(answer);
  if (!days) return undefined;
  const { timezone = 'UTC' } = answer.buckets.at(-1) ?? {};
  const today = localToday(timezone, now);
  return today >= days.startDate && today < days.endDate ? today : days.endDate;
}

/** The only location that an answer is about; undefined if there are several. */
export function onlyLocationOf(answer: Answer): string | undefined {
  const places = placesOf(answer);
  return places !== 'all' && places.size === 1 ? [...places][0] : undefined;
}

/** Those about the days and places of an answer. */
export function annotationsOf(answer: Answer, annotations: readonly Annotation[]): readonly Annotation[] {
  const places = placesOf(answer);
  const buckets = bucketsIn(answer);
  if (!buckets) return [];
  return annotations.filter((each) => isAtPlaces(each, places) && bucketsOf(each, buckets) !== undefined);
}

/** Where annotations fall on the chart of an answer, in the order of time. */
export function chartAnnotations(answer: Answer, annotations: readonly Annotation[]): readonly ChartAnnotation[] {
  const buckets = bucketsIn(answer);
  if (!buckets) return [];
  return annotations
    .flatMap((each): ChartAnnotation[] => {
      const at = bucketsOf(each, buckets);
      return at ? [drawn(each, at)] : [];
    })
    .toSorted((one, other) => one.first - other.first || one.last - other.last);
}

function drawn(annotation: Annotation, at: Pick<ChartAnnotation, 'first' | 'last'>): ChartAnnotation {
  const { annotationId: id } = annotation;
  return { id, text: textWithPlace(annotation), days: writtenDays(annotation), ...at };
}

/** Those of one day of a location, on a chart of its hours. */
export function dayAnnotations(
  annotations: readonly Annotation[],
  { locationId, date, hours }: { locationId: string; date: string; hours: number },
): readonly ChartAnnotation[] {
  const places = new Set([locationId]);
  return annotations
    .filter((each) => isAtPlaces(each, places) && each.startDate <= date && each.endDate >= date)
    .map((each) => drawn(each, { first: 0, last: hours - 1 }))
    .toReversed();
}

/** The annotations of each row, as text for tables and files. */
export function annotationsByRow(
  answer: Answer,
  annotations: readonly Annotation[],
): ((row: AnswerRow) => string | null) | undefined {
  const buckets = bucketsIn(answer);
  if (!buckets || annotations.length === 0) return undefined;
  const placed = annotations.flatMap((each) => {
    const at = bucketsOf(each, buckets);
    return at ? [{ each, from: buckets.starts[at.first]!, to: buckets.starts[at.last]! }] : [];
  });
  return ({ bucket, locationId }) => {
    const own = placed.filter(
      ({ each, from, to }) =>
        bucket >= from && bucket <= to && (locationId === undefined || isAtPlaces(each, new Set([locationId]))),
    );
    return own.length === 0 ? null : own.map(({ each }) => each.text).join('; ');
  };
}

/** `3/2/26`, or `3/2/26 – 3/8/26`. */
export function writtenDays({ startDate, endDate }: AnnotatedDays): string {
  return startDate === endDate ? written(startDate) : shownTexts.range(written(startDate), written(endDate));
}

const dayLabel = datesIn('day');

function written(date: string): string {
  return dayLabel('UTC', Date.parse(`${date}T00:00:00Z`));
}

function textWithPlace({ text, locationName }: Pick<Annotation, 'text' | 'locationName'>): string {
  return locationName === null ? text : shownTexts.at(text, locationName);
}

/** The keys of buckets are what the clock shows at their beginning. By weekday they are no days. */
function bucketsIn({ buckets }: Pick<Answer, 'buckets'>): ChartBuckets | undefined {
  if (buckets.length === 0 || buckets.some(({ end }) => end === undefined)) return undefined;
  return { starts: buckets.map(({ key }) => key), ends: buckets.map(({ end }) => end!) };
}

function placesOf({ question, subjects }: Pick<Answer, 'question' | 'subjects'>): ChartPlaces {
  const { entityType, entityIds, rows } = question;
  if (entityType === 'organization') return new Set();
  if (rows.kind === 'each') return new Set(subjects.flatMap(({ locationId }) => locationId ?? []));
  if (entityIds.length === 0) return 'all';
  // Of several zones in one row, for example, the locations are not known.
  return new Set(entityType === 'location' ? entityIds : []);
}
