import { capabilities } from '@atrium/contract/access';
import { getTraffic } from '@atrium/contract/data';
import { pickLocations, pickSensors, pickSites, pickSpaces } from '@atrium/contract/pickers';
import * as reference from '@atrium/contract/reference';
import { type Source, sourceNames, sources } from '@atrium/metrics/sources';
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

/** The data types of the specification. */
const specified = [
  'traffic',
  'forecasted_traffic',
  'pos',
  'trafficpos',
  'labor',
  'gender',
  'queue',
  'service',
  'occupancy',
  'zone_occupancy',
  'visit_duration',
  'expected_wait_time',
  'weather',
];

interface Refused {
  message: string;
}
const codes = async (client: Client, org: string) =>
  (await client.call(reference.getDataSources, { query: { orgId: org } })).map(({ code }) => code);
const offered = (dataSourceType: string, isJob?: 'true') =>
  user.call(reference.getEntityTypes, { params: { dataSourceType }, query: { ...(isJob && { isJob }) } });
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
      { id: 4, label: 'Expected wait', alarmable: 'space', alarmableId: 'spaceId' },
      { id: 5, label: 'Unusual traffic', alarmable: 'location', alarmableId: 'locationId' },
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
      { alarmTypeId: 4, triggerTypes: [{ id: 1, label: 'Minutes plus buffer' }] },
      {
        alarmTypeId: 5,
        triggerTypes: [
          { id: 1, label: 'More people than forecast' },
          { id: 2, label: 'Fewer people than forecast' },
        ],
      },
    ]);
    const reasons = await user.call(reference.getResolvedReasons);
    expect(reasons.map((of) => `${of.alarmTypeId}/${of.triggerTypeId}`)).toEqual([
      '1/1',
      '1/2',
      '1/3',
      '2/1',
      '3/1',
      '4/1',
      '5/1',
      '5/2',
    ]);
    for (const { reasons: ended } of reasons) {
      expect(ended.map(({ id, label }) => `${id} ${label}`)).toEqual([
        '1 Value is normal again',
        '2 Alarm was changed',
        '3 Alarm was deleted',
        '4 Resolved by a person',
        '5 Alarms were switched off',
      ]);
    }
    for (const unknown of ['6', '01', 'x', '__proto__']) {
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
});

describe('lists of what can be queried', () => {
  it('[R754] contain every data type that the organization may see, and its groupings', async () => {
    const everything = Object.fromEntries(capabilities.map((name) => [name, true]));
    const rich = await world.organization(everything);
    const listed = await staff.call(reference.getDataSources, { query: { orgId: rich.orgId } });
    expect(listed.map(({ code }) => code)).toEqual([...sourceNames, 'weather']);
    expect(listed.find(({ code }) => code === 'traffic')).toEqual({
      code: 'traffic',
      label: 'Traffic',
      groupings: ['minute', 'hour', 'day', 'week', 'isoweek', 'month', 'year', 'weekday', 'weekday,hour'],
      minimumMinutes: 1,
      futureDays: 0,
      hasLastReading: true,
    });
    expect(listed.find(({ code }) => code === 'visit_duration')?.hasLastReading).toBe(false);
    expect(await staff.call(reference.getDataSources)).toEqual(listed);
    for (const { code } of listed) expect(specified).toContain(code);
  });

  it('[R754] lack what the subscription does not include, together with its metrics', async () => {
    const blind = await world.organization({ canViewTraffic: false });
    const person = await world.signIn(await world.user({ orgId: blind.orgId }));
    for (const client of [person, staff]) {
      expect(await codes(client, blind.orgId)).toEqual(['weather']);
      expect(await client.call(reference.getMetrics, { query: { orgId: blind.orgId } })).toEqual([]);
    }
    expect(await codes(user, orgId)).toContain('traffic');
    expect((await user.get(`/api/reference/datasources?orgId=${blind.orgId}`)).status).toBe(404);
  });

  it('[R754] define the metrics of these data types', async () => {
    const metrics = await user.call(reference.getMetrics);
    expect(metrics.find(({ key }) => key === 'trafficIns')).toMatchObject({
      key: 'trafficIns',
      label: 'Ins',
      dataSources: ['traffic'],
      metrics: ['ins'],
      tickFormat: 'integer',
      isTimeMetric: false,
      lowerIsBetter: false,
    });
    expect(metrics[0]?.aggregations[0]).toBe('sum');
    const own = await codes(user, orgId);
    expect(metrics.flatMap(({ dataSources }) => dataSources).filter((source) => !own.includes(source))).toEqual([]);
  });

  it('[R1166] say where the date and the value of a point are in a reply', async () => {
    const metrics = await user.call(reference.getMetrics);
    const ins = metrics.find(({ key }) => key === 'trafficIns')!;
    expect(ins).toMatchObject({ seriesDateProperty: 'recordDate', valuePropertyLabel: 'Ins' });
    const { results } = await user.call(getTraffic, {
      query: { relativeDate: 'today', dateGroupings: 'day', entityType: 'location', metrics: ins.metrics[0]! },
    });
    for (const row of results) expect(row).toHaveProperty(ins.seriesDateProperty);
    expect(results).not.toEqual([]);
    expect(new Set(metrics.map(({ seriesDateProperty }) => seriesDateProperty))).toEqual(new Set(['recordDate']));
  });

  it('[R754] contain the entities that a source can be queried for', async () => {
    expect(await offered('traffic')).toEqual(['organization', 'location', 'site', 'sensor', 'zone', 'space']);
    expect(await offered('Weather')).toEqual(['location']);
    for (const name of sourceNames) {
      const source: Source = sources[name];
      const ofJobs = source.jobEntityTypes ?? [];
      expect(await offered(name)).toEqual(source.entityTypes.filter((type) => !ofJobs.includes(type)));
      expect(await offered(name.replaceAll('_', '-'))).toEqual(await offered(name));
      expect(await offered(name, 'true')).toEqual(source.entityTypes);
    }
    for (const unknown of ['gossip', '__proto__', 'constructor']) {
      const { status, body } = await user.get<Refused>(`/api/reference/entitytypes/${unknown}`);
      expect([unknown, status, body.message]).toEqual([unknown, 404, 'The data source was not found.']);
    }
  });

  it('[R359] offer occupancy of locations to jobs only', async () => {
    expect(await offered('occupancy')).not.toContain('location');
    expect(await offered('occupancy', 'true')).toContain('location');
  });

  it('[R755] name each grouping with its steps and its longest range', async () => {
    const listed = await user.call(reference.getGroupings);
    const shown = listed.map(
      ({ code, label, defaultStep, minimumStep, maximumStep, maximumDays }) =>
        `${code}: ${label}, ${minimumStep} to ${maximumStep}, ${defaultStep} if none is given, ${maximumDays} days`,
    );
    expect(shown).toEqual([
      'minute: Minute, 1 to 999, 15 if none is given, 31 days',
      'hour: Hour, 1 to 24, 1 if none is given, 93 days',
      'day: Day, 1 to 999, 1 if none is given, 370 days',
      'week: Week, 1 to 999, 1 if none is given, 740 days',
      'isoweek: ISO week, 1 to 999, 1 if none is given, 740 days',
      'month: Month, 1 to 999, 1 if none is given, 1480 days',
      'year: Year, 1 to 999, 1 if none is given, null days',
      'weekday: Weekday, 1 to 1, 1 if none is given, 370 days',
      'weekday,hour: Weekday and hour, 1 to 1, 1 if none is given, 370 days',
    ]);
  });
});
