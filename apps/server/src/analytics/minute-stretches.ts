import { localDay, type Zone } from '@atrium/calendar/zones';
import { firstMinute } from '@atrium/metrics/occupancy-fold';
import { Refusal } from '../refusal.ts';
import type { Filling } from './filling.ts';
import type { AskedMember, AskedSlice } from './window.ts';

/** Whole local days of some entities, few enough to look at each of their minutes. */
export interface Stretch {
  readonly slice: AskedSlice;
  /** Ascending, epoch seconds: every minute, and the end of the last one. */
  readonly edges: readonly number[];
  readonly days: readonly Day[];
  readonly entities: readonly number[];
}

export interface Day {
  readonly day: number;
  readonly from: number;
  readonly to: number;
}

const minute = 60;
/** Days of entities whose minutes are in memory at a time. */
const daysAtOnce = 60;
/** What one answer may cost: a year of ten spaces. */
const maxDays = 4000;

/** Cuts what is asked into local days, some at a time. The days of the ends are whole days, although less of them is asked. */
export function* stretchesOf(slices: readonly AskedSlice[], zoneAt: (entity: number) => Zone): Generator<Stretch> {
  const asked = slices.map((slice) => {
    const entities = [...new Set(slice.members.map(({ key }) => key))];
    return { slice, entities, days: daysOf(slice, zoneAt(entities[0]!)) };
  });
  const all = asked.reduce((sum, { entities, days }) => sum + entities.length * days.length, 0);
  if (all > maxDays)
    throw new Refusal(
      'invalid',
      `This is computed minute by minute: ask for fewer entities, or a shorter range. Days of all entities: ${all}, at most ${maxDays}.`,
    );
  for (const { slice, entities, days } of asked) {
    const step = Math.max(1, Math.floor(daysAtOnce / entities.length));
    for (let first = 0; first < days.length; first += step) {
      const some = days.slice(first, first + step);
      const [from, to] = [some[0]!.from, some.at(-1)!.to];
      yield { slice, entities, days: some, edges: minutesBetween(from, to) };
    }
  }
}

function daysOf({ edges }: AskedSlice, zone: Zone): Day[] {
  const days: Day[] = [];
  const last = localDay(zone, edges.at(-1)! - 1);
  for (let day = localDay(zone, edges[0]!); day <= last; day += 1) {
    const [from, to] = [firstMinute(zone, day), firstMinute(zone, day + 1)];
    if (from < to) days.push({ day, from, to });
  }
  return days;
}

function minutesBetween(from: number, to: number): number[] {
  return Array.from({ length: (to - from) / minute + 1 }, (_, index) => from + index * minute);
}

/** What was counted in each minute of a stretch, entity by entity; nothing was received where `got` is 0. */
export interface CountedMinutes {
  readonly ins: Float64Array;
  readonly outs: Float64Array;
  readonly got: Float64Array;
  readonly at: (entity: number, index: number) => number;
}

export async function countMinutes(
  { question: { org }, ask }: Pick<Filling, 'question' | 'ask'>,
  edges: readonly number[],
  members: readonly AskedMember[],
): Promise<CountedMinutes> {
  const length = edges.length - 1;
  const entities = [...new Set(members.map(({ key }) => key))];
  const place = new Map(entities.map((entity, index) => [entity, index * length]));
  const column = () => new Float64Array(entities.length * length);
  const columns = { ins: column(), outs: column(), got: column() };
  const at = (entity: number, index: number) => (place.get(entity) ?? Number.NaN) + index;
  const [from, to] = [edges[0]!, edges.at(-1)!];
  const inside = members.flatMap((member) => {
    const clipped = { ...member, from: Math.max(member.from, from), to: Math.min(member.to, to) };
    return clipped.from < clipped.to ? [clipped] : [];
  });
  if (inside.length > 0)
    await ask((facts, asking) =>
      facts.tally(
        { org, slices: [{ edges, members: inside }], freshFrom: 0, marks: [] },
        { cellOf: at, columns },
        asking,
      ),
    );
  return { ...columns, at };
}

/** The bucket that a stretch of time lies in as a whole; undefined where it does not. */
export function bucketWith({ edges, buckets }: AskedSlice, from: number, to: number): number | undefined {
  let [low, high] = [0, edges.length - 1];
  if (from < edges[0]! || to > edges[high]!) return undefined;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (edges[middle]! <= from) low = middle;
    else high = middle;
  }
  return to <= edges[low + 1]! ? (buckets?.[low] ?? low) : undefined;
}
