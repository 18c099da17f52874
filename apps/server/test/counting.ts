import { getTraffic } from '@atrium/contract/data';
import type { QueryInput } from '@atrium/contract/endpoint';
import { packVer } from '@atrium/facts/version';
import { encodePush } from '@atrium/simulator/xovis5';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { sensor } from '../src/registry/schema/sensors.ts';
import { rollupMark } from '../src/registry/schema/series.ts';
import type { Client } from './client.ts';
import type { Organization, Zone } from './estate.ts';
import type { World } from './world.ts';

export const at = (text: string) => Date.parse(text) / 1000;
export const iso = (second: number) => new Date(second * 1000).toISOString();

/** Shops with a door, and people who go through it. */
export function countingIn(world: () => World) {
  /** Consecutive minutes, by default with one person in and two out in each, and the quarters computed from them. */
  async function count(...readings: Parameters<typeof append>) {
    const [org, zone, from, to] = readings;
    await append(...readings);
    await world().facts.rebuild(org.factOrg, [zone.seriesId], at(from), at(to));
  }

  /** Minutes without quarters yet. */
  async function append(
    org: Organization,
    zone: Zone,
    from: string,
    to: string,
    people: (minute: number) => number = () => 1,
  ) {
    const rows = [];
    for (let second = at(from), i = 0; second < at(to); second += 60, i += 1) {
      const ins = people(i);
      rows.push({
        org: org.factOrg,
        series: zone.seriesId,
        at: second,
        span: 60,
        ins,
        outs: 2 * ins,
        ver: packVer({ rank: 'final', seq: BigInt(second), generation: 1 }),
        gone: 0 as const,
        flags: 0,
      });
    }
    await world().facts.append(rows);
  }

  async function shop({ timezone = 'Europe/Berlin', org }: { timezone?: string; org?: Organization } = {}) {
    const owner = org ?? (await world().organization());
    const location = await world().location({ orgId: owner.orgId, timezone });
    const site = await world().site({ locationId: location.locationId });
    const made = await world().sensor({ siteId: site.siteId });
    const zone = await world().zone({ sensorId: made.sensorId });
    return { org: owner, location, site, sensor: made, zone };
  }

  const adminOf = async ({ orgId }: Organization) =>
    world().signIn(await world().user({ orgId, role: 'OrganizationAdministrator' }));

  async function markAll(org: Organization, zone: Zone, days: readonly number[]) {
    await world().registry.system(({ sql }) =>
      sql.insert(rollupMark).values(
        days.map((day) => ({
          orgId: org.orgId,
          seriesId: zone.seriesId,
          day: new Date(day * 1000).toISOString().slice(0, 10),
          lane: 0,
          seq: 1,
          ready: true,
        })),
      ),
    );
  }

  const keys = new Map<string, Promise<string>>();
  let packageId = 0;

  /**
   * Sensors report how many went in since midnight, and twice as many out, all in one minute: the next time the same
   * minute is reported with another number. By default it is the minute that has just ended.
   */
  async function countToday(zones: readonly Zone[], ins: number, minute = world().now().getTime() / 1000 - 60) {
    const from = Math.floor(minute / 60) * 60;
    const record = { from, to: from + 60, forward: ins, backward: 2 * ins, samples: 60, samplesExpected: 60 };
    for (const sensorId of new Set(zones.map((zone) => zone.sensorId))) {
      const own = zones.filter((zone) => zone.sensorId === sensorId);
      const { orgId } = own[0]!;
      const key = await (keys.get(orgId) ?? keys.set(orgId, world().pushKey({ orgId })).get(orgId)!);
      packageId += 1;
      const push = encodePush({
        kind: 'logics',
        device: { macAddress: await macOf(sensorId), timezone: 'UTC' },
        packageId,
        logics: own.map(({ deviceId, name }) => ({ id: Number(deviceId), name, records: [record] })),
      });
      const send = () => world().anonymous().post(`/api/push/xovis5/${key}`, push);
      let answer = await send();
      // Like sensors: on a busy machine the first push may have to be retried.
      for (let tries = 1; answer.status === 503 && tries < 10; tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        answer = await send();
      }
      if (answer.status !== 200)
        throw new Error(`The push was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
  }

  async function macOf(sensorId: string): Promise<string> {
    const [found] = await world().registry.system(({ sql }) =>
      sql.select({ mac: sensor.macAddress }).from(sensor).where(eq(sensor.sensorId, sensorId)),
    );
    return found?.mac ?? '';
  }

  return { count, append, shop, adminOf, markAll, countToday };
}

export type Detail = QueryInput<typeof getTraffic>;

/** The world does not check streamed replies, so they are checked against the contract here. */
export async function detail(client: Client, query: Detail) {
  return z.parse(getTraffic.reply, await client.call(getTraffic, { query }));
}

/** Some of the days lie further back than the sensors of a test. */
export async function countingSince({ registry }: Pick<World, 'registry'>, day: string, orgId: string) {
  await registry.system(async ({ client }) => {
    await client.query('UPDATE sensor SET commissioned_date = $1 WHERE org_id = $2', [day, orgId]);
    for (const table of ['series', 'series_factor'])
      await client.query(`UPDATE ${table} SET "from" = $1 WHERE org_id = $2`, [day, orgId]);
  });
}
