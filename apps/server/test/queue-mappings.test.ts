import {
  createQueueMapping,
  getQueueMapping,
  listQueueMappings,
  type QueueMapping,
  updateQueueMapping,
} from '@atrium/contract/queue-mappings';
import { updateZone } from '@atrium/contract/zones';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf } from './audit-trail.ts';
import { type Mall, openMall, refusalOf } from './mapped-zones.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let here: Mall;
let locationId: string;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  here = await openMall(world);
  locationId = here.mall.locationId;
});

const path = '/api/queue-mapping';
const create = (body: object) => here.admin.call(createQueueMapping, { body: { locationId, ...body } });
const refused = async (body: object) => refusalOf(await here.admin.post(path, { locationId, ...body }));
const change = ({ queueMappingId }: QueueMapping, body: object) =>
  here.admin.call(updateQueueMapping, { params: { queueMappingId }, body });
const changeRefused = async ({ queueMappingId }: QueueMapping, body: object) =>
  refusalOf(await here.admin.send('PUT', `${path}/${queueMappingId}`, body));
const listed = async (query: object = {}) =>
  (await here.admin.call(listQueueMappings, { query })).map(({ queueMappingId }) => queueMappingId);

async function zones() {
  const [queue, service] = [await here.zone('Queue', 5), await here.zone('Service', 6)];
  const [waiting, served] = [await here.zone('Waiting', 8), await here.zone('Served', 8)];
  return {
    queueZoneId: queue.zoneId,
    serviceZoneId: service.zoneId,
    queueOccupancyZoneId: waiting.zoneId,
    serviceOccupancyZoneId: served.zoneId,
  };
}
const none = { serviceZoneId: null, queueOccupancyZoneId: null, serviceOccupancyZoneId: null, depthConfig: null };

describe('a queue mapping', () => {
  it('is created, read, changed field by field and deleted, with audit entries', async () => {
    const all = await zones();
    const depthConfig = { type: 'wait', warn: 120, danger: 300 } as const;
    const made = await create({ ...all, depthConfig, orgId: here.orgId });
    const { queueMappingId } = made;
    expect(made).toEqual({ queueMappingId, orgId: here.orgId, locationId, ...all, depthConfig, version: 1 });
    expect(await here.admin.call(getQueueMapping, { params: made })).toEqual(made);
    expect(await change(made, { depthConfig, serviceZoneId: all.serviceZoneId.toUpperCase() })).toEqual(made);
    const changed = await change(made, { serviceZoneId: null, locationId, orgId: here.orgId });
    expect(changed).toEqual({ ...made, serviceZoneId: null, version: 2 });
    expect(await change(made, { depthConfig: null })).toEqual({ ...changed, depthConfig: null, version: 3 });
    const own = `${path}/${queueMappingId}`;
    expect((await here.admin.send('PUT', own, { depthConfig }, { 'if-match': '2' })).status).toBe(412);
    expect((await here.admin.send('DELETE', own, undefined, { 'if-match': '2' })).status).toBe(412);
    expect((await here.admin.send('DELETE', own, undefined, { 'if-match': '3' })).body).toEqual({ ok: true });
    for (const method of ['GET', 'DELETE']) expect((await here.admin.send(method, own)).status).toBe(404);
    expect(await listed()).toEqual([]);
    const entries = (await auditOf(world, here.orgId)).filter(({ action }) => action.startsWith('queue-mapping'));
    expect(entries).toMatchObject([
      { action: 'queue-mapping-created', entityType: 'location', entityId: locationId, detail: { name: 'Queue' } },
      { action: 'queue-mapping-changed', detail: { changed: { serviceZoneId: [all.serviceZoneId, null] } } },
      { action: 'queue-mapping-changed', detail: { changed: { depthConfig: [depthConfig, null] } } },
      { action: 'queue-mapping-deleted', detail: { name: 'Queue' } },
    ]);
    expect(entries[0]?.detail).toMatchObject({ location: 'Mall' });
  });

  it('needs its queue zone only', async () => {
    const { queueZoneId } = await zones();
    expect(await refused({})).toEqual(['400 queueZoneId: Queue zone is required']);
    const made = await create({ queueZoneId });
    expect(made).toMatchObject({ queueZoneId, ...none });
    expect(await changeRefused(made, { queueZoneId: null })).toEqual(['400 queueZoneId: Queue zone is required']);
  });

  it('[R433] takes zones by their count application', async () => {
    const logic = await here.zone('Logic', 10);
    expect(await create({ queueZoneId: logic.zoneId })).toMatchObject({ queueZoneId: logic.zoneId });
    const { queueZoneId, serviceZoneId, queueOccupancyZoneId } = await zones();
    const wrong = { queueZoneId: serviceZoneId, serviceZoneId: queueZoneId, queueOccupancyZoneId };
    expect(await refused(wrong)).toEqual([
      '400 queueZoneId: A queue zone must have count application 5 or 10',
      '400 serviceZoneId: A service zone must have count application 6',
    ]);
    const door = await here.zone('Door', 1);
    expect(
      await refused({ queueZoneId, queueOccupancyZoneId: door.zoneId, serviceOccupancyZoneId: queueZoneId }),
    ).toEqual(['400 serviceOccupancyZoneId: The zone is chosen twice']);
    expect(await refused({ queueZoneId, queueOccupancyZoneId: door.zoneId })).toEqual([
      '400 queueOccupancyZoneId: An occupancy zone must have count application 8',
    ]);
    expect(await listed()).toHaveLength(1);
  });

  it('[R730] takes zones of its location that are not disabled', async () => {
    const closed = await here.zone('Closed', 5, { disabled: true });
    expect(await refused({ queueZoneId: closed.zoneId })).toEqual(['400 queueZoneId: The zone is disabled']);
    const arcade = await world.location({ orgId: here.orgId, name: 'Arcade' });
    const far = await here.zone('Far', 5, { sensor: await here.sensorAt(arcade) });
    expect(await refused({ queueZoneId: far.zoneId })).toEqual([
      '400 queueZoneId: The zone is not at the location of the mapping',
    ]);
    expect(await create({ locationId: arcade.locationId, queueZoneId: far.zoneId })).toMatchObject({ version: 1 });
  });

  it('[R730] keeps a zone that is disabled later until it is replaced', async () => {
    const { queueZoneId, serviceZoneId } = await zones();
    const made = await create({ queueZoneId });
    const params = { sensorId: here.eye.sensorId, zoneId: queueZoneId };
    await here.admin.call(updateZone, { params, body: { disabled: true } });
    const changed = await change(made, { serviceZoneId });
    expect(changed).toMatchObject({ queueZoneId, serviceZoneId, version: 2 });
    const other = await here.zone('Other', 5);
    await change(made, { queueZoneId: other.zoneId });
    expect(await changeRefused(made, { queueZoneId })).toEqual(['400 queueZoneId: The zone is disabled']);
  });

  it('[R731] shares no zone with another one, whatever its field', async () => {
    const [first, second] = [await zones(), await zones()];
    const made = await create({ queueZoneId: first.queueZoneId, queueOccupancyZoneId: first.queueOccupancyZoneId });
    const used = 'The zone is used by another queue mapping';
    expect(await refused({ queueZoneId: first.queueZoneId })).toEqual([`409 queueZoneId: ${used}`]);
    const crossed = { queueZoneId: second.queueZoneId, serviceOccupancyZoneId: first.queueOccupancyZoneId };
    expect(await refused(crossed)).toEqual([`409 serviceOccupancyZoneId: ${used}`]);
    const other = await create({ queueZoneId: second.queueZoneId });
    expect(await changeRefused(other, { queueZoneId: first.queueZoneId })).toEqual([`409 queueZoneId: ${used}`]);
    expect((await change(made, { queueZoneId: first.queueZoneId, depthConfig: null })).version).toBe(1);
    await here.admin.send('DELETE', `${path}/${made.queueMappingId}`);
    expect(await create(crossed).catch(String)).toContain('409');
    expect(await change(other, { serviceOccupancyZoneId: first.queueOccupancyZoneId })).toMatchObject({ version: 2 });
  });

  it('[R731] is created once by two requests of the same instant', async () => {
    const { queueZoneId } = await zones();
    const answers = await Promise.all([1, 2, 3].map(() => here.admin.post(path, { locationId, queueZoneId })));
    expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '409', '409']);
  });

  it('[R732] has a depth with danger at or above warn', async () => {
    const { queueZoneId } = await zones();
    const depth = (depthConfig: unknown) => refused({ queueZoneId, depthConfig });
    expect(await depth({ type: 'length', warn: 9, danger: 8 })).toEqual([
      '400 depthConfig.danger: Danger must not be below warn',
    ]);
    expect(await depth({ type: 'size', warn: 0 })).toEqual([
      '400 depthConfig.type: Depth type must be length or wait',
      '400 depthConfig.warn: Warn must be a whole number from 1 to 86400',
      '400 depthConfig.danger: Danger must be a whole number from 1 to 86400',
    ]);
    for (const nonsense of ['length', [], { type: 'length', warn: 1, danger: 2, more: 3 }])
      expect((await depth(nonsense))[0]).toContain('400 depthConfig');
    const made = await create({ queueZoneId, depthConfig: { danger: 8, warn: 8, type: 'length' } });
    expect(made.depthConfig).toEqual({ type: 'length', warn: 8, danger: 8 });
  });

  it('stays at its location', async () => {
    const { queueZoneId } = await zones();
    const made = await create({ queueZoneId });
    const arcade = await world.location({ orgId: here.orgId });
    expect(await changeRefused(made, { locationId: arcade.locationId })).toEqual([
      '400 locationId: A queue mapping cannot move to another location',
    ]);
  });

  it('[R737] names only what the organization has', async () => {
    const { queueZoneId } = await zones();
    const foreign = await world.zone({ settings: { countApplication: 5 } });
    for (const zoneId of [foreign.zoneId, crypto.randomUUID(), 'nonsense'])
      expect(await refused({ queueZoneId: zoneId })).toEqual(['404 : The zone was not found.']);
    for (const place of [foreign.locationId, 'nonsense'])
      expect(await refused({ queueZoneId, locationId: place })).toEqual(['404 : The location was not found.']);
    expect(await refused({ queueZoneId, name: 'Till' })).toHaveLength(1);
    expect((await here.admin.post(path, { queueZoneId })).status).toBe(400);
    expect((await here.admin.post(path, { locationId, queueZoneId: 5 })).status).toBe(400);
    expect(await listed()).toEqual([]);
  });
});

describe('queue mappings', () => {
  it('are listed by the names of their zones, of one location or all, in pages', async () => {
    const arcade = await world.location({ orgId: here.orgId });
    const b = await create({ queueZoneId: (await here.zone('b till', 5)).zoneId });
    const a = await create({ queueZoneId: (await here.zone('A till', 5)).zoneId });
    const sensor = await here.sensorAt(arcade);
    const far = await here.zone('Counter', 5, { sensor });
    const c = await create({ locationId: arcade.locationId, queueZoneId: far.zoneId });
    const ids = [a, b, c].map(({ queueMappingId }) => queueMappingId);
    expect(await listed()).toEqual(ids);
    expect(await listed({ order: '-name' })).toEqual(ids.toReversed());
    expect(await listed({ locationId })).toEqual(ids.slice(0, 2));
    expect(await listed({ search: 'TILL', limit: 1, offset: 1 })).toEqual([ids[1]]);
    expect(await listed({ locationId: 'nonsense' })).toEqual([]);
    const page = await here.admin.get(`${path}?search=till&limit=1`);
    expect(page.headers.get('x-total-count')).toBe('2');
    expect((await here.admin.get(`${path}?order=queueZoneId`)).status).toBe(400);
  });

  it('[R737] are shown to people who see their location, and to nobody without the data they serve', async () => {
    const arcade = await world.location({ orgId: here.orgId });
    const far = await here.zone('Far', 5, { sensor: await here.sensorAt(arcade) });
    const made = await create({ locationId: arcade.locationId, queueZoneId: far.zoneId });
    const own = await create({ queueZoneId: (await here.zone('Near', 5)).zoneId });
    const limited = await world.signIn(await world.user({ locations: [here.mall] }));
    expect(await limited.call(listQueueMappings)).toEqual([own]);
    expect((await limited.get(`${path}/${made.queueMappingId}`)).status).toBe(404);
    expect((await limited.send('PUT', `${path}/${own.queueMappingId}`, {})).status).toBe(403);
    const { orgId } = await world.organization({ canViewTraffic: true });
    const stranger = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
    expect((await stranger.get(path)).status).toBe(403);
    for (const flag of ['canViewRealTimeQueueService', 'canViewQueueOptimizer']) {
      const one = await world.organization({ [flag]: true });
      const reader = await world.signIn(await world.user({ orgId: one.orgId }));
      expect((await reader.get(path)).body).toEqual([]);
    }
  });

  it('[R738] include their depth', async () => {
    const depthConfig = { type: 'length', warn: 5, danger: 9 } as const;
    const deep = await create({ queueZoneId: (await here.zone('Deep', 5)).zoneId, depthConfig });
    const flat = await create({ queueZoneId: (await here.zone('Flat', 5)).zoneId });
    const include = 'queue_depth_mapping';
    const depth = { queueMappingId: deep.queueMappingId, ...depthConfig };
    expect(await here.admin.call(listQueueMappings, { query: { include } })).toEqual([
      { ...deep, queue_depth_mapping: depth },
      { ...flat, queue_depth_mapping: null },
    ]);
    const one = await here.admin.call(getQueueMapping, { params: deep, query: { include } });
    expect(one.queue_depth_mapping).toEqual(depth);
    const odd = await here.admin.get(`${path}?include=till`);
    expect(decodeURIComponent(odd.headers.get('x-atrium-messages') ?? '')).toContain('till');
  });
});
