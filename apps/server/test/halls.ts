import { encodePush } from '@atrium/simulator/xovis5';
import { and, asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { series } from '../src/registry/schema/series.ts';
import { spaceDay } from '../src/registry/schema/space-occupancy.ts';
import type { Zone } from './estate.ts';
import { aMac, at } from './pushing.ts';
import type { World } from './world.ts';

/** The day of all that happens there. */
export const day = '2026-03-04';
export const utc = (time: string) => at(`${day}T${time}:00Z`);

/** A hall with a front door and a back door, in New York. */
export function hallsIn(world: () => World) {
  return async function hall(
    values: Parameters<World['space']>[0] = {},
    more: Parameters<World['organization']>[0] = {},
  ) {
    world().setNow(new Date(`${day}T18:00:40Z`));
    const org = await world().organization({ canViewOccupancy: true, canViewExpectedWaitTime: true, ...more });
    const { orgId } = org;
    const location = await world().location({ orgId, timezone: 'America/New_York' });
    const { locationId } = location;
    const { siteId } = await world().site({ locationId });
    const macAddress = aMac();
    const { sensorId } = await world().sensor({ siteId, macAddress });
    const front = await world().zone({ sensorId });
    const back = await world().zone({ sensorId, settings: { scaleFactor: 1.5 } });
    const { spaceId } = await world().space({
      orgId,
      locationId,
      updatedAt: new Date('2026-02-01T00:00:00Z'),
      ...values,
    });
    const assigned = new Map<string, string>();
    for (const { zoneId } of [front, back]) {
      const { spaceZoneAssignmentId } = await world().spaceZone({ orgId, spaceId, zoneId });
      assigned.set(zoneId, spaceZoneAssignmentId);
    }
    const admin = await world().signIn(await world().user({ orgId, role: 'OrganizationAdministrator' }));
    const key = await world().pushKey({ orgId });
    let packageId = 0;

    /** Sends minutes of a door: ins and outs by their start in UTC. */
    const push = async (zone: Zone, minutes: Readonly<Record<string, readonly [number, number]>>) => {
      packageId += 1;
      const records = Object.entries(minutes).map(([time, [forward, backward]]) => {
        const from = time.includes('T') ? at(`${time}:00Z`) : utc(time);
        return { from, to: from + 60, forward, backward, samples: 60, samplesExpected: 60 };
      });
      const logics = [{ id: Number(zone.deviceId), name: zone.name, records }];
      const body = encodePush({ kind: 'logics', device: { macAddress, timezone: 'UTC' }, packageId, logics });
      expect((await world().anonymous().post(`/api/push/xovis5/${key}`, body)).status).toBe(200);
      await world().ingestion.idle();
    };
    const seriesOfLevels = async () => {
      const owned = and(eq(series.spaceId, spaceId), eq(series.measure, 'level'));
      const rows = await world().registry.system(({ sql }) => sql.select().from(series).where(owned));
      return rows.map(({ seriesId }) => seriesId);
    };
    /** People by minute, in UTC. */
    const levels = async (from = `${day}T05:00`, to = `${day}T23:00`) => {
      await world().ingestion.idle();
      const [found] = await seriesOfLevels();
      if (found === undefined) return {};
      const begin = at(`${from}:00Z`);
      const edges = Array.from({ length: (at(`${to}:00Z`) - begin) / 60 + 1 }, (_, index) => begin + index * 60);
      const members = [{ series: found, from: 0, to: edges.at(-1)!, key: 1, unit: 1, weight: 0.0001 }];
      const { buckets, last, got } = await world().facts.levels.aggregate({
        org: org.factOrg,
        slices: [{ edges, members }],
        columns: ['last', 'got'],
        freshFrom: 0,
        marks: [],
      });
      expect([...got].every((seconds) => seconds === 60)).toBe(true);
      const timeOf = (bucket: number) => new Date(edges[bucket]! * 1000).toISOString();
      return Object.fromEntries([...buckets].map((bucket, index) => [timeOf(bucket).slice(11, 16), last[index]!]));
    };
    const days = async () => {
      await world().ingestion.idle();
      return world().registry.system(({ sql }) =>
        sql.select().from(spaceDay).where(eq(spaceDay.spaceId, spaceId)).orderBy(asc(spaceDay.day)),
      );
    };
    return {
      org,
      location,
      locationId,
      front,
      back,
      spaceId,
      params: { spaceId },
      admin,
      assigned,
      push,
      levels,
      days,
      seriesOfLevels,
    };
  };
}
