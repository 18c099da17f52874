import { secondsPerDay } from '@atrium/calendar/civil';
import { wallClock } from '@atrium/calendar/zones';
import { type Counts, countsOf, type Door } from './building.ts';
import { mix } from './noise.ts';

/** What a zone measures, and how it follows from the people who cross: as they are counted where nothing is said. */
export interface Measured {
  readonly measure: string;
  readonly as?: Derived;
}

/** As the store derives it (`packages/facts/src/generated-history.ts`), so that the past and the present agree. */
export type Derived =
  | ({ readonly kind: 'part'; readonly leaving: boolean } & Thousandths)
  | { readonly kind: 'level'; readonly reset: number }
  | ({
      readonly kind: 'times';
      readonly reset: number;
      readonly base: number;
      readonly perHead: number;
      readonly spread: number;
    } & Thousandths);

interface Thousandths {
  readonly from: number;
  readonly to: number;
}

/** What a sensor says about one measure of an interval. */
export type Reading =
  | ({ readonly kind: 'count'; readonly measure: string } & Counts)
  | { readonly kind: 'level'; readonly measure: string; readonly level: number }
  | { readonly kind: 'times'; readonly measure: string; readonly milliseconds: number; readonly people: number };

/** Whether a zone only counts people, as a line does. */
export function isPlain(measures: readonly Measured[]): boolean {
  return measures.every(({ as }) => as === undefined);
}

/** Minute by minute in [from, to): what the zone says when it is over. */
export function* minuteReadings(
  door: Door,
  measures: readonly Measured[],
  from: number,
  to: number,
): Generator<{ readonly minute: number; readonly readings: readonly Reading[] }> {
  const levels = levelsOf(door, measures, from, to);
  for (let minute = from; minute < to; minute += 60) {
    const inside = (reset: number) => levels.get(reset)?.get(minute) ?? 0;
    yield { minute, readings: readingsOf(door, measures, minute, countsOf(door, minute), inside) };
  }
}

/** When the last of its readings before `to` ended, of times when the last of them who left did; epoch seconds. */
export function newestReading(door: Door, { as }: Measured, to: number): number {
  if (as?.kind !== 'times') return to;
  let minute = to - 60;
  while (minute > to - maxSilence && countsOf(door, minute).outs === 0) minute -= 60;
  return minute;
}

/** Longer than any place of the demo is closed. */
const maxSilence = 5 * 86_400;

/** What the zone says in an open minute, in which so many have crossed by now. */
export function openReadings(door: Door, measures: readonly Measured[], minute: number, sofar: Counts): Reading[] {
  const before = levelsOf(door, measures, minute - 60, minute + 60);
  const inside = (reset: number) => {
    const known = isReset(door, reset, minute) ? 0 : (before.get(reset)?.get(minute - 60) ?? 0);
    return Math.max(0, known + sofar.ins - sofar.outs);
  };
  return readingsOf(door, measures, minute, sofar, inside);
}

function readingsOf(
  door: Door,
  measures: readonly Measured[],
  minute: number,
  { ins, outs }: Counts,
  inside: (reset: number) => number,
): Reading[] {
  const tick = door.seed + minute / 30;
  const [insHash, outsHash] = [mix(mix(tick)), mix(mix(tick + 1))];
  return measures.flatMap(({ measure, as }): Reading[] => {
    switch (as?.kind) {
      case undefined:
        return [{ kind: 'count', measure, ins, outs }];
      case 'part': {
        const left = partOf(outs, outsHash, as);
        const counts = as.leaving ? { ins: left, outs: 0 } : { ins: partOf(ins, insHash, as), outs: left };
        return [{ kind: 'count', measure, ...counts }];
      }
      case 'level':
        return [{ kind: 'level', measure, level: inside(as.reset) }];
      case 'times': {
        const people = partOf(outs, outsHash, as);
        const more = as.spread === 0 ? 0 : Math.floor(outsHash / 1000) % as.spread;
        const milliseconds = people * (as.base + as.perHead * inside(as.reset) + more);
        return [{ kind: 'times', measure, milliseconds, people }];
      }
    }
  });
}

/** By the time of the reset: how many are inside at the end of each minute of [from, to). */
function levelsOf(
  door: Door,
  measures: readonly Measured[],
  from: number,
  to: number,
): Map<number, ReadonlyMap<number, number>> {
  const resets = new Set(measures.flatMap(({ as }) => (as && as.kind !== 'part' ? [as.reset] : [])));
  return new Map([...resets].map((reset) => [reset, levelsSince(door, reset, from, to)]));
}

/** The longest local day: nothing from before it counts any more. */
const maxDay = 26 * 3600;

function levelsSince(door: Door, reset: number, from: number, to: number): Map<number, number> {
  const levels = new Map<number, number>();
  let level = 0;
  for (let minute = from - maxDay; minute < to; minute += 60) {
    const { ins, outs } = countsOf(door, minute);
    level = Math.max(0, (isReset(door, reset, minute) ? 0 : level) + ins - outs);
    if (minute >= from) levels.set(minute, level);
  }
  return levels;
}

function isReset({ building: { zone } }: Door, reset: number, minute: number): boolean {
  const dayOf = (at: number) => Math.floor((wallClock(zone, at) - reset) / secondsPerDay);
  return dayOf(minute) !== dayOf(minute - 60);
}

/** Those from one thousandth of the people to another: parts that adjoin add up to all of them. */
function partOf(people: number, hash: number, { from, to }: Thousandths): number {
  const upTo = (share: number) => Math.floor((people * share + (hash % 1000)) / 1000);
  return upTo(to) - upTo(from);
}
