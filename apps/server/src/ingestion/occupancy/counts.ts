import type { Facts } from '@atrium/facts/facts-interface';
import type { CountedMinute } from '@atrium/metrics/occupancy-fold';
import type { Stretch } from '@atrium/rules/space-days';
import type { SpaceMember } from '@atrium/rules/space-definition';

/** Counts of doors in `[from, to)`, in steps of so many seconds. */
export interface AskedCounts extends Stretch {
  readonly members: readonly SpaceMember[];
  readonly step: number;
}

/** Of each question, the steps in which something was received: of all doors together, weighted, and reversed where zones are. */
export async function countsOf(facts: Facts, org: number, asked: readonly AskedCounts[]): Promise<CountedMinute[][]> {
  const found = asked.map((): CountedMinute[] => []);
  const slices = asked.map(({ members, from, to, step }, key) => ({
    edges: Array.from({ length: Math.ceil((to - from) / step) + 1 }, (_, index) => from + index * step),
    members: members.filter((member) => member.from < to && member.to > from).map((member) => askedMember(member, key)),
  }));
  const used = slices.filter(({ members }) => members.length > 0);
  if (used.length === 0) return found;
  const answer = await facts.aggregate({ org, slices: used, freshFrom: 0, marks: [] });
  for (const [index, key] of answer.keys.entries()) {
    const { from, step } = asked[key]!;
    found[key]!.push({ at: from + answer.buckets[index]! * step, ins: answer.ins[index]!, outs: answer.outs[index]! });
  }
  return found;
}

export function askedMember({ reversed, ...member }: SpaceMember, key: number) {
  return { ...member, key, ...(reversed && { reversed }) };
}
