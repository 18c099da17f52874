import { getTraffic } from '@atrium/contract/data';
import type { QueryInput } from '@atrium/contract/endpoint';
import { packVer } from '@atrium/facts/ver';
import * as z from 'zod/mini';
import { notification } from '../src/registry/notifications.ts';
import { rollupMark } from '../src/registry/schema/series.ts';
import type { Client } from './client.ts';
import type { Organization, Zone } from './estate.ts';
import type { World } from './world.ts';

export const at = (text: string) => Date.parse(text) / 1000;
export const iso = (second: number) => new Date(second * 1000).toISOString();

const berlinDay = ['2026-03-03T23:00:00Z', '2026-03-04T23:00:00Z'] as const;
const lastMinute = '2026-03-04T11:59:00Z';

/** Shops with a door, and people who go through it. */
export function countingIn(world: () => World) {
  /** Minutes in a row, one person in and two out in each unless told otherwise, and the quarters that follow from them. */
  async function count(...readings: Parameters<typeof append>) {
    const [org, zone, from, to] = readings;
    await append(...readings);
    await world().facts.rebuild(org.factOrg, [zone.seriesId], at(from), at(to));
  }

  /** Minutes that no quarter knows of yet. */
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
    const sensor = await world().sensor({ siteId: site.siteId });
    const zone = await world().zone({ sensorId: sensor.sensorId });
    return { org: owner, location, site, sensor, zone };
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

  /** What ingestion does when readings of today arrive: the sums change, and everybody is told. */
  async function countToday(zones: readonly Zone[], ins: number, day: readonly [from: string, to: string] = berlinDay) {
    await world().registry.system(async ({ client }) => {
      await client.query(
        `INSERT INTO series_last (series_id, org_id, day_from, day_to, closed_ins, closed_outs, closed_got, tail_from,
                                  tail, ins, outs, got, last_minute, updated_at)
         SELECT series_id, org_id, $3, $4, 0, 0, 0, $3, '[]', $5, $6, 3600, $7, $7
         FROM unnest($1::int[], $2::uuid[]) AS t (series_id, org_id)
         ON CONFLICT (series_id) DO UPDATE SET day_from = $3, day_to = $4, ins = $5, outs = $6`,
        [zones.map((zone) => zone.seriesId), zones.map((zone) => zone.orgId), ...day, ins, 2 * ins, lastMinute],
      );
      const series = zones.map((zone) => zone.seriesId);
      const { text, values } = notification('readings', series);
      await client.query(text, values);
    });
  }

  return { count, append, shop, adminOf, markAll, countToday };
}

export type Detail = QueryInput<typeof getTraffic>;

/** The streamed reply is not watched by the world, so it is held against the contract here. */
export async function detail(client: Client, query: Detail) {
  return z.parse(getTraffic.reply, await client.call(getTraffic, { query }));
}
