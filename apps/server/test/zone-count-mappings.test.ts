import { getSpace } from '@atrium/contract/spaces';
import { listSites } from '@atrium/contract/sites';
import {
  createZoneCountMapping,
  getZoneCountMapping,
  listZoneCountMappings,
  updateZoneCountMapping,
} from '@atrium/contract/zone-count-mappings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf } from './audit-trail.ts';
import { type Mall, openMall, refusalOf } from './mapped-zones.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let here: Mall;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  here = await openMall(world);
});

const path = '/api/zone-count-mapping';
const create = (body: { zoneId: string; dwellZoneId?: string; passerbyZoneId?: string }) =>
  here.admin.call(createZoneCountMapping, { body });
const refused = async (body: object) => refusalOf(await here.admin.post(path, body));
const change = (zoneId: string, body: object) => here.admin.call(updateZoneCountMapping, { params: { zoneId }, body });
const changeRefused = async (zoneId: string, body: object) =>
  refusalOf(await here.admin.send('PUT', `${path}/${zoneId}`, body));

async function zones() {
  const [line, dwell] = [await here.zone('Shelf', 4), await here.zone('At the shelf', 2)];
  const passerby = await here.zone('Past the shelf', 3);
  return { zoneId: line.zoneId, dwellZoneId: dwell.zoneId, passerbyZoneId: passerby.zoneId };
}

describe('a zone count mapping', () => {
  it('is created, read, changed field by field and deleted under its count line, with audit entries', async () => {
    const all = await zones();
    const { zoneId, dwellZoneId, passerbyZoneId } = all;
    const made = await create({ zoneId, dwellZoneId });
    expect(made).toEqual({ orgId: here.orgId, zoneId, dwellZoneId, passerbyZoneId: null, version: 1 });
    expect(await here.admin.call(getZoneCountMapping, { params: made })).toEqual(made);
    expect(await change(zoneId.toUpperCase(), { dwellZoneId, zoneId, orgId: here.orgId })).toEqual(made);
    expect(await change(zoneId, { passerbyZoneId })).toEqual({ ...made, passerbyZoneId, version: 2 });
    expect(await change(zoneId, { dwellZoneId: null })).toMatchObject({
      dwellZoneId: null,
      passerbyZoneId,
      version: 3,
    });
    const own = `${path}/${zoneId}`;
    expect((await here.admin.send('PUT', own, { passerbyZoneId: null }, { 'if-match': '1' })).status).toBe(412);
    expect((await here.admin.send('DELETE', own, undefined, { 'if-match': '3' })).body).toEqual({ ok: true });
    for (const method of ['GET', 'DELETE']) expect((await here.admin.send(method, own)).status).toBe(404);
    expect((await create(all)).version).toBe(1);
    const entries = (await auditOf(world, here.orgId)).filter(({ action }) => action.startsWith('zone-count-mapping'));
    expect(entries).toMatchObject([
      { action: 'zone-count-mapping-created', entityType: 'zone', entityId: zoneId, detail: { name: 'Shelf' } },
      { action: 'zone-count-mapping-changed', detail: { changed: { passerbyZoneId: [null, passerbyZoneId] } } },
      {
        action: 'zone-count-mapping-changed',
        detail: { name: 'Shelf', changed: { dwellZoneId: [dwellZoneId, null] } },
      },
      { action: 'zone-count-mapping-deleted', detail: { name: 'Shelf' } },
      { action: 'zone-count-mapping-created' },
    ]);
  });

  it('[R434] takes a count line, a dwell zone and a passerby zone', async () => {
    const { zoneId, dwellZoneId, passerbyZoneId } = await zones();
    expect(await refused({ zoneId: dwellZoneId, dwellZoneId: passerbyZoneId, passerbyZoneId: zoneId })).toEqual([
      '400 zoneId: A count line must have count application 4',
      '400 dwellZoneId: A dwell zone must have count application 2',
      '400 passerbyZoneId: A passerby zone must have count application 3',
    ]);
    expect(await create({ zoneId, dwellZoneId, passerbyZoneId })).toMatchObject({
      zoneId,
      dwellZoneId,
      passerbyZoneId,
    });
    expect(await changeRefused(zoneId, { dwellZoneId: passerbyZoneId })).toEqual([
      '400 dwellZoneId: A dwell zone must have count application 2',
    ]);
  });

  it('[R435] has its dwell zone alone, and its passerby zone with others', async () => {
    const [first, second] = [await zones(), await zones()];
    await create(first);
    const used = '409 dwellZoneId: The dwell zone is used by another zone count mapping';
    expect(await refused({ zoneId: second.zoneId, dwellZoneId: first.dwellZoneId })).toEqual([used]);
    await create({ zoneId: second.zoneId, passerbyZoneId: first.passerbyZoneId });
    expect(await changeRefused(second.zoneId, { dwellZoneId: first.dwellZoneId })).toEqual([used]);
    await change(first.zoneId, { dwellZoneId: null });
    expect(await change(second.zoneId, { dwellZoneId: first.dwellZoneId })).toMatchObject({ version: 2 });
  });

  it('is the only one of its count line', async () => {
    const { zoneId, dwellZoneId } = await zones();
    await create({ zoneId });
    const mapped = '409 zoneId: The count line already has a zone count mapping';
    expect(await refused({ zoneId, dwellZoneId })).toEqual([mapped]);
    const other = await here.zone('Other', 4);
    expect(await changeRefused(zoneId, { zoneId: other.zoneId })).toEqual([
      '400 zoneId: A zone count mapping cannot move to another count line',
    ]);
  });

  it('[R730] has all its zones at one location, none of them disabled', async () => {
    const { zoneId } = await zones();
    const arcade = await world.location({ orgId: here.orgId });
    const far = await here.zone('Far', 2, { sensor: await here.sensorAt(arcade) });
    expect(await refused({ zoneId, dwellZoneId: far.zoneId })).toEqual([
      '400 dwellZoneId: The zone is not at the location of the mapping',
    ]);
    const closed = await here.zone('Closed', 4, { disabled: true });
    expect(await refused({ zoneId: closed.zoneId })).toEqual(['400 zoneId: The zone is disabled']);
    await here.admin.send('DELETE', `/api/location/${arcade.locationId}`);
    const left = await here.zone('Left', 4, { sensor: { ...here.eye, sensorId: far.sensorId } });
    expect(await refused({ zoneId: left.zoneId })).toEqual([
      '400 zoneId: The zone is not at the location of the mapping',
    ]);
  });

  it('[R737] names only zones of the organization', async () => {
    const { zoneId } = await zones();
    const foreign = await world.zone({ settings: { countApplication: 4 } });
    for (const id of [foreign.zoneId, crypto.randomUUID(), 'nonsense']) {
      expect(await refused({ zoneId: id })).toEqual(['404 : The zone was not found.']);
      expect(await refused({ zoneId, passerbyZoneId: id })).toEqual(['404 : The zone was not found.']);
      expect((await here.admin.get(`${path}/${id}`)).status).toBe(404);
    }
    for (const body of [{}, { zoneId: null }, { zoneId, dwellZoneId: 2 }, { zoneId, countZoneId: zoneId }])
      expect((await here.admin.post(path, body)).status).toBe(400);
    expect(await here.admin.call(listZoneCountMappings)).toEqual([]);
  });
});

describe('zone count mappings', () => {
  it('[R737] are listed by name, within the locations of the caller', async () => {
    const arcade = await world.location({ orgId: here.orgId });
    const sensor = await here.sensorAt(arcade);
    const [b, a, c] = [await here.zone('b', 4), await here.zone('A', 4), await here.zone('C', 4, { sensor })];
    for (const { zoneId } of [b, a, c]) await create({ zoneId });
    const listed = async (client = here.admin, query = {}) =>
      (await client.call(listZoneCountMappings, { query })).map(({ zoneId }) => zoneId);
    expect(await listed()).toEqual([a.zoneId, b.zoneId, c.zoneId]);
    expect(await listed(here.admin, { locationId: arcade.locationId })).toEqual([c.zoneId]);
    expect(await listed(here.admin, { search: 'B' })).toEqual([b.zoneId]);
    expect((await here.admin.get(`${path}?limit=1`)).headers.get('x-total-count')).toBe('3');
    const limited = await world.signIn(await world.user({ locations: [arcade] }));
    expect(await listed(limited)).toEqual([c.zoneId]);
    expect((await limited.get(`${path}/${a.zoneId}`)).status).toBe(404);
    expect((await limited.post(path, { zoneId: c.zoneId })).status).toBe(403);
    const { orgId } = await world.organization({ canViewOccupancy: true, canViewQueueService: true });
    const without = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
    expect((await without.get(path)).status).toBe(403);
  });

  it('[R738] are included in the zones of spaces and sites', async () => {
    const { zoneId, dwellZoneId } = await zones();
    const made = await create({ zoneId, dwellZoneId });
    const { spaceId } = await world.space({ locationId: here.mall.locationId });
    for (const id of [zoneId, dwellZoneId]) await world.spaceZone({ orgId: here.orgId, spaceId, zoneId: id });
    const include = 'zone(zone_count_mapping),site(location)';
    const space = await here.admin.call(getSpace, { params: { spaceId }, query: { include } });
    expect(space.zone?.map((each) => [each.zoneId, each.zone_count_mapping])).toEqual([
      [dwellZoneId, null],
      [zoneId, made],
    ]);
    const [site] = await here.admin.call(listSites, { query: { include: 'zone(zone_count_mapping),location' } });
    expect(site?.zone?.find((each) => each.zoneId === zoneId)?.zone_count_mapping).toEqual(made);
    const { orgId } = await world.organization({ canViewOccupancy: true });
    const foreign = await world.zone({ orgId });
    const reader = await world.signIn(await world.user({ orgId }));
    const [theirs] = await reader.call(listSites, { query: { include: 'zone(zone_count_mapping)' } });
    expect(theirs?.zone).toMatchObject([{ zoneId: foreign.zoneId }]);
    expect(theirs?.zone?.[0]).not.toHaveProperty('zone_count_mapping');
  });
});
