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

interface Refused {
  message: string;
}
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

describe('[R024] [R028] pickers', () => {
  it('offer what belongs to the given parent', async () => {
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

  it('search while someone types, and count the results', async () => {
    const answer = await user.get<{ name: string }[]>(`/api/site/orgId/myorg?search=DOOR&limit=1&order=-name`);
    expect([names(answer.body), answer.headers.get('x-total-count')]).toEqual([['South door'], '3']);
    const found = async (type: string, text: string) =>
      names((await user.get<{ name: string }[]>(`/api/${type}/orgId/myorg?search=${text}`)).body);
    expect([await found('location', 'arc'), await found('location', 'all')]).toEqual([['Arcade'], ['Mall']]);
    expect([await found('sensor', 'CAM'), await found('sensor', 'old')]).toEqual([['Camera'], ['Old counter']]);
    expect([await found('space', 'hal'), await found('space', 'attic')]).toEqual([['Hall'], []]);
  });

  it('offer sensors by their type, whatever the case, including within one location', async () => {
    const params = { filterProp: 'sensorType', filterValue: 'XOVIS5' } as const;
    expect(names(await user.call(pickSensors, { params }))).toEqual(['Camera']);
    expect(await user.call(pickSensors, { params, query: { locationId: other.locationId } })).toEqual([]);
  });

  it('offer unassigned sensors to users who see every location', async () => {
    const { sensorId } = await world.sensor({ siteId: door.siteId, name: 'In the drawer' });
    await world.registry.system(({ client }) =>
      client.query('UPDATE sensor_assignment SET "to" = $2 WHERE sensor_id = $1', [sensorId, world.now()]),
    );
    const params = { filterProp: 'sensorId', filterValue: sensorId } as const;
    expect(await user.call(pickSensors, { params })).toMatchObject([{ siteId: null, locationId: null }]);
    expect(await user.call(pickLocations, { params })).toEqual([]);
    expect((await limited.get(`/api/sensor/sensorId/${sensorId}`)).status).toBe(404);
  });

  it('accept no other filter', async () => {
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
  it('[R105] [R106] contain alarm types, their triggers and the reasons for which an alarm ends', async () => {
    expect(await user.call(reference.getAlarmTypes)).toEqual([
      { id: 1, label: 'Space capacity', alarmable: 'space', alarmableId: 'spaceId' },
      { id: 2, label: 'Location occupancy', alarmable: 'location', alarmableId: 'locationId' },
      { id: 3, label: 'Danger level', alarmable: 'zone', alarmableId: 'zoneId' },
    ]);
    const ofSpaces = [
      { id: 1, label: 'Max capacity plus buffer' },
      { id: 2, label: 'Target occupancy plus buffer' },
      { id: 3, label: 'Percent of max capacity' },
    ];
    expect(await user.call(reference.getTriggerTypesOf, { params: { alarmTypeId: '1' } })).toEqual(ofSpaces);
    expect(await user.call(reference.getTriggerTypes)).toEqual([
      { alarmTypeId: 1, triggerTypes: ofSpaces },
      { alarmTypeId: 2, triggerTypes: [{ id: 1, label: 'Threshold plus buffer' }] },
      { alarmTypeId: 3, triggerTypes: [{ id: 1, label: 'Danger level plus buffer' }] },
    ]);
    const reasons = await user.call(reference.getResolvedReasons);
    expect(reasons.map((of) => `${of.alarmTypeId}/${of.triggerTypeId}`)).toEqual(['1/1', '1/2', '1/3', '2/1', '3/1']);
    for (const { reasons: ended } of reasons) {
      expect(ended.map(({ id, label }) => `${id} ${label}`)).toEqual([
        '1 Value is normal again',
        '2 Alarm was changed',
        '3 Alarm was deleted',
      ]);
    }
    for (const unknown of ['4', '01', 'x', '__proto__']) {
      const { status, body } = await user.get<Refused>(`/api/reference/trigger-types/${unknown}`);
      expect([unknown, status, body.message]).toEqual([unknown, 404, 'The alarm type was not found.']);
    }
  });

  it.each([
    [
      'zone-count-filters',
      '0 Normal, 1 Group, 2 Adult, 3 Group Adult, 4 Child, 5 Staff Excluded, 6 Cart, 7 Staff Only, 8 Vehicle',
    ],
    [
      'zone-count-applications',
      '1 Directional Counts, 2 Dwell Zone, 3 Passerby, 4 Zone Count Line, 5 Wait Queue, 6 Service Zone, ' +
        '7 Queue Exit Line, 8 Zone Occupancy, 9 Journey Count Line, 10 Queue Logic',
    ],
    ['sensor-use-types', '1 Counting, 2 Queue, 3 Occupancy, 4 Visitor Journey, 5 Validation'],
    ['report-types', '1 Occupancy Report, 2 Visitor Journey Report, 3 Occupancy and Visitor Journey Report'],
    ['ticket-status', '2 Open, 3 Pending, 4 Resolved, 5 Closed'],
    [
      'data-view-types',
      'datamap Data Map, dayhourheatmap Day Hour Heatmap, heatmap Heatmap, datagrid Data Grid, ' +
        'per-shift-metrics Per Shift Metrics, zone-counts Zone Counts, queue-grid Queue Grid, ' +
        'store-summary-grid Store Summary Grid, report Report',
    ],
    [
      'datasources',
      'traffic Traffic, forecasted_traffic Forecasted Traffic, pos Point of Sale, trafficpos Traffic and Point of Sale, ' +
        'labor Labor, gender Gender, queue Queue, service Service, occupancy Occupancy, zone_occupancy Zone Occupancy, ' +
        'visit_duration Visit Duration, expected_wait_time Expected Wait Time, weather Weather',
    ],
  ])('[R256] name every entry of %s under its permanent code', async (list, entries) => {
    const { body } = await user.get<Record<string, string>[]>(`/api/reference/${list}`);
    expect(body.map((entry) => Object.values(entry).join(' ')).join(', ')).toBe(entries);
  });

  it.each([
    ['industry-types', ['business', 'library', 'museum', 'college or university', 'government']],
    ['ticket-types', ['Test', 'Installation Event', 'Problem', 'Question', 'Accuracy', 'Maintenance']],
    ['templatecategories', ['Traffic', 'Sales', 'Occupancy', 'Queues', 'Overview']],
    ['sensor-types-min-max-dwell', ['xovis', 'xovis-spider', 'xovis5', 'vector4d', 'hella', 'axis']],
  ])('[R256] name every value of %s', async (list, words) => {
    expect((await user.get(`/api/reference/${list}`)).body).toEqual(words);
  });

  it('contain the entities a source can be queried for, in both spellings', async () => {
    const asked = (dataSourceType: string) => user.call(reference.getEntityTypes, { params: { dataSourceType } });
    expect(await asked('traffic')).toEqual(['location', 'site', 'sensor', 'zone']);
    expect(await asked('zone-occupancy')).toEqual(await asked('zone_occupancy'));
    const unknown = await user.get<Refused>('/api/reference/entitytypes/gossip');
    expect([unknown.status, unknown.body.message]).toEqual([404, 'The data source was not found.']);
  });
});
