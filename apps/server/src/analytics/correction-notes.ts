import type { CorrectionNote } from '@atrium/contract/envelope';
import type { Estate } from '../registry/directory/estate.ts';
import type { AskedEntity } from './axes.ts';
import type { Window } from './window.ts';

/** More are not listed; nobody reads them. */
const most = 100;

/** The corrections that an answer contains, in order of time. */
export function correctionsWithin(
  { corrections, zones, series }: Pick<Estate, 'corrections' | 'zones' | 'series'>,
  entities: readonly Pick<AskedEntity, 'readings'>[],
  { from, to }: Pick<Window, 'from' | 'to'>,
): CorrectionNote[] {
  if (corrections.size === 0) return [];
  const zoneIds = new Set<string>();
  for (const { readings } of entities) {
    for (const member of readings.flat()) {
      // A forecast is made of what sensors counted.
      if (member.gives) continue;
      const owner = series.get(member.series);
      if (owner?.owner === 'zone') zoneIds.add(owner.zoneId);
    }
  }
  const found = [...zoneIds].flatMap((zoneId) =>
    (corrections.get(zoneId) ?? [])
      .filter((each) => each.from < to && each.to > from)
      .map((each) => ({ ...each, zoneId, name: zones.get(zoneId)?.name ?? '' })),
  );
  return found
    .toSorted((a, b) => a.from - b.from)
    .slice(0, most)
    .map(({ correctionId, zoneId, name, kind, reason, ...each }) => ({
      correctionId,
      zoneId,
      name,
      from: iso(each.from),
      to: iso(each.to),
      kind,
      reason,
    }));
}

function iso(instant: number): string {
  return new Date(instant * 1000).toISOString();
}
