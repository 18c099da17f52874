import {
  createExpectedWaitMapping,
  type ExpectedWaitMapping,
  getExpectedWaitMapping,
  listExpectedWaitMappings,
  updateExpectedWaitMapping,
} from '@atrium/contract/expected-wait-mappings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf } from './audit-trail.ts';
import type { Space } from './estate.ts';
import { type Mall, openMall, refusalOf } from './mapped-zones.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let here: Mall;
let hall: Space;
let headZoneId: string;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  here = await openMall(world);
  hall = await world.space({ locationId: here.mall.locationId, name: 'Hall' });
  headZoneId = (await here.zone('Exit', 7)).zoneId;
});

const path = '/api/expected-wait-mapping';
const create = (body: object = {}) =>
  here.admin.call(createExpectedWaitMapping, { body: { spaceId: hall.spaceId, headZoneId, ...body } });
const refused = async (body: object) =>
  refusalOf(await here.admin.post(path, { spaceId: hall.spaceId, headZoneId, ...body }));
const change = ({ expectedWaitMappingId }: ExpectedWaitMapping, body: object) =>
  here.admin.call(updateExpectedWaitMapping, { params: { expectedWaitMappingId }, body });
const changeRefused = async ({ expectedWaitMappingId }: ExpectedWaitMapping, body: object) =>
  refusalOf(await here.admin.send('PUT', `${path}/${expectedWaitMappingId}`, body));

describe('an expected wait mapping', () => {
  it('[R893] includes its space with the location and its head zone, and is found by its space', async () => {
    const made = await create();
    const other = await world.space({ locationId: here.mall.locationId, name: 'Other hall' });
    const second = await create({ spaceId: other.spaceId });
    const query = { include: 'space(location),zone' };
    const named = {
      space: { name: 'Hall', locationId: here.mall.locationId, location: { name: 'Mall' } },
      zone: { name: 'Exit', countApplication: 7 },
    };
    const [first] = await here.admin.call(listExpectedWaitMappings, { query });
    expect(first).toMatchObject({ ...made, ...named });
    expect(await here.admin.call(getExpectedWaitMapping, { params: made, query })).toMatchObject(named);
    const found = await here.admin.call(listExpectedWaitMappings, { query: { spaceId: other.spaceId } });
    expect(found).toEqual([second]);
  });

  it('is created, read, changed and deleted, with audit entries', async () => {
    const { spaceId } = hall;
    const made = await create({ throughputSampleInterval: 5, orgId: here.orgId });
    const { expectedWaitMappingId } = made;
    const values = { spaceId, headZoneId, throughputSampleInterval: 5 };
    expect(made).toEqual({ expectedWaitMappingId, orgId: here.orgId, ...values, version: 1 });
    expect(await here.admin.call(getExpectedWaitMapping, { params: made })).toEqual(made);
    expect(await change(made, { spaceId: spaceId.toUpperCase(), headZoneId: headZoneId.toUpperCase() })).toEqual(made);
    const changed = await change(made, { throughputSampleInterval: 120 });
    expect(changed).toEqual({ ...made, throughputSampleInterval: 120, version: 2 });
    const own = `${path}/${expectedWaitMappingId}`;
    expect((await here.admin.send('PUT', own, { headZoneId }, { 'if-match': '1' })).status).toBe(412);
    expect((await here.admin.send('DELETE', own, undefined, { 'if-match': '1' })).status).toBe(412);
    expect((await here.admin.send('DELETE', own)).body).toEqual({ ok: true });
    for (const method of ['GET', 'DELETE']) expect((await here.admin.send(method, own)).status).toBe(404);
    const entries = (await auditOf(world, here.orgId)).filter(({ action }) => action.startsWith('expected-wait'));
    const on = { entityType: 'space', entityId: spaceId };
    expect(entries).toMatchObject([
      { action: 'expected-wait-mapping-created', ...on, detail: { name: 'Hall', zone: 'Exit' } },
      { action: 'expected-wait-mapping-changed', ...on, detail: { changed: { throughputSampleInterval: [5, 120] } } },
      { action: 'expected-wait-mapping-deleted', ...on, detail: { name: 'Hall' } },
    ]);
  });

  it('[R438] samples over 15 minutes unless changed', async () => {
    expect((await create()).throughputSampleInterval).toBe(15);
  });

  it('[R734] samples over 1 to 120 whole minutes', async () => {
    const wrong = [
      '400 throughputSampleInterval: Throughput sample interval must be a whole number of minutes from 1 to 120',
    ];
    for (const throughputSampleInterval of [0, 121, 1.5, '15', null])
      expect(await refused({ throughputSampleInterval })).toEqual(wrong);
    const made = await create({ throughputSampleInterval: 1 });
    expect(await changeRefused(made, { throughputSampleInterval: 121 })).toEqual(wrong);
  });

  it('[R733] has a head zone of count application 1, 7 or 9 at the location of the space', async () => {
    const kind = ['400 headZoneId: A head zone must have count application 1, 7 or 9'];
    expect(await refused({ headZoneId: (await here.zone('Queue', 5)).zoneId })).toEqual(kind);
    expect(await refused({ headZoneId: null })).toEqual(['400 headZoneId: Head zone is required']);
    const closed = await here.zone('Closed', 7, { disabled: true });
    expect(await refused({ headZoneId: closed.zoneId })).toEqual(['400 headZoneId: The zone is disabled']);
    const arcade = await world.location({ orgId: here.orgId });
    const far = await here.zone('Far', 1, { sensor: await here.sensorAt(arcade) });
    const elsewhere = ['400 headZoneId: The zone is not at the location of the mapping'];
    expect(await refused({ headZoneId: far.zoneId })).toEqual(elsewhere);
    const made = await create();
    for (const application of [1, 9]) {
      const line = await here.zone('Line', application);
      expect(await change(made, { headZoneId: line.zoneId })).toMatchObject({ headZoneId: line.zoneId });
    }
    const lobby = await world.space({ locationId: arcade.locationId });
    expect(await changeRefused(made, { spaceId: lobby.spaceId })).toEqual(elsewhere);
    const moved = { spaceId: lobby.spaceId, headZoneId: far.zoneId };
    expect(await change(made, moved)).toMatchObject(moved);
    const there = await here.admin.call(listExpectedWaitMappings, { query: { locationId: arcade.locationId } });
    expect(there).toMatchObject([moved]);
  });

  it('[R733] is the only one of its space', async () => {
    const made = await create();
    const taken = ['409 spaceId: The space already has an expected wait mapping'];
    expect(await refused({ throughputSampleInterval: 5 })).toEqual(taken);
    const lobby = await world.space({ locationId: here.mall.locationId });
    const other = await create({ spaceId: lobby.spaceId });
    expect(await changeRefused(other, { spaceId: hall.spaceId })).toEqual(taken);
    await here.admin.send('DELETE', `${path}/${made.expectedWaitMappingId}`);
    expect((await change(other, { spaceId: hall.spaceId })).spaceId).toBe(hall.spaceId);
    const answers = await Promise.all([1, 2].map(() => here.admin.post(path, { spaceId: lobby.spaceId, headZoneId })));
    expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '409']);
  });

  it('[R737] names only what the organization has', async () => {
    const foreign = await world.zone();
    const theirs = await world.space({ locationId: foreign.locationId });
    for (const id of [foreign.zoneId, 'nonsense'])
      expect(await refused({ headZoneId: id })).toEqual(['404 : The zone was not found.']);
    for (const id of [theirs.spaceId, 'nonsense'])
      expect(await refused({ spaceId: id })).toEqual(['404 : The space was not found.']);
    for (const body of [{ headZoneId }, { spaceId: hall.spaceId, headZoneId: 7 }])
      expect((await here.admin.post(path, body)).status).toBe(400);
    expect(await refused({ seconds: 3 })).toHaveLength(1);
    expect(await here.admin.call(listExpectedWaitMappings)).toEqual([]);
  });
});

it('[R737] expected wait mappings are listed by space, within the locations of the caller', async () => {
  const arcade = await world.location({ orgId: here.orgId });
  const far = await here.zone('Far', 1, { sensor: await here.sensorAt(arcade) });
  const atrium = await world.space({ locationId: arcade.locationId, name: 'atrium' });
  const own = await create();
  const other = await create({ spaceId: atrium.spaceId, headZoneId: far.zoneId });
  expect(await here.admin.call(listExpectedWaitMappings)).toEqual([other, own]);
  expect(await here.admin.call(listExpectedWaitMappings, { query: { search: 'HALL' } })).toEqual([own]);
  expect((await here.admin.get(`${path}?limit=1`)).headers.get('x-total-count')).toBe('2');
  const limited = await world.signIn(await world.user({ locations: [here.mall] }));
  expect(await limited.call(listExpectedWaitMappings)).toEqual([own]);
  expect((await limited.get(`${path}/${other.expectedWaitMappingId}`)).status).toBe(404);
  expect((await limited.send('DELETE', `${path}/${own.expectedWaitMappingId}`)).status).toBe(403);
  const { orgId } = await world.organization({ canViewOccupancy: true });
  const without = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  expect((await without.get(path)).status).toBe(403);
});
