import { zoneOf } from '@atrium/calendar/zones';
import type { Facts } from '@atrium/facts/facts-interface';
import { firstMinute, minuteOfReset } from '@atrium/metrics/occupancy-fold';
import {
  acfDays,
  countedStretches,
  type LearnedBalance,
  learnBalance,
  learningSeconds,
} from '@atrium/rules/occupancy-drift';
import { localDay } from '@atrium/calendar/zones';
import { resetsOf } from '@atrium/rules/space-definition';
import type { Directory } from '../../registry/directory/directory.ts';
import { raiseEstateVersion } from '../../registry/directory/store.ts';
import type { Registry } from '../../registry/registry.ts';
import { byHandOf, readActions } from './action-store.ts';
import { type LearningSpace, learningSpaces, saveBalance } from './balance-store.ts';
import { closedMinute } from './closed-minute.ts';
import { countsOf } from './counts.ts';
import { countedMembers } from './definitions.ts';

interface Dependencies {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly facts: Facts;
  readonly clock: () => Date;
}

/** Whenever a day of a space is over, its doors are known better. Run it now and then; `learned` keeps what it has looked at. */
export async function learnBalances(dependencies: Dependencies, learned: Map<string, number>): Promise<void> {
  const { registry, clock } = dependencies;
  const organizations = await registry.system(({ client }) => learningSpaces(client));
  for (const [orgId, spaces] of organizations) {
    const now = clock();
    const found: { space: LearningSpace; balance: LearnedBalance; learnedTo: number }[] = [];
    for (const space of spaces) {
      const learnedTo = lastEnd(space, closedMinute(now));
      if (learnedTo === undefined || learnedTo <= Math.max(space.learnedTo ?? 0, learned.get(space.spaceId) ?? 0))
        continue;
      found.push({ space, balance: await balanceOfSpace(dependencies, space, learnedTo), learnedTo });
      learned.set(space.spaceId, learnedTo);
    }
    const kept = found.filter(({ space, balance }) => space.balance !== null || isKnown(balance));
    if (kept.length === 0) continue;
    const from = Math.floor(now.getTime() / 60_000 + 2) * 60;
    await registry.system(async (tx) => {
      const changed = kept.map((each) => ({ ...each, isNew: !isSame(each.space.balance, each.balance) }));
      if (changed.some(({ isNew }) => isNew)) await raiseEstateVersion(tx, orgId);
      for (const { space, ...each } of changed) await saveBalance(tx.client, space, { ...each, from });
    });
  }
}

const quarter = 900;

/** When the last day of a space was over. */
function lastEnd({ definition }: LearningSpace, closed: number): number | undefined {
  const resets = resetsOf(definition, closed - 3 * 86_400, closed + 1).map(({ at }) => minuteOfReset(at));
  return resets
    .filter((at) => at <= closed)
    .reduce<number | undefined>((last, at) => Math.max(last ?? 0, at), undefined);
}

async function balanceOfSpace(dependencies: Dependencies, space: LearningSpace, to: number): Promise<LearnedBalance> {
  const { registry, facts } = dependencies;
  const { definition, spaceId, factOrg, acfEligible } = space;
  if (!acfEligible) return { acf: null, hours: null };
  const from = Math.floor((to - learningSeconds) / quarter) * quarter;
  const [counts] = await countsOf(facts, factOrg, [{ members: definition.members, from, to, step: quarter }]);
  const actions = await registry.system(({ client }) => readActions(client, new Map([[spaceId, from]]), to));
  const byHand = byHandOf(actions.get(spaceId));
  const stretches = countedStretches(counts!, resetsOf(definition, from, to + 1), byHand);
  const own = learnBalance(stretches, zoneOf(definition.timezone));
  return own.acf === null ? { ...own, acf: await acfOfLocation(dependencies, space, to) } : own;
}

/** A space with few people is corrected like its location, whose days begin and end empty. */
async function acfOfLocation(
  { directory, facts }: Dependencies,
  space: LearningSpace,
  to: number,
): Promise<number | null> {
  const estate = await directory.latest(space.orgId);
  const zone = zoneOf(space.definition.timezone);
  const today = localDay(zone, to);
  const midnights = Array.from({ length: acfDays + 1 }, (_, index) => firstMinute(zone, today - acfDays + index));
  const [from, end] = [midnights[0]!, midnights.at(-1)!];
  const members = countedMembers(estate, 'location', space.locationId);
  const [counts] = await countsOf(facts, space.factOrg, [{ members, from, to: end, step: quarter }]);
  const empty = midnights.map((at) => ({ at, value: 0 }));
  return learnBalance(countedStretches(counts!, empty), zone).acf;
}

function isKnown({ acf, hours }: LearnedBalance): boolean {
  return acf !== null || hours !== null;
}

function isSame(before: LearnedBalance | null, after: LearnedBalance): boolean {
  return JSON.stringify([before?.acf, before?.hours]) === JSON.stringify([after.acf, after.hours]);
}
