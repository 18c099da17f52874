import { FactsError } from '@atrium/facts/errors';
import type { Facts } from '@atrium/facts/facts-interface';
import type { Entity } from '../../registry/directory/resolve.ts';
import { earlierMembers, type EarlierPart } from './live-reading.ts';

/**
 * Asks the facts for what was counted today under earlier weights. While they are unavailable the whole day is shown with the
 * current weight: a live number does not wait for them.
 */
export async function earlierParts(
  facts: Pick<Facts, 'sums'>,
  factOrg: number,
  entity: Entity,
  now: number,
): Promise<EarlierPart[]> {
  try {
    return await Promise.all(earlierMembers(entity, now).map((member) => partOf(facts, factOrg, member)));
  } catch (error) {
    if (error instanceof FactsError) return [];
    throw error;
  }
}

async function partOf(facts: Pick<Facts, 'sums'>, org: number, member: EarlierPart['member']): Promise<EarlierPart> {
  const [from, to] = [wholeMinute(member.from), wholeMinute(member.to)];
  const [sums] = await facts.sums({ org, series: [member.series], from, to: Math.max(from, to) });
  return { member, ins: sums?.ins ?? 0, outs: sums?.outs ?? 0, got: sums?.got ?? 0 };
}

/** A minute belongs to the stretch it starts in. */
function wholeMinute(instant: number): number {
  return Math.ceil(instant / 60) * 60;
}
