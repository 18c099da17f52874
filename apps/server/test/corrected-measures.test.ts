import { createCorrection, removeCorrection } from '@atrium/contract/corrections';
import { dataCalls } from '@atrium/contract/data';
import type { SourceName } from '@atrium/metrics/sources';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { withEverySource } from './every-source.ts';
import { aMac } from './pushing.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let orgId: string;
let admin: Client;
beforeAll(async () => {
  world = await openWorld({ now: new Date('2026-03-26T02:00:30Z') });
  ({ orgId } = await world.organization(withEverySource));
  admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
}, 180_000);
afterAll(() => world.close());

/** What the zone of each source measures, as its sensor says it, and the column that shows it. */
const cases: readonly [SourceName, number, string, string, ...object[]][] = [
  ['traffic', 1, 'people', 'sumins', { in: 5, out: 1 }],
  ['gender', 1, 'male', 'maleinspct', ...['male', 'female', 'unknown'].map((measure) => ({ measure, in: 5, out: 1 }))],
  ['queue', 5, 'wait', 'sumqueuethroughput', { wait: 60, people: 2 }],
  ['service', 6, 'service', 'sumnumberserved', { service: 60, people: 2 }],
  ['zone_occupancy', 8, 'level', 'avgzoneoccupancy', { level: 8 }],
];

it.each(cases)(
  '[R1174] [R662] %s of an excluded stretch is missing, and back when the correction is taken back',
  async (source, countApplication, measure, column, ...said) => {
    const macAddress = aMac();
    const { locationId } = await world.location({ orgId, timezone: 'UTC' });
    const { siteId } = await world.site({ locationId });
    const { sensorId } = await world.sensor({ siteId, macAddress });
    const { zoneId, deviceId } = await world.zone({ sensorId, settings: { countApplication }, measure });
    const readings = ['10', '14'].flatMap((hour) => {
      const times = { from: `2026-03-25T${hour}:00:00Z`, to: `2026-03-25T${hour}:15:00Z` };
      return said.map((each) => ({ [countApplication === 1 ? 'line' : 'zone']: deviceId, ...times, ...each }));
    });
    const path = `/api/push/json/${await world.pushKey({ orgId })}`;
    expect((await world.anonymous().post(path, { device: macAddress, readings })).status).toBe(200);
    /** The hours that have a value. */
    const hours = async () => {
      await world.ingestion.idle();
      const day = { relativeDate: 'custom', startDate: '2026-03-25', endDate: '2026-03-25', dateGroupings: 'hour' };
      const query = { ...day, entityType: 'zone', entityIds: zoneId };
      const { results } = await admin.call(dataCalls[source as 'traffic'].detail, { query: query as never });
      const rows = results as unknown as Record<string, string | number | null>[];
      return rows.flatMap(({ recordDate, ...row }) =>
        (row[column] ?? null) === null ? [] : [String(recordDate).slice(11, 13)],
      );
    };
    expect(await hours()).toEqual(['10', '14']);
    const { correctionId } = await admin.call(createCorrection, {
      body: {
        zoneId,
        from: '2026-03-25T09:30:00.000Z',
        to: '2026-03-25T11:30:00.000Z',
        kind: 'excluded',
        reason: 'A banner covered the sensor',
      },
    });
    expect(await hours()).toEqual(['14']);
    await admin.call(removeCorrection, { params: { correctionId } });
    expect(await hours()).toEqual(['10', '14']);
  },
);
