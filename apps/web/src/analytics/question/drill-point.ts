import { secondsPerDay } from '@atrium/calendar/civil';
import { parseGrouping } from '@atrium/calendar/groupings';
import { wallClock, zoneOf } from '@atrium/calendar/zones';
import { type Asking, bucketAt, type DrillPoint, type TimeBucket } from '@atrium/metrics/drill';
import type { Question } from '@atrium/metrics/question';
import { viewerTimezone } from '../../format/zones.ts';
import { type AnswerRow, startOf, type Subject } from './answer.ts';

/** What someone clicked: a bucket of the answer, a subject, both, or the value of everything. */
export interface Picked {
  readonly bucket?: number;
  readonly subject?: Subject;
  /** Of the metrics that the number is one of, where the answer has others besides. */
  readonly columns?: readonly string[];
}

/** Whether a row is about something to look up: rows of their own without an id are several parts that the reader may not see. */
export function isLookedUp({ rows }: Pick<Question, 'rows'>, { entityId }: Pick<Subject, 'entityId'>): boolean {
  return entityId !== null || rows.kind !== 'each';
}

/** The same in the words of the question; undefined for a bucket that its period no longer has. */
export function drillPoint(
  question: Question,
  rows: readonly AnswerRow[],
  { bucket: key, subject }: Picked,
  asking: Asking,
): DrillPoint | undefined {
  const entityId = subject?.entityId ?? undefined;
  if (subject && !isLookedUp(question, subject)) return undefined;
  const metaValue = question.rows.kind === 'field' ? subject?.name : undefined;
  const who = { entityId, ...(metaValue !== undefined && { metaValue }) };
  if (key === undefined) return who;
  const { fold } = parseGrouping(question.grouping);
  if (fold) {
    const weekday = (Math.floor(key / 24) + asking.weekStart) % 7;
    return { ...who, slot: fold === 'weekday' ? { weekday } : { weekday, hour: key % 24 } };
  }
  const row = rows.find((each) => each.bucket === key && (!subject || each.key === subject.key));
  if (row?.recordDate === undefined) return undefined;
  const bucket = row.timezone === null ? bucketOfAll(question, rows, row, asking) : bucketOf(question, row, asking);
  return bucket && { ...who, bucket };
}

function bucketOf(
  question: Question,
  { recordDate = '', timezone }: AnswerRow,
  asking: Asking,
): TimeBucket | undefined {
  return bucketAt(question, startOf(recordDate, timezone), timezone ?? 'UTC', asking);
}

/**
 * Dates of several time zones at once are read like UTC. Their today is that of one of the places: usually the day that
 * the viewer has, or the one before or after it. The period that begins with the answer tells.
 */
function bucketOfAll(
  question: Question,
  rows: readonly AnswerRow[],
  row: AnswerRow,
  asking: Asking,
): TimeBucket | undefined {
  const viewed = wallClock(zoneOf(viewerTimezone), asking.now);
  const days = [0, -1, 1].map((shift) => ({ ...asking, now: viewed + shift * secondsPerDay }));
  const starts = rows.map(({ recordDate = '' }) => startOf(recordDate, null));
  const first = Math.min(...starts);
  const last = Math.max(...starts);
  const has = (day: Asking, start: number) => bucketAt(question, start, 'UTC', day)?.from === start;
  return bucketOf(question, row, days.find((day) => has(day, first) && has(day, last)) ?? days[0]!);
}
