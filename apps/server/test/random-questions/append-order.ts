import { packVer } from '@atrium/facts/version';
import { withEverySource } from '../every-source.ts';
import { at } from '../counting.ts';
import type { World } from '../world.ts';
import type { Asked, Row } from './asked.ts';
import { ask } from './check.ts';
import { askedGroupings, isFine } from './groupings.ts';
import type { Random } from './places.ts';

const [from, to] = [at('2026-03-28T00:00:00Z'), at('2026-03-31T00:00:00Z')];
const dates = { startDate: '2026-03-28', endDate: '2026-03-30' };

interface Reading {
  readonly at: number;
  readonly ver: bigint;
  readonly value: number;
}

/** Minutes with gaps; some are said several times, and the newest counts. */
function readingsOf(random: Random): Reading[] {
  const readings: Reading[] = [];
  for (let minute = from; minute < to; minute += 60)
    for (let generation = random(6) > 0 ? 1 : 0; generation > 0 && generation < 4; generation += 1) {
      const ver = packVer({ rank: 'final', seq: BigInt(minute), generation });
      readings.push({ at: minute, ver, value: random(9) });
      if (random(4) > 0) break;
    }
  return readings;
}

function shuffled(list: readonly Reading[], random: Random): Reading[] {
  const left = [...list];
  return list.map(() => left.splice(random(left.length), 1)[0]!);
}

/** Two places that differ only in the order in which their readings were appended. */
export async function brokenByOrder(world: World, random: Random, count: number): Promise<string[]> {
  const org = await world.organization(withEverySource);
  const client = await world.signIn(await world.user({ orgId: org.orgId, role: 'OrganizationAdministrator' }));
  const [counted, levels] = [readingsOf(random), readingsOf(random)];
  const zones = [];
  const rowOf = (series: number, { at: second, ver }: Reading) =>
    ({ org: org.factOrg, series, at: second, span: 60, gone: 0, ver }) as const;
  for (const isShuffled of [false, true]) {
    const inOrder = (list: readonly Reading[]) => (isShuffled ? shuffled(list, random) : list);
    const { locationId } = await world.location({ orgId: org.orgId, timezone: 'Europe/Berlin' });
    const { sensorId } = await world.sensor({ siteId: (await world.site({ locationId })).siteId });
    const door = await world.zone({ sensorId });
    const area = await world.zone({ sensorId, settings: { countApplication: 8 }, measure: 'level' });
    const rows = inOrder(counted).map((each) => ({
      ...rowOf(door.seriesId, each),
      ins: each.value,
      outs: 8 - each.value,
      flags: 0,
    }));
    const inside = inOrder(levels).map((each) => ({
      ...rowOf(area.seriesId, each),
      last: each.value,
      lo: each.value,
      hi: each.value + 1,
      area: 60 * each.value + 30,
    }));
    for (let part = 0; part < 3; part += 1) {
      const own = <T>(list: readonly T[]) => list.filter((_, index) => Math.floor((3 * index) / list.length) === part);
      await world.facts.append(own(rows));
      await world.facts.levels.append(own(inside));
    }
    await world.facts.rebuild(org.factOrg, [door.seriesId], from, to);
    await world.facts.levels.rebuild(org.factOrg, [area.seriesId], from, to);
    zones.push({ traffic: door.zoneId, zone_occupancy: area.zoneId });
  }
  const problems: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const source = (['traffic', 'zone_occupancy'] as const)[random(2)]!;
    const offered = askedGroupings.filter((text) => !isFine(text));
    const metrics = source === 'traffic' ? ['ins', 'outs(max)'] : ['zoneoccupancy', 'zoneoccupancy(max)'];
    const asked = { source, entityType: 'zone', metrics, ...dates, dateGroupings: offered[random(offered.length)] };
    const answers = [];
    for (const zone of zones) {
      const question = { ...asked, entityIds: [zone[source]], excludeClosedHours: false } as Asked;
      answers.push(JSON.stringify((await ask({ client }, question)).results.map(withoutName)));
    }
    if (answers[0] !== answers[1]) problems.push(`${source} by ${asked.dateGroupings}`);
  }
  return problems;
}

function withoutName(row: Row): Row {
  return { ...row, entityId: undefined, name: undefined };
}
