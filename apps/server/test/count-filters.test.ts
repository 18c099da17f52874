import { getTrafficTotal } from '@atrium/contract/data';
import { encodePush } from '@atrium/simulator/xovis5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { aMac, at } from './pushing.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let orgId: string;
let admin: Client;
let path: string;
beforeAll(async () => {
  world = await openWorld({ now: new Date('2026-03-26T12:00:30Z') });
  ({ orgId } = await world.organization());
  admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  path = `/api/push/xovis5/${await world.pushKey({ orgId })}`;
});
afterAll(() => world.close());

/** How a sensor names its parts of the people at a line, and how many of each went in. */
const parts = { group: 3, adult: 15, child: 5, shopping_cart: 7 };
const cases = [
  [1, 'group'],
  [2, 'adult'],
  [4, 'child'],
  [6, 'shopping_cart'],
] as const;

const counted = (measure: string, ins: number) => ({ kind: 'count', measure, ins, outs: 0 }) as const;

/** A sensor that reports people and their parts at one line. */
async function door() {
  const macAddress = aMac();
  const { locationId } = await world.location({ orgId, timezone: 'UTC' });
  const { sensorId } = await world.sensor({ siteId: (await world.site({ locationId })).siteId, macAddress });
  const line = await world.zone({ sensorId });
  let packageId = 0;
  const push = async (deviceId: string, people: number, some: Partial<typeof parts> = {}) => {
    const from = at('2026-03-26T10:00:00Z');
    const record = { from, to: from + 60, forward: 0, backward: 0, samples: 60, samplesExpected: 60 };
    const readings = [counted('people', people), ...Object.entries(some).map(([name, ins]) => counted(name, ins))];
    packageId += 1;
    const logics = [{ id: Number(deviceId), name: `Line ${deviceId}`, records: [{ ...record, readings }] }];
    const body = encodePush({ kind: 'logics', device: { macAddress, timezone: 'UTC' }, packageId, logics });
    expect((await world.anonymous().post(path, body)).status).toBe(200);
    await world.ingestion.idle();
  };
  const ins = async (countFilter?: number) => {
    const query = { entityType: 'location', entityIds: locationId, relativeDate: 'today', countFilter } as const;
    return (await admin.call(getTrafficTotal, { query })).results.map(({ sumins }) => sumins);
  };
  await push(line.deviceId, 20, parts);
  return { sensorId, push, ins };
}

describe('[R1151] a count filter', () => {
  it('counts what the sensor reports as a measure of its own', async () => {
    const { ins } = await door();
    for (const [countFilter, part] of cases) expect([part, await ins(countFilter)]).toEqual([part, [parts[part]]]);
    expect(await ins()).toEqual([20]);
    expect(await ins(3)).toEqual([null]);
  });

  it.each(cases)('%i is taken from a zone that has it instead of the measure %s', async (countFilter, part) => {
    const { sensorId, push, ins } = await door();
    const settings = { countFilter, perimeter: true };
    const own = await world.zone({ sensorId, settings });
    await push(own.deviceId, 11);
    expect(await ins(countFilter)).toEqual([11]);
    for (const [other, name] of cases) if (name !== part) expect(await ins(other)).toEqual([parts[name]]);
    expect(await ins()).toEqual([20]);
  });

  it.each(cases)('%i is taken from the measure where the zone that has it is disabled', async (countFilter, part) => {
    const { sensorId, push, ins } = await door();
    const disabled = await world.zone({ sensorId, settings: { countFilter, disabled: true, perimeter: true } });
    await push(disabled.deviceId, 11);
    expect(await ins(countFilter)).toEqual([parts[part]]);
  });
});
