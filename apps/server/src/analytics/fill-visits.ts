import { visitsOfDay } from '@atrium/metrics/visit-duration';
import { occupancyBefore, resetsOf } from '@atrium/rules/space-definition';
import type { FoldedSpace } from './curve-store.ts';
import type { Filling } from './filling.ts';
import {
  bucketWith,
  countMinutes,
  type CountedMinutes,
  type Day,
  type Stretch,
  stretchesOf,
} from './minute-stretches.ts';

/**
 * Visits of spaces and locations: the area under the curve of each local day that is over, and who came on it. The part
 * of a day that an earlier period ends with was received, but has no visits. They are computed when asked for, so that
 * late readings, corrections and edits count at once.
 */
export async function fillVisits(filling: Filling): Promise<void> {
  const { window, slices, own, heard, question } = filling;
  const { zoneAt, isSpaceAt, spaceAt, now } = question.curves;
  const [areas, visits] = [own.get('area'), own.get('visits')];
  for (const stretch of stretchesOf(slices, zoneAt)) {
    const { slice, entities, days, edges } = stretch;
    const counted = await countMinutes(filling, edges, slice.members);
    for (const entity of entities) {
      for (const day of days) {
        const end = slice.edges.at(-1)!;
        const bucket = bucketWith(slice, day.from, Math.min(day.to, end));
        if (bucket === undefined) continue;
        const cell = window.cellOfEntity(entity, bucket);
        const { minutes, got } = minutesOf(counted, stretch, entity, day);
        heard[cell]! += got;
        if (day.to > Math.min(now, end)) continue;
        const curve = isSpaceAt(entity) ? curveOfSpace(spaceAt(entity), day) : { start: 0, resets: [] };
        const found = curve && visitsOfDay({ zone: zoneAt(entity), ...day, minutes, ...curve });
        if (!found) continue;
        if (areas) areas[cell] = known(areas[cell]!) + found.area;
        if (visits) visits[cell] = known(visits[cell]!) + found.ins;
      }
    }
  }
}

function known(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}

/** As it was folded; undefined for a space that was not. */
function curveOfSpace(space: FoldedSpace | undefined, { day, from, to }: Day) {
  if (!space) return undefined;
  const { definition, ends } = space;
  const start = ends.get(day - 1) ?? occupancyBefore(definition, from);
  return { start, resets: resetsOf(definition, from, to), reflects: definition.settings };
}

/** The minutes of a day in which something was received. */
function minutesOf({ ins, outs, got, at }: CountedMinutes, { edges }: Stretch, entity: number, { from, to }: Day) {
  const minutes = [];
  let seconds = 0;
  for (let index = (from - edges[0]!) / 60; edges[index]! < to; index += 1) {
    const cell = at(entity, index);
    if (!(got[cell]! > 0)) continue;
    seconds += got[cell]!;
    minutes.push({ at: edges[index]!, ins: ins[cell]!, outs: outs[cell]! });
  }
  return { minutes, got: seconds };
}
