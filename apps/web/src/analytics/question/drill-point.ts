import { parseGrouping } from '@atrium/calendar/groupings';
import { wallClock, zoneOf } from '@atrium/calendar/zones';
import { type Asking, bucketAt, type DrillPoint } from '@atrium/metrics/drill';
import type { Question } from '@atrium/metrics/question';
import { viewerTimezone } from '../../format/zones.ts';
import { type AnswerRow, startOf, type Subject } from './answer.ts';

/** What someone clicked: a bucket of the answer, a subject, both, or the value of everything. */
export interface Picked {
  readonly bucket?: number;
  readonly subject?: Subject;
}

/** The same in the words of the question; undefined for a bucket that its period no longer has. */
export function drillPoint(
  question: Question,
  rows: readonly AnswerRow[],
  { bucket: key, subject }: Picked,
  asking: Asking,
): DrillPoint | undefined {
  const entityId = subject?.entityId ?? undefined;
  if (key === undefined) return { entityId };
  const { fold } = parseGrouping(question.grouping);
  if (fold) {
    const weekday = (Math.floor(key / 24) + asking.weekStart) % 7;
    return { entityId, slot: fold === 'weekday' ? { weekday } : { weekday, hour: key % 24 } };
  }
  const row = rows.find((each) => each.bucket === key && (!subject || each.key === subject.key));
  if (row?.recordDate === undefined) return undefined;
  // Dates of several time zones at once are read like UTC: today is the day that the viewer has.
  const now = row.timezone === null ? wallClock(zoneOf(viewerTimezone), asking.now) : asking.now;
  const start = startOf(row.recordDate, row.timezone);
  const bucket = bucketAt(question, start, row.timezone ?? 'UTC', { ...asking, now });
  return bucket && { entityId, bucket };
}
