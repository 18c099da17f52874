import type { CorrectionNote } from '@atrium/contract/data-reply';
import type { Estate, EstateCorrection } from '../registry/directory/estate.ts';
import { mayName, type Member } from '../registry/directory/resolve.ts';
import type { Scope } from '../scope.ts';
import type { AskedEntity } from './axes.ts';
import type { Window } from './window.ts';

/** More are not listed; nobody reads them. */
const most = 100;

/** The corrections that an answer contains, in order of time, of zones that the caller may look up. */
export function correctionsWithin(
  estate: Estate,
  scope: Scope,
  entities: readonly Pick<AskedEntity, 'readings'>[],
  window: Pick<Window, 'from' | 'to'>,
): CorrectionNote[] {
  if (estate.corrections.size === 0) return [];
  const counting = new Map<string, Member[]>();
  for (const member of entities.flatMap(({ readings }) => readings.flat())) {
    // A forecast is made of what sensors counted.
    if (member.gives) continue;
    const owner = estate.series.get(member.series);
    if (owner?.owner === 'zone') counting.set(owner.zoneId, [...(counting.get(owner.zoneId) ?? []), member]);
  }
  const found = [...counting].flatMap(([zoneId, members]) =>
    mayName(estate, scope, 'zone', zoneId)
      ? correctionsOf(estate, zoneId, members, window).map((each) => ({
          ...each,
          zoneId,
          name: estate.zones.get(zoneId)?.name ?? '',
        }))
      : [],
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

/** Those of a zone that concern what it counts for an answer: it may have been elsewhere at other times. */
export function correctionsOf(
  { corrections }: Pick<Estate, 'corrections'>,
  zoneId: string,
  members: readonly Stretch[],
  { from, to }: Stretch,
): readonly EstateCorrection[] {
  const touches = (one: Stretch, other: Stretch) => one.from < other.to && one.to > other.from;
  return (corrections.get(zoneId) ?? []).filter(
    (each) => touches(each, { from, to }) && members.some((member) => touches(each, member)),
  );
}

type Stretch = Pick<Window, 'from' | 'to'>;

function iso(instant: number): string {
  return new Date(instant * 1000).toISOString();
}
