import { expectedWaits, type QueueMinute } from '@atrium/metrics/expected-wait';
import type { Queue } from './curves.ts';
import type { Filling } from './filling.ts';
import { bucketWith, countMinutes, type Stretch, stretchesOf } from './minute-stretches.ts';
import type { AskedMember } from './window.ts';

const minute = 60;

/**
 * The expected wait of spaces, minute by minute, from the levels of the space and the readings of its head zone. It is computed
 * when asked for, so that late readings, corrections, resets and edits of the mapping count at once.
 */
export async function fillWaits(filling: Filling): Promise<void> {
  const { window, slices, own, heard, question } = filling;
  const { zoneAt, queueAt } = question.curves;
  const cells = joining(own, heard.length);
  for (const stretch of stretchesOf(slices, zoneAt)) {
    const { slice, entities, edges } = stretch;
    const people = await peopleIn(filling, stretch);
    for (const entity of entities) {
      const inside = people.get(entity);
      const queue = queueAt(entity);
      if (!inside) continue;
      const waits = queue && (await waitsOf(filling, edges, inside, queue));
      for (let index = 0; index < edges.length - 1; index += 1) {
        const at = edges[index]!;
        if (!(inside.got[index]! > 0) || !isOpen(slice.open, at)) continue;
        const bucket = bucketWith(slice, at, at + minute);
        if (bucket === undefined) continue;
        const cell = window.cellOfEntity(entity, bucket);
        heard[cell]! += inside.got[index]!;
        const wait = waits?.[index];
        if (wait !== null && wait !== undefined) cells.add(cell, wait, at);
      }
    }
  }
}

interface People {
  /** Not a number where nothing was received. */
  readonly last: Float64Array;
  readonly got: Float64Array;
}

/** The number of people in each minute, by entity. */
async function peopleIn({ question: { org }, ask }: Filling, { slice, edges }: Stretch): Promise<Map<number, People>> {
  const [from, to] = [edges[0]!, edges.at(-1)!];
  const members = slice.members.filter((member) => member.from < to && member.to > from);
  const found = new Map<number, People>();
  if (members.length === 0) return found;
  const answer = await ask((facts, asking) =>
    facts.levels.aggregate(
      { org, slices: [{ edges, members }], columns: ['last', 'got'], freshFrom: 0, marks: [] },
      asking,
    ),
  );
  for (let row = 0; row < answer.keys.length; row += 1) {
    const key = answer.keys[row]!;
    const people = found.get(key) ?? {
      last: new Float64Array(edges.length - 1).fill(Number.NaN),
      got: new Float64Array(edges.length - 1),
    };
    found.set(key, people);
    people.last[answer.buckets[row]!] = answer.last[row]!;
    people.got[answer.buckets[row]!] = answer.got[row]!;
  }
  return found;
}

async function waitsOf(
  filling: Filling,
  edges: readonly number[],
  { last }: People,
  { head, intervalMinutes, isReversedAt }: Queue,
): Promise<(number | null)[]> {
  const before = Array.from({ length: intervalMinutes }, (_, index) => edges[0]! - (intervalMinutes - index) * minute);
  const all = [...before, ...edges];
  const members = head
    .filter(({ excluded }) => !excluded)
    .map(({ series, from, to, wIn, wOut }): AskedMember => {
      return { series, from, to, wIn, wOut, key: 0, weight: 1, unit: 0, gives: 'both' };
    });
  const { ins, outs, got } = await countMinutes(filling, all, members);
  const minutes = Array.from({ length: all.length - 1 }, (_, index): QueueMinute => {
    const people = index < intervalMinutes ? Number.NaN : last[index - intervalMinutes]!;
    const isReversed = isReversedAt(all[index]!);
    return {
      people: Number.isNaN(people) ? null : people,
      head: got[index]! > 0 ? { ins: ins[index]!, outs: outs[index]!, isReversed } : null,
    };
  });
  return expectedWaits(minutes, intervalMinutes).slice(intervalMinutes);
}

function isOpen(open: Stretch['slice']['open'], at: number): boolean {
  return !open || open.some(({ from, to }) => from <= at && at < to);
}

/** Puts the waits of minutes together, cell by cell. */
function joining(own: Filling['own'], size: number) {
  const [averages, lowest, highest, last] = ['avg', 'min', 'max', 'last'].map((column) => own.get(column));
  const counts = new Float64Array(size);
  const newest = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  return {
    add(cell: number, wait: number, at: number): void {
      const count = counts[cell]!;
      counts[cell] = count + 1;
      if (averages) averages[cell] = count === 0 ? wait : averages[cell]! + (wait - averages[cell]!) / (count + 1);
      if (lowest) lowest[cell] = count === 0 ? wait : Math.min(lowest[cell]!, wait);
      if (highest) highest[cell] = count === 0 ? wait : Math.max(highest[cell]!, wait);
      if (at < newest[cell]!) return;
      newest[cell] = at;
      if (last) last[cell] = wait;
    },
  };
}
