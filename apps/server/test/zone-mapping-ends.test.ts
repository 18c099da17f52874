import { createExpectedWaitMapping, listExpectedWaitMappings } from '@atrium/contract/expected-wait-mappings';
import { createQueueMapping, listQueueMappings, updateQueueMapping } from '@atrium/contract/queue-mappings';
import { decommissionSensor, reassignSensor, removeSensor } from '@atrium/contract/sensor-life';
import { createZoneCountMapping, listZoneCountMappings } from '@atrium/contract/zone-count-mappings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sensor } from './estate.ts';
import { type Mall, openMall } from './mapped-zones.ts';
import { openWorld, type World } from './world.ts';

/* The zones that mappings are about belong to one sensor, all other zones to a second one. */

let world: World;
let here: Mall;
let side: Sensor;
let spaceId: string;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  here = await openMall(world);
  side = await here.sensorAt(here.mall, 'Side');
  ({ spaceId } = await world.space({ locationId: here.mall.locationId }));
  const zoneId = async (application: number, sensor = side) =>
    (await here.zone('Zone', application, { sensor })).zoneId;
  const { admin, eye, mall } = here;
  const { locationId } = mall;
  await admin.call(createQueueMapping, {
    body: {
      locationId,
      queueZoneId: await zoneId(5, eye),
      serviceZoneId: await zoneId(6),
      queueOccupancyZoneId: await zoneId(8),
      serviceOccupancyZoneId: await zoneId(8),
    },
  });
  await admin.call(createZoneCountMapping, {
    body: { zoneId: await zoneId(4, eye), dwellZoneId: await zoneId(2), passerbyZoneId: await zoneId(3) },
  });
  await admin.call(createExpectedWaitMapping, { body: { spaceId, headZoneId: await zoneId(7, eye) } });
});

const present = (...ids: (string | null)[]) => ids.filter((id) => id !== null).length;

/** The zones of each mapping that it is not about, or none where the mapping is gone. */
async function left() {
  const [queue] = await here.admin.call(listQueueMappings);
  const [count] = await here.admin.call(listZoneCountMappings);
  const waits = await here.admin.call(listExpectedWaitMappings);
  return {
    queue: queue && present(queue.serviceZoneId, queue.queueOccupancyZoneId, queue.serviceOccupancyZoneId),
    count: count && present(count.dwellZoneId, count.passerbyZoneId),
    waits: waits.length,
    versions: [queue?.version, count?.version],
  };
}
const untouched = { queue: 3, count: 2, waits: 1, versions: [1, 1] };
const gone = { queue: undefined, count: undefined, waits: 0, versions: [undefined, undefined] };
const bare = { queue: 0, count: 0, waits: 1 };

async function siteIn(locationId: string) {
  return (await world.site({ locationId })).siteId;
}
const moveTo = (siteId: string, { sensorId }: Sensor, shouldMoveData = false) =>
  here.admin.call(reassignSensor, { params: { sensorId }, body: { siteId, shouldMoveData } });

describe('[R736] mappings', () => {
  it('end with the sensor of the zone they are about', async () => {
    expect(await left()).toEqual(untouched);
    await here.admin.call(removeSensor, { params: { sensorId: here.eye.sensorId } });
    expect(await left()).toEqual(gone);
  });

  it('go on without the zones of a sensor that is removed, and can get others', async () => {
    await here.admin.call(removeSensor, { params: { sensorId: side.sensorId } });
    const after = await left();
    expect(after).toMatchObject(bare);
    expect(after.versions.every((version) => (version ?? 1) > 1)).toBe(true);
    const [queue] = await here.admin.call(listQueueMappings);
    const { zoneId } = await here.zone('Till', 6);
    await here.admin.call(updateQueueMapping, { params: queue!, body: { serviceZoneId: zoneId } });
    expect(await left()).toMatchObject({ queue: 1 });
  });

  it('stay where a sensor moves within its location or is decommissioned there', async () => {
    await moveTo(await siteIn(here.mall.locationId), here.eye);
    await moveTo(await siteIn(here.mall.locationId), side, true);
    expect(await left()).toEqual(untouched);
    for (const { sensorId } of [here.eye, side]) await here.admin.call(decommissionSensor, { params: { sensorId } });
    expect(await left()).toEqual(untouched);
  });

  it.each([false, true])('end where a sensor moves to another location (its data along: %s)', async (withData) => {
    const arcade = await world.location({ orgId: here.orgId });
    await moveTo(await siteIn(arcade.locationId), side, withData);
    expect(await left()).toMatchObject(bare);
    await moveTo(await siteIn(arcade.locationId), here.eye, withData);
    expect(await left()).toEqual(gone);
  });

  it('leave the zones of a moved sensor free for others', async () => {
    const arcade = await world.location({ orgId: here.orgId });
    const [queue] = await here.admin.call(listQueueMappings);
    const { queueZoneId } = queue!;
    await moveTo(await siteIn(arcade.locationId), here.eye);
    const { locationId } = arcade;
    const made = await here.admin.call(createQueueMapping, { body: { locationId, queueZoneId } });
    expect(await here.admin.call(listQueueMappings)).toEqual([made]);
  });

  it('of a space end with it, and of others stay', async () => {
    const other = await world.space({ locationId: here.mall.locationId });
    const { headZoneId } = (await here.admin.call(listExpectedWaitMappings))[0]!;
    const kept = await here.admin.call(createExpectedWaitMapping, { body: { spaceId: other.spaceId, headZoneId } });
    expect((await here.admin.send('DELETE', `/api/space/${spaceId}`)).status).toBe(200);
    expect(await here.admin.call(listExpectedWaitMappings)).toEqual([kept]);
    expect(await left()).toEqual(untouched);
  });

  it('of a location end with it, and of others stay', async () => {
    const arcade = await world.location({ orgId: here.orgId });
    const { zoneId } = await here.zone('Far', 5, { sensor: await here.sensorAt(arcade) });
    const body = { locationId: arcade.locationId, queueZoneId: zoneId };
    const kept = await here.admin.call(createQueueMapping, { body });
    expect((await here.admin.send('DELETE', `/api/location/${here.mall.locationId}`)).status).toBe(200);
    expect(await left()).toMatchObject({ count: undefined, waits: 0 });
    expect(await here.admin.call(listQueueMappings)).toEqual([kept]);
  });

  it('of a neighbor are never touched', async () => {
    const neighbor = await openMall(world);
    const { zoneId } = await neighbor.zone('Queue', 5);
    const body = { locationId: neighbor.mall.locationId, queueZoneId: zoneId };
    const theirs = await neighbor.admin.call(createQueueMapping, { body });
    await here.admin.send('DELETE', `/api/location/${here.mall.locationId}`);
    await here.admin.call(removeSensor, { params: { sensorId: here.eye.sensorId } });
    expect(await neighbor.admin.call(listQueueMappings)).toEqual([theirs]);
  });
});
