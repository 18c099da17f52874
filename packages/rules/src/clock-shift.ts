import { maxReasonCharacters, inboxTexts } from './inbox.ts';
import { problemIf, type Problem } from './problem.ts';

/** Readings of a device that are placed at another time than its clock said. All times are epoch seconds. */
export interface ClockShift {
  /** `[from, to)`, by the clock of the device. */
  readonly from: number;
  readonly to: number;
  /** Added to the time of a reading. */
  readonly seconds: number;
  /** Only readings that were received before this; null for all. */
  readonly receivedBefore: number | null;
  /** Raised with each change of the shift, above that of every other one that touches the same time. */
  readonly revision: number;
  /** False once it was taken back. */
  readonly inForce: boolean;
}

/** Clocks that say an earlier time were never set. */
export const clockUnsetBefore = Date.UTC(2015, 0, 1) / 1000;

const day = 86_400;
export const maxShiftDays = 31;
export const maxOffsetSeconds = 7 * day;
/** Revisions have a place of this size in the version of a fact. */
export const maxRevision = 63;
/** Days that readings which are no counts can be moved for: bodies are kept for 30, and a clock may be seven ahead. */
export const kindDays = 23;

export const clockShiftTexts = {
  from: inboxTexts.from,
  to: inboxTexts.to,
  order: inboxTexts.order,
  wholeSeconds: 'Times have whole seconds',
  long: `The range must not be longer than ${maxShiftDays} days`,
  future: 'The end must not be more than seven days after now',
  offset: 'Enter hours, minutes and seconds, such as -1:00:00',
  zero: 'The readings would stay where they are',
  far: 'Readings can be moved by at most seven days, unless the clock was not set',
  mixed: 'A range that begins before 2015 must end before 2015: those clocks were not set',
  stillUnset: 'The readings would still lie before 2015',
  ahead: 'The readings would lie more than seven days after now',
  before1970: 'The start must not be before 1970',
  overlaps: 'Part of this range is moved already. Take that back first',
  busy: 'Readings of this sensor are being moved. Try again when that is done',
  notReady: 'The changes are still being calculated',
  begun: 'This was started already',
  notApplied: 'Only what was moved can be taken back',
  none: 'No reading of this sensor lies in this range',
  tooMany: 'These are more than 10,000 pushes. Choose a shorter range',
  growing: 'What counters that only grow have counted cannot be moved',
  held: 'Levels that hold until the next one cannot be moved',
  carried: 'Readings that another device brings, such as a gateway, cannot be moved',
  older:
    'Some of these readings were counted by a version of the taught sensor that is not in force. Count them again first',
  tooOften: 'Readings of this time were moved too often',
  kinds: `Readings that are no counts can be moved for the last ${kindDays} days`,
  lost: (count: number) =>
    count === 1
      ? 'For 1 reading at these times what the sensor sent is no longer kept, so the rest is not moved either'
      : `For ${count.toLocaleString('en-US')} readings at these times what the sensor sent is no longer kept, so the rest is not moved either`,
} as const;

/** What someone asks for; times as instants. */
export interface WantedShift {
  readonly from: string;
  readonly to: string;
  readonly seconds: number | undefined;
  readonly receivedBefore?: string | null | undefined;
  readonly reason: string;
}

export function clockShiftProblems(wanted: WantedShift, now: number): Problem[] {
  const range = rangeProblems(wanted, now);
  // How far readings may be moved depends on the range; that an offset is missing does not.
  const offset = range.length > 0 ? missingOffset(wanted) : offsetProblems(wanted, now);
  return [...range, ...offset, ...reasonProblem(wanted.reason)];
}

function rangeProblems({ from, to }: WantedShift, now: number): Problem[] {
  const missing = [
    ...problemIf(from === '', 'from', clockShiftTexts.from),
    ...problemIf(to === '', 'to', clockShiftTexts.to),
  ];
  if (missing.length > 0) return missing;
  const [start, end] = [Date.parse(from) / 1000, Date.parse(to) / 1000];
  if (!Number.isInteger(start)) return [{ path: 'from', message: clockShiftTexts.wholeSeconds }];
  if (!Number.isInteger(end)) return [{ path: 'to', message: clockShiftTexts.wholeSeconds }];
  if (start < 0) return [{ path: 'from', message: clockShiftTexts.before1970 }];
  if (end <= start) return [{ path: 'to', message: clockShiftTexts.order }];
  if (start < clockUnsetBefore && end > clockUnsetBefore) return [{ path: 'to', message: clockShiftTexts.mixed }];
  return [
    ...problemIf(end - start > maxShiftDays * day, 'to', clockShiftTexts.long),
    ...problemIf(end > now + maxOffsetSeconds, 'to', clockShiftTexts.future),
  ];
}

function missingOffset({ seconds }: WantedShift): Problem[] {
  return problemIf(!Number.isInteger(seconds), 'seconds', clockShiftTexts.offset);
}

function offsetProblems(wanted: WantedShift, now: number): Problem[] {
  const path = 'seconds';
  const { from, seconds } = wanted;
  if (seconds === undefined || !Number.isInteger(seconds)) return missingOffset(wanted);
  if (seconds === 0) return [{ path, message: clockShiftTexts.zero }];
  const start = Date.parse(from) / 1000;
  if (start < clockUnsetBefore) {
    return [
      ...problemIf(start + seconds < clockUnsetBefore, path, clockShiftTexts.stillUnset),
      ...problemIf(start + seconds > now + maxOffsetSeconds, path, clockShiftTexts.ahead),
    ];
  }
  return problemIf(Math.abs(seconds) > maxOffsetSeconds, path, clockShiftTexts.far);
}

function reasonProblem(reason: string): Problem[] {
  if (reason === '') return [{ path: 'reason', message: inboxTexts.reason }];
  return problemIf(reason.length > maxReasonCharacters, 'reason', inboxTexts.reasonLong);
}

/** `-1:00:00` in seconds; undefined for anything else. */
export function readOffset(text: string): number | undefined {
  const found = /^([+\-−]?)(\d{1,7}):([0-5]\d):([0-5]\d)$/.exec(text.trim());
  if (!found) return undefined;
  const [, sign, hours, minutes, seconds] = found;
  const length = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return sign === '' || sign === '+' ? length : -length;
}

export function writeOffset(seconds: number): string {
  const length = Math.abs(seconds);
  const hours = Math.floor(length / 3600);
  return `${seconds < 0 ? '-' : '+'}${hours}:${two(Math.floor(length / 60) % 60)}:${two(length % 60)}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** From how far a clock is behind, in seconds, what to add to its readings: whole minutes, since a push takes a while. */
export function suggestedOffset(skewSeconds: number): number {
  return Math.round(skewSeconds / 60) * 60;
}

/** Whether a shift is about a reading. */
export function covers(shift: ClockShift, at: number, receivedAt: number): boolean {
  return at >= shift.from && at < shift.to && (shift.receivedBefore === null || receivedAt < shift.receivedBefore);
}

/** How far a reading is moved; shifts in force do not overlap. */
export function offsetOf(shifts: readonly ClockShift[], at: number, receivedAt: number): number {
  return shifts.find((shift) => shift.inForce && covers(shift, at, receivedAt))?.seconds ?? 0;
}

/** The times that a shift takes readings from and puts them to. */
export function touches({ from, to, seconds }: Pick<ClockShift, 'from' | 'to' | 'seconds'>, at: number): boolean {
  return (at >= from && at < to) || (at >= from + seconds && at < to + seconds);
}

/** How often what lies at a time was moved: facts of a later revision replace those of an earlier one. */
export function revisionAt(shifts: readonly ClockShift[], at: number): number {
  let revision = 0;
  for (const shift of shifts) if (touches(shift, at)) revision = Math.max(revision, shift.revision);
  return revision;
}

type Touching = Pick<ClockShift, 'from' | 'to' | 'seconds'>;

/** The next revision for the times that a shift touches. */
export function nextRevision(shifts: readonly ClockShift[], wanted: Touching): number {
  const common = shifts.filter((shift) => placesOf(shift).some((a) => placesOf(wanted).some((b) => overlap(a, b))));
  return 1 + Math.max(0, ...common.map(({ revision }) => revision));
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

export function placesOf({ from, to, seconds }: Touching): readonly Stretch[] {
  return [
    { from, to },
    { from: from + seconds, to: to + seconds },
  ];
}

export function overlap(a: Stretch, b: Stretch): boolean {
  return a.from < b.to && b.from < a.to;
}
