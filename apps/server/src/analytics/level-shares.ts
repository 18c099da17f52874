import type { LevelColumn } from '@atrium/facts/kind-questions';
import { limitStretches, type ShareKind, type SpaceCapacity } from '@atrium/rules/space-capacity';
import type { Filling, HeldBy } from './filling.ts';
import type { AskedMember, AskedSlice } from './window.ts';

/**
 * Levels divided by the limits of their spaces. Between two changes of a limit the divisor is a number, so each stretch is a
 * key of its own, and what is known of the stretches of a bucket is put together here. Spaces without a limit are received,
 * and have no share.
 */
export async function fillShares({ reading, window, slices, own, heard, question, ask }: Filling): Promise<void> {
  const { org, freshFrom, marks, heldBy } = question;
  const { stretched, parts } = cutAtLimits(slices, reading.of!, heldBy);
  const columns = [...(own.keys() as Iterable<LevelColumn>), 'got' as const];
  const answer = await ask((facts, asking) =>
    facts.levels.aggregate({ org, slices: stretched, freshFrom, marks, columns }, asking),
  );
  const weights = new Float64Array(heard.length);
  for (let row = 0; row < answer.keys.length; row += 1) {
    const { entity, total } = parts[answer.keys[row]!]!;
    const cell = window.cellOfEntity(entity, answer.buckets[row]!);
    const got = answer.got[row]!;
    heard[cell]! += got;
    if (total === undefined) continue;
    for (const [column, values] of own as ReadonlyMap<LevelColumn, Float64Array>) {
      const share = answer[column][row]! / total;
      values[cell] = joined[column as keyof typeof joined](values[cell]!, share, weights[cell]!, got);
    }
    weights[cell]! += got;
  }
}

type Join = (known: number, share: number, weight: number, got: number) => number;

/** How the share of a later stretch joins what is known; not a number where nothing is. */
const joined: Record<'avg' | 'min' | 'max' | 'last', Join> = {
  avg: (known, share, weight, got) => (weight === 0 ? share : (known * weight + share * got) / (weight + got)),
  min: (known, share, weight) => (weight === 0 ? share : Math.min(known, share)),
  max: (known, share, weight) => (weight === 0 ? share : Math.max(known, share)),
  last: (_, share) => share,
};

interface Part {
  readonly entity: number;
  /** Undefined for spaces without a limit. */
  readonly total: number | undefined;
}

/** The members of each entity, cut at its stretches, in order of time: the keys are those of `parts`. */
export function cutAtLimits(
  slices: readonly AskedSlice[],
  kind: ShareKind,
  heldBy: (series: number) => HeldBy | undefined,
): { readonly stretched: readonly AskedSlice[]; readonly parts: readonly Part[] } {
  const members = new Map<number, AskedMember[]>();
  for (const slice of slices)
    for (const member of slice.members) {
      const known = members.get(member.key);
      if (known) known.push(member);
      else members.set(member.key, [member]);
    }
  const parts: Part[] = [];
  const pieces = new Map<AskedMember, AskedMember[]>();
  for (const [entity, own] of members) {
    const spaces = new Map(own.flatMap(({ series }) => asEntry(heldBy(series))));
    const [from, to] = [Math.min(...own.map((each) => each.from)), Math.max(...own.map((each) => each.to))];
    for (const stretch of limitStretches(kind, spaces, from, to)) {
      const key = parts.push({ entity, total: stretch.total }, { entity, total: undefined }) - 2;
      for (const member of own) {
        const [start, end] = [Math.max(member.from, stretch.from), Math.min(member.to, stretch.to)];
        if (start >= end) continue;
        const isLimited = stretch.limits.has(heldBy(member.series)?.spaceId ?? '');
        const piece = { ...member, from: start, to: end, key: isLimited ? key : key + 1 };
        pieces.set(member, [...(pieces.get(member) ?? []), piece]);
      }
    }
  }
  const stretched = slices.map((slice) => ({
    ...slice,
    members: slice.members.flatMap((member) => pieces.get(member) ?? []),
  }));
  return { stretched: stretched.filter((slice) => slice.members.length > 0), parts };
}

function asEntry(held: HeldBy | undefined): [string, readonly SpaceCapacity[]][] {
  return held ? [[held.spaceId, held.capacities]] : [];
}
