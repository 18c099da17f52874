import { parseGrouping } from '@atrium/calendar/groupings';
import { wallClock, zoneOf } from '@atrium/calendar/zones';
import { bucketAt, type Drilled, type DrillPoint, drillInto, type WeekSlot } from '@atrium/metrics/drill';
import type { WidgetType } from '@atrium/rules/widget-types';
import { clockHour } from '../../../analytics/question/answer.ts';
import { patternIn } from '../../../format/dates.ts';
import { viewerTimezone } from '../../../format/zones.ts';
import type { AnyCard, CardPick } from '../widgets/definition.ts';
import type { QuestionValues } from '../widgets/values.ts';
import { texts } from './texts.ts';

/** One step into the detail of a card. */
export interface Level extends Drilled {
  /** What was clicked, in the trail. */
  readonly label: string;
  /** How it is drawn. */
  readonly type: WidgetType;
  /** A day that still replaces today. */
  readonly dateOverride: string | undefined;
}

/** The level below what someone clicked; `now` in epoch seconds. Undefined where there is nothing finer. */
export function levelOf(type: WidgetType, values: QuestionValues, pick: CardPick, now: number): Level | undefined {
  const { question, more, customs } = values;
  const { dateOverride } = more;
  const asking = { now, weekStart: customs.weekStart, dateOverride };
  const point = pointOf(values, pick, asking);
  const drilled = point && drillInto(question, point);
  if (!drilled) return undefined;
  const isInTime = drilled.question.period.relativeDate === 'custom';
  return {
    ...drilled,
    label: labelOf(values, pick, point),
    type: drawnAs(type, drilled),
    dateOverride: isInTime ? undefined : dateOverride,
  };
}

/** Whether something of a card can be clicked: its first bucket, its first subject, or its value. */
export function isDrillable(
  { type, call }: Pick<AnyCard, 'type' | 'call'>,
  values: QuestionValues,
  now: number,
): boolean {
  const [bucket] = values.answer?.buckets ?? [];
  const [subject] = values.answer?.subjects ?? values.totals;
  if (!subject) return false;
  if (call === 'total') return levelOf(type, values, type === 'value' ? {} : { subject }, now) !== undefined;
  return bucket !== undefined && levelOf(type, values, { bucket: bucket.key, subject }, now) !== undefined;
}

function pointOf(
  { question, answer, customs: { weekStart } }: QuestionValues,
  { bucket: key, subject }: CardPick,
  asking: Parameters<typeof bucketAt>[3],
): DrillPoint | undefined {
  const entityId = subject?.entityId ?? undefined;
  if (key === undefined) return { entityId };
  const { fold } = parseGrouping(question.grouping);
  if (fold) {
    const weekday = (Math.floor(key / 24) + weekStart) % 7;
    return { entityId, slot: fold === 'weekday' ? { weekday } : { weekday, hour: key % 24 } };
  }
  const own = answer?.rows.find((row) => row.bucket === key && (!subject || row.key === subject.key));
  if (own?.recordDate === undefined) return undefined;
  const { start, timezone } = momentOf(own.recordDate, own.timezone);
  // Dates of several time zones at once are read like UTC: today is the day that the viewer has.
  const now = own.timezone === null ? wallClock(zoneOf(viewerTimezone), asking.now) : asking.now;
  const bucket = bucketAt(question, start, timezone, { ...asking, now });
  return bucket && { entityId, bucket };
}

function momentOf(recordDate: string, timezone: string | null): { start: number; timezone: string } {
  const text = recordDate.length === 10 ? `${recordDate}T00:00:00` : recordDate;
  return {
    start: Date.parse(timezone === null && !text.endsWith('Z') ? `${text}Z` : text) / 1000,
    timezone: timezone ?? 'UTC',
  };
}

const patterns = {
  year: 'YYYY',
  month: 'MMMM YYYY',
  week: '[Week of] MMM D',
  isoweek: '[Week] WW, GGGG',
  day: 'ddd, MMM D',
  hour: 'ddd, MMM D, h a',
  minute: 'ddd, MMM D, h:mm a',
} as const;

/** `March`, `Tue, Mar 10`, `Austin, 9 am`. */
function labelOf({ question, answer }: QuestionValues, { subject }: CardPick, { bucket, slot }: DrillPoint): string {
  const isNamed = subject !== undefined && (bucket === undefined || (answer?.subjects.length ?? 0) > 1);
  const time = bucket ? timeLabel(question.grouping, bucket.from, bucket.timezone, question) : slot && slotLabel(slot);
  const words = [
    ...(isNamed && (!slot || (answer?.subjects.length ?? 0) > 1) ? [subject.name] : []),
    ...(time ? [time] : []),
  ];
  return words.length === 0 ? texts.everything : words.join(', ');
}

/** What the level above says is not repeated: months of a year, hours of a day. */
function timeLabel(grouping: string, from: number, timezone: string, { period }: QuestionValues['question']): string {
  const { grouping: unit } = parseGrouping(grouping);
  const within = period.relativeDate === 'custom' ? period : undefined;
  const isOneDay = within !== undefined && within.startDate.slice(0, 10) === within.endDate.slice(0, 10);
  const isOneYear = within !== undefined && within.startDate.slice(0, 4) === within.endDate.slice(0, 4);
  const short =
    unit === 'hour' && isOneDay
      ? 'h a'
      : unit === 'minute' && isOneDay
        ? 'h:mm a'
        : unit === 'month' && isOneYear
          ? 'MMMM'
          : undefined;
  return patternIn(timezone, short ?? patterns[unit], from * 1000);
}

function slotLabel({ weekday, hour }: WeekSlot): string {
  const day = texts.weekdays[weekday]!;
  return hour === undefined ? day : `${day}, ${clockHour(hour)}`;
}

/** What becomes finer in time is drawn over time; parts of a pie stay one. */
function drawnAs(type: WidgetType, { partsOf, question }: Drilled): WidgetType {
  switch (type) {
    case 'value':
    case 'heatmap':
      return 'bar';
    case 'trend':
      return 'line';
    case 'pie':
      return partsOf || (question.entityType === 'location' && question.entityIds.length === 0) ? 'pie' : 'bar';
    default:
      return type;
  }
}
