import { pickLocations, pickSensors, pickSites, pickSpaces } from '@atrium/contract/pickers';
import * as reference from '@atrium/contract/reference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import type { Location, Sensor, Site, Space } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let orgId: string;
let mall: Location;
let other: Location;
let door: Site;
let camera: Sensor;
let hall: Space;
let user: Client;
let limited: Client;
let staff: Client;

beforeAll(async () => {
  world = await openWorld();
  orgId = (await world.organization({ canViewOccupancy: true })).orgId;
  mall = await world.location({ orgId, name: 'Mall' });
  other = await world.location({ orgId, name: 'Arcade' });
  door = await world.site({ locationId: mall.locationId, name: 'North door' });
  await world.site({ locationId: mall.locationId, name: 'South door' });
  await world.site({ locationId: other.locationId, name: 'Arcade door' });
  camera = await world.sensor({ siteId: door.siteId, name: 'Camera', sensorType: 'xovis5' });
  await world.sensor({ siteId: door.siteId, name: 'Old counter', sensorType: 'tb12' });
  hall = await world.space({ locationId: mall.locationId, name: 'Hall' });
  const gone = { name: 'Gone', deletedAt: world.now() };
  await world.location({ orgId, ...gone });
  await world.site({ locationId: mall.locationId, ...gone });
  await world.sensor({ siteId: door.siteId, ...gone });
  await world.space({ locationId: mall.locationId, ...gone });
  user = await world.signIn(await world.user({ orgId }));
  limited = await world.signIn(await world.user({ locations: [other] }));
  staff = await world.signIn(await world.staff());
});
afterAll(() => world.close());

const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

describe('[R024] [R028] pickers', () => {
  it('offer what belongs to the thing that is named', async () => {
    const sites = await user.call(pickSites, { params: { filterProp: 'locationId', filterValue: mall.locationId } });
    expect(sites).toMatchObject([
      { siteId: door.siteId, locationId: mall.locationId, orgId, name: 'North door' },
      { name: 'South door' },
    ]);
    const ofSensor = { filterProp: 'sensorId', filterValue: camera.sensorId } as const;
    expect(names(await user.call(pickSites, { params: ofSensor }))).toEqual(['North door']);
    expect(names(await user.call(pickLocations, { params: ofSensor }))).toEqual(['Mall']);
    const ofSite = { filterProp: 'siteId', filterValue: door.siteId } as const;
    expect(names(await user.call(pickSensors, { params: ofSite }))).toEqual(['Camera', 'Old counter']);
    const ofSpace = { filterProp: 'spaceId', filterValue: hall.spaceId } as const;
    expect(names(await user.call(pickLocations, { params: ofSpace }))).toEqual(['Mall']);
    const everything = { filterProp: 'orgId', filterValue: 'myorg' } as const;
    expect(names(await user.call(pickLocations, { params: everything }))).toEqual(['Arcade', 'Mall']);
    expect(names(await user.call(pickSpaces, { params: everything }))).toEqual(['Hall']);
  });

  it('search while somebody types, and count', async () => {
    const answer = await user.get<{ name: string }[]>(`/api/site/orgId/myorg?search=DOOR&limit=1&order=-name`);
    expect([names(answer.body), answer.headers.get('x-total-count')]).toEqual([['South door'], '3']);
  });

  it('offer sensors by their type, whatever the case, also of one location', async () => {
    const params = { filterProp: 'sensorType', filterValue: 'XOVIS5' } as const;
    expect(names(await user.call(pickSensors, { params }))).toEqual(['Camera']);
    expect(await user.call(pickSensors, { params, query: { locationId: other.locationId } })).toEqual([]);
  });

  it('offer a sensor that hangs nowhere to whoever sees everything', async () => {
    const { sensorId } = await world.sensor({ siteId: door.siteId, name: 'In the drawer' });
    await world.registry.system(({ client }) =>
      client.query('UPDATE sensor_assignment SET "to" = $2 WHERE sensor_id = $1', [sensorId, world.now()]),
    );
    const params = { filterProp: 'sensorId', filterValue: sensorId } as const;
    expect(await user.call(pickSensors, { params })).toMatchObject([{ siteId: null, locationId: null }]);
    expect(await user.call(pickLocations, { params })).toEqual([]);
    expect((await limited.get(`/api/sensor/sensorId/${sensorId}`)).status).toBe(404);
  });

  it('know no other filter', async () => {
    for (const path of ['/api/site/name/x', '/api/space/sensorType/xovis5', `/api/sensor/spaceId/${hall.spaceId}`]) {
      expect([path, (await user.get(path)).status]).toEqual([path, 404]);
    }
  });

  it('let staff pick in any organization without naming it twice', async () => {
    const answer = await staff.get<{ name: string }[]>(`/api/location/orgId/${orgId}`);
    expect(names(answer.body)).toEqual(['Arcade', 'Mall']);
  });
});

describe('reference lists', () => {
  it('[R105] [R106] tell alarm types, their triggers and the reasons an alarm ends for', async () => {
    expect(await user.call(reference.getAlarmTypes)).toMatchObject([
      { id: 1, alarmable: 'space', alarmableId: 'spaceId' },
      { id: 2, alarmable: 'location', alarmableId: 'locationId' },
      { id: 3, alarmable: 'zone', alarmableId: 'zoneId' },
    ]);
    expect(await user.call(reference.getTriggerTypesOf, { params: { alarmTypeId: '1' } })).toEqual([
      { id: 1, label: 'Max capacity plus buffer' },
      { id: 2, label: 'Target occupancy plus buffer' },
      { id: 3, label: 'Percent of max capacity' },
    ]);
    const triggers = await user.call(reference.getTriggerTypes);
    expect(triggers.map(({ alarmTypeId, triggerTypes }) => [alarmTypeId, triggerTypes.length])).toEqual([
      [1, 3],
      [2, 1],
      [3, 1],
    ]);
    const reasons = await user.call(reference.getResolvedReasons);
    expect(reasons.map((of) => `${of.alarmTypeId}/${of.triggerTypeId}`)).toEqual(['1/1', '1/2', '1/3', '2/1', '3/1']);
    expect(reasons[0]?.reasons).toHaveLength(3);
    for (const unknown of ['4', '01', 'x', '__proto__']) {
      expect([unknown, (await user.get(`/api/reference/trigger-types/${unknown}`)).status]).toEqual([unknown, 404]);
    }
  });

  it('number count filters from 0 to 8 and count applications from 1 to 10', async () => {
    const filters = await user.call(reference.getCountFilters);
    expect(filters.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect([filters[0]?.name, filters[7]?.name, filters[8]?.name]).toEqual(['Normal', 'Staff Only', 'Vehicle']);
    const applications = await user.call(reference.getCountApplications);
    expect(applications.map(({ id, name }) => `${id} ${name}`)).toEqual([
      '1 Directional Counts',
      '2 Dwell Zone',
      '3 Passerby',
      '4 Zone Count Line',
      '5 Wait Queue',
      '6 Service Zone',
      '7 Queue Exit Line',
      '8 Zone Occupancy',
      '9 Journey Count Line',
      '10 Queue Logic',
    ]);
  });

  it('[R256] name industries, tickets, reports, sources and the screens that can be saved', async () => {
    const industries = ['business', 'library', 'museum', 'college or university', 'government'];
    expect(await user.call(reference.getIndustryTypes)).toEqual(industries);
    expect((await user.call(reference.getTicketTypes)).slice(0, 2)).toEqual(['Test', 'Installation Event']);
    expect((await user.call(reference.getTicketStatuses)).map(({ name }) => name)).toContain('Open');
    expect((await user.call(reference.getReportTypes)).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect((await user.call(reference.getDataSources)).map(({ code }) => code)).toContain('zone_occupancy');
    expect((await user.call(reference.getDataViewTypes)).map(({ code }) => code)).toContain('store-summary-grid');
    expect(await user.call(reference.getDwellSensorTypes)).toContain('xovis5');
    expect((await user.call(reference.getSensorUseTypes))[0]?.id).toBe(1);
    expect((await user.call(reference.getTemplateCategories)).length).toBeGreaterThan(0);
  });

  it('tell what a source can be asked about, in both spellings', async () => {
    const asked = (dataSourceType: string) => user.call(reference.getEntityTypes, { params: { dataSourceType } });
    expect(await asked('traffic')).toEqual(['location', 'site', 'sensor', 'zone']);
    expect(await asked('zone-occupancy')).toEqual(await asked('zone_occupancy'));
    expect((await user.get('/api/reference/entitytypes/gossip')).status).toBe(404);
  });
});
