import { correctionKinds } from '@atrium/rules/correction-kinds';
import type { Estate } from '../registry/directory/estate.ts';
import { mayName } from '../registry/directory/resolve.ts';
import type { Scope } from '../scope.ts';
import { correctionsOf } from './correction-notes.ts';
import type { Reading } from './readings.ts';
import { type Key, type Rows, type Window, within } from './window.ts';

/** What a row with corrections says of them, by the bits of its kinds; null for none. */
export const correctedTexts: readonly (string | null)[] = Array.from(
  { length: 1 << correctionKinds.length },
  (_, bits) => correctionKinds.filter((_kind, bit) => bits & (1 << bit)).join(',') || null,
);

/** The kinds of corrections in each row, a bit for each; undefined where there are none. */
export function correctedRows(
  { estate, scope }: { readonly estate: Estate; readonly scope: Scope },
  window: Pick<Window, 'keys' | 'cellOf' | 'cells'>,
  readings: readonly Reading[],
  { length, cell }: Rows,
): Uint8Array | undefined {
  if (estate.corrections.size === 0) return undefined;
  const cells = new Uint8Array(window.cells);
  let isAny = false;
  for (const [at, key] of window.keys.entries()) {
    // A forecast is made of what sensors counted.
    if (readings[key.reading]!.kind === 'forecast') continue;
    for (const { bits, from, to } of stretchesOf(estate, scope, key)) {
      for (let bucket = firstBucket(key.edges, from); key.edges[bucket]! < to; bucket += 1) {
        if (bucket === key.edges.length - 1) break;
        cells[window.cellOf(at, bucket)]! |= bits;
        isAny = true;
      }
    }
  }
  if (!isAny || !cell) return isAny ? cells : undefined;
  return Uint8Array.from({ length }, (_, row) => (cell[row]! < 0 ? 0 : cells[cell[row]!]!));
}

/** The corrected stretches of the series of a key, as far as they count. */
function stretchesOf(estate: Estate, scope: Scope, { members, edges, open }: Key) {
  const period = { from: edges[0]!, to: edges.at(-1)! };
  return members.flatMap((member) => {
    const owner = estate.series.get(member.series);
    if (owner?.owner !== 'zone' || !estate.corrections.has(owner.zoneId)) return [];
    if (!mayName(estate, scope, 'zone', owner.zoneId)) return [];
    return correctionsOf(estate, owner.zoneId, [member], period).flatMap(({ kind, ...each }) => {
      const stretch = { from: Math.max(each.from, member.from), to: Math.min(each.to, member.to) };
      const bits = 1 << correctionKinds.indexOf(kind);
      return (open ? within(stretch, open) : [stretch]).map(({ from, to }) => ({ bits, from, to }));
    });
  });
}

/** The bucket that an instant of the period belongs to. */
function firstBucket(edges: readonly number[], instant: number): number {
  let [low, high] = [0, edges.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (edges[middle]! <= instant) low = middle;
    else high = middle;
  }
  return low;
}
