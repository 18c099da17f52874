import { type ClockShift, covers, offsetOf, revisionAt } from '@atrium/rules/clock-shift';
import { packVer, unpackVer } from '@atrium/facts/version';
import type { Logic } from '../vendors/vendor.ts';

/** What a device says, where it is placed now, and every other place that it may have been counted at. */
export interface MovedLogics {
  readonly placed: readonly Logic[];
  readonly former: readonly (readonly Logic[])[];
}

/**
 * A reading that a shift is about lies at one place and was, at another time, at others: where its device said, and where
 * each shift that was taken back had put it. All of them follow from the reading and the shifts, so nothing is remembered.
 */
export function movedLogics(logics: readonly Logic[], shifts: readonly ClockShift[], receivedAt: number): MovedLogics {
  const offset = (at: number) => offsetOf(shifts, at, receivedAt);
  const placed = logics.map((logic) => withTimes(logic, (at) => at + offset(at)));
  const isCovered = (at: number) => shifts.some((shift) => covers(shift, at, receivedAt));
  const elsewhere = (at: number, seconds: number) => (seconds === offset(at) ? undefined : at + seconds);
  const views: ((at: number) => number | undefined)[] = [
    (at) => (isCovered(at) ? elsewhere(at, 0) : undefined),
    ...shifts.map(
      (shift) => (at: number) => (covers(shift, at, receivedAt) ? elsewhere(at, shift.seconds) : undefined),
    ),
  ];
  const former = views.map((view) => logics.map((logic) => withTimes(logic, view)).filter(saysSomething));
  return { placed, former: former.filter(({ length }) => length > 0) };
}

/** The times that a reading may ever have been counted at. */
export function timesOf(at: number, shifts: readonly ClockShift[], receivedAt: number): number[] {
  return [at, ...shifts.filter((shift) => covers(shift, at, receivedAt)).map(({ seconds }) => at + seconds)];
}

export function instantsIn({ readings, counters = [], levels = [], samples = [], events = [] }: Logic): number[] {
  return [...readings, ...counters, ...levels, ...samples, ...events].map(({ at }) => at);
}

function saysSomething(logic: Logic): boolean {
  return instantsIn(logic).length > 0;
}

/** Without readings for which there is no time. */
function withTimes(logic: Logic, timeOf: (at: number) => number | undefined): Logic {
  const moved = <Reading extends { readonly at: number }>(readings: readonly Reading[]): Reading[] =>
    readings.flatMap((reading) => {
      const at = timeOf(reading.at);
      return at === undefined ? [] : [at === reading.at ? reading : { ...reading, at }];
    });
  const { readings, counters, levels, samples, events } = logic;
  return {
    ...logic,
    readings: moved(readings),
    ...(counters && { counters: moved(counters) }),
    ...(levels && { levels: moved(levels) }),
    ...(samples && { samples: moved(samples) }),
    ...(events && { events: moved(events) }),
  };
}

const [numberBits, revisionBits] = [38n, 6n];
const numberMask = (1n << numberBits) - 1n;
const lowMask = (1n << (numberBits + 1n + revisionBits)) - 1n;

interface Versioned {
  readonly at: number;
  readonly ver: bigint;
}

/**
 * Where readings were moved from or to, the version of a fact is its revision, then whether it is final, then the number
 * of its body: what was counted before a shift yields to what is counted since, and among the latter everything is as it
 * would be if the clock had been right. What lies elsewhere keeps its version.
 */
export function revised<Row extends Versioned>(row: Row, shifts: readonly ClockShift[]): Row {
  const revision = revisionAt(shifts, row.at);
  if (revision === 0) return row;
  const { rank, seq, generation } = unpackVer(row.ver);
  if ((seq & lowMask) > numberMask) throw new RangeError(`inbox sequence out of range: ${seq}`);
  const isFinal = rank === 'partial' ? 0n : 1n;
  const number = (isFinal << numberBits) | (seq & numberMask);
  return { ...row, ver: packVer({ rank: 'final', seq: placeOf(seq, revision) | number, generation }) };
}

/** Takes back what was counted at a place, and yields to everything that is counted there since. */
export function takenBack<Row extends Versioned>(row: Row, shifts: readonly ClockShift[]): Row & { gone: 1 } {
  const { seq, generation } = unpackVer(row.ver);
  const ver = packVer({ rank: 'final', seq: placeOf(seq, revisionAt(shifts, row.at)), generation });
  return { ...row, ver, gone: 1 };
}

/** Above a revision lies the version of a mapping. */
function placeOf(order: bigint, revision: number): bigint {
  return (order & ~lowMask) | (BigInt(revision) << (numberBits + 1n));
}

/** The number of the body that a fact is from. */
export function bodyNumberOf(ver: bigint): bigint {
  return unpackVer(ver).seq & numberMask;
}

/** The version of the mapping that a fact was read with; 0 where no mapping was. */
export function mappingVersionOf(ver: bigint): number {
  return Number(unpackVer(ver).seq >> (numberBits + 1n + revisionBits));
}
