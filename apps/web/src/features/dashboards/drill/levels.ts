import { parseGrouping } from '@atrium/calendar/groupings';
import {
  type Drilled,
  type DrillPoint,
  drillInto,
  type TimeBucket,
  type WeekSlot,
  wholeIn,
} from '@atrium/metrics/drill';
import { metricsNamed } from '@atrium/metrics/catalog';
import type { Question } from '@atrium/metrics/question';
import type { WidgetType } from '@atrium/rules/widget-types';
import { clockHour } from '../../../analytics/question/answer.ts';
import { drillPoint, isLookedUp, type Picked } from '../../../analytics/question/drill-point.ts';
import { patternIn } from '../../../format/dates.ts';
import type { AnyCard } from '../widgets/definition.ts';
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
export function levelOf(type: WidgetType, values: QuestionValues, pick: Picked, now: number): Level | undefined {
  const { answer, more, customs } = values;
  const question = ofColumns(values.question, pick.columns);
  const { dateOverride } = more;
  const asking = { now, weekStart: customs.weekStart, dateOverride };
  const point = drillPoint(question, answer?.rows ?? [], pick, asking);
  const drilled = point && drillInto(question, point);
  if (!drilled) return undefined;
  const isInTime = drilled.question.period.relativeDate === 'custom';
  const { partsOf, metaValue } = more;
  return {
    // A part stays what it counted for the whole, and a value of a custom field stays the only one.
    ...(partsOf !== undefined && { partsOf: wholeIn(partsOf) }),
    ...(metaValue !== undefined && { metaValue }),
    ...drilled,
    label: labelOf(values, pick, point),
    type: drawnAs(type, drilled),
    dateOverride: isInTime ? undefined : dateOverride,
  };
}

function ofColumns(question: Question, columns: Picked['columns']): Question {
  const { source } = question;
  const isPicked = (word: string) => columns?.includes(metricsNamed(source, [word])[0]?.column ?? '') === true;
  return columns ? { ...question, metrics: question.metrics.filter(isPicked) } : question;
}

/** Whether something of a card can be clicked: its first bucket, a subject, or its value. */
export function isDrillable(
  { type, call }: Pick<AnyCard, 'type' | 'call'>,
  values: QuestionValues,
  now: number,
): boolean {
  const [bucket] = values.answer?.buckets ?? [];
  const subjects = values.answer?.subjects ?? values.totals;
  if (subjects.length === 0) return false;
  // Some rows of an answer may be about nothing to look up: those that are decide.
  const subject = subjects.find((each) => isLookedUp(values.question, each)) ?? subjects[0]!;
  if (call === 'total') return levelOf(type, values, type === 'value' ? {} : { subject }, now) !== undefined;
  if (!bucket) return false;
  // A point of several subjects is about all of them; a row or a field is about one.
  const isOne = subjects.length === 1 || type === 'table' || type === 'heatmap';
  return levelOf(type, values, { bucket: bucket.key, ...(isOne && { subject }) }, now) !== undefined;
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
const shortPatterns = { ...patterns, month: 'MMMM', hour: 'h a', minute: 'h:mm a' } as const;
/** How many letters of two dates are the same inside of one year or one day. */
const withinOne = { year: 10, month: 4, week: 10, isoweek: 10, day: 10, hour: 10, minute: 10 } as const;

/** `March`, `Tue, Mar 10`, `Austin, 9 am`. */
function labelOf({ question, answer }: QuestionValues, { subject }: Picked, { bucket, slot }: DrillPoint): string {
  const isOneOfSeveral = (answer?.subjects.length ?? 0) > 1;
  const name = subject && ((!bucket && !slot) || isOneOfSeveral) ? subject.name : undefined;
  const time = bucket ? timeLabel(question, bucket) : slot && slotLabel(slot);
  const words = [name, time].filter((word) => word !== undefined);
  return words.length === 0 ? texts.everything : words.join(', ');
}

/** What the level above says is not repeated: months of a year, hours of a day. */
function timeLabel({ grouping, period }: QuestionValues['question'], { from, timezone }: TimeBucket): string {
  const { grouping: unit } = parseGrouping(grouping);
  const isWithinOne = (letters: number) =>
    period.relativeDate === 'custom' && period.startDate.slice(0, letters) === period.endDate.slice(0, letters);
  const pattern = isWithinOne(withinOne[unit]) ? shortPatterns[unit] : patterns[unit];
  return patternIn(timezone, pattern, from * 1000);
}

function slotLabel({ weekday, hour }: WeekSlot): string {
  const day = texts.weekdays[weekday]!;
  return hour === undefined ? day : `${day}, ${clockHour(hour)}`;
}

/** What becomes finer in time is drawn over time; parts of a pie stay one. */
function drawnAs(type: WidgetType, { partsOf, question, metaValue }: Drilled): WidgetType {
  if (type === 'value' || type === 'heatmap' || type === 'map') return 'bar';
  if (type === 'trend') return 'line';
  if (type !== 'pie') return type;
  if (metaValue !== undefined) return 'bar';
  return partsOf || (question.entityType === 'location' && question.entityIds.length === 0) ? 'pie' : 'bar';
}
