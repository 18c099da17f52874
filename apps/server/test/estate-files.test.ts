import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { estateFileCalls, shop } from './estate-file-calls.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  staff = await world.signIn(await world.staff());
});

const empty = async () => (await world.organization({ canViewOccupancy: true })).orgId;
const adminOf = async (orgId: string) => world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
const { written, preview, take, problemsOf, done } = estateFileCalls(() => staff);

const statuses = (orgId: string, calls: number) =>
  Promise.all(Array.from({ length: calls }, async () => (await staff.get(`/api/estatefile?orgId=${orgId}`)).status));

describe('an estate file', () => {
  it('sets up an organization in one go, and changes nothing when imported again', async () => {
    const orgId = await empty();
    const planned = await preview(orgId, shop);
    expect(planned.problems).toEqual([]);
    expect(planned.changes.map(({ line, action, kind, name }) => `${line} ${action} ${kind} ${name}`)).toEqual([
      '3 create schedule Shops',
      '9 create location Hamburg',
      '14 create hours Hamburg › Shops',
      '17 create site Hamburg › North door',
      '19 create sensor Hamburg › North door › Eye',
      '24 create zone Hamburg › North door › Eye › Main line',
      '27 create zone Hamburg › North door › Eye › Side line',
      '30 create site Hamburg › South door',
      '34 create space Hamburg › Hall',
      '41 create space-zone Hamburg › Hall › 00:6E:02:00:00:01 1',
      '43 create space-zone Hamburg › Hall › 00:6E:02:00:00:01 2',
    ]);
    expect(parse(await written(orgId))).toEqual({ atrium: 1, schedules: [], locations: [] });

    expect(await take(orgId, shop)).toEqual({ changes: planned.changes, unchanged: 0 });
    expect(await preview(orgId, shop)).toMatchObject({ changes: [], unchanged: 11, problems: [] });
    const file = await written(orgId);
    expect(await preview(orgId, file)).toMatchObject({ changes: [], unchanged: 11, problems: [] });
    const zones = [
      { sensor: '00:6E:02:00:00:01', deviceId: '1' },
      { sensor: '00:6E:02:00:00:01', deviceId: '2', reverseInsAndOuts: true },
    ];
    expect(parse(file)).toMatchObject({
      schedules: [{ name: 'Shops', assignToNewLocations: true, hours: { monday: ['09:00-12:00', '13:00-18:00'] } }],
      locations: [
        {
          name: 'Hamburg',
          postalCode: '20099',
          hours: [{ schedule: 'Shops', startDate: '2026-01-01' }],
          sites: [
            {
              name: 'North door',
              sensors: [
                {
                  macAddress: '00:6E:02:00:00:01',
                  periodicUse: true,
                  zones: [
                    { deviceId: '1', name: 'Main line', scaleFactor: 1.5, perimeter: true },
                    { deviceId: '2', countApplication: 9, perimeter: false },
                  ],
                },
              ],
            },
            { name: 'South door', isDHCP: false, ipAddress: '10.0.0.2' },
          ],
          spaces: [{ name: 'Hall', resetConfig: { resetTimes: [{ time: '04:30', value: 0 }] }, zones }],
        },
      ],
    });
    expect(file).not.toContain('id:');
    expect((await auditOf(world, orgId)).slice(-2)).toMatchObject([
      { action: 'estate-imported', detail: { changes: 11, unchanged: 0 } },
      { action: 'estate-exported' },
    ]);
  });

  it('can be imported into another organization, which is then identical', async () => {
    const [from, to] = [await empty(), await empty()];
    await take(from, shop);
    const file = await written(from);
    expect((await take(to, file)).changes).toHaveLength(11);
    const copy = await written(to);
    expect(copy.split('\n').slice(1)).toEqual(file.split('\n').slice(1));
    expect(await preview(from, copy)).toMatchObject({ changes: [], problems: [] });
  });

  it('[R1150] [R1172] [R1173] [R1184] carries how counters and wait times of a zone are read', async () => {
    const [from, to] = [await empty(), await empty()];
    const counter =
      "scaleFactor: 1.5\n                counterReset: '03:00'\n                counterMode: interval\n                counterDirection: outs\n                waitTimes: averages";
    await take(from, shop.replace('scaleFactor: 1.5', counter));
    const file = await written(from);
    expect(parse(file)).toMatchObject({
      locations: [
        {
          sites: [
            {
              sensors: [
                {
                  zones: [
                    { counterReset: '03:00', counterMode: 'interval', counterDirection: 'outs', waitTimes: 'averages' },
                    {},
                  ],
                },
              ],
            },
            {},
          ],
        },
      ],
    });
    await take(to, file);
    expect((await written(to)).split('\n').slice(1)).toEqual(file.split('\n').slice(1));
    const { problems } = await preview(to, shop.replace('scaleFactor: 1.5', "counterReset: '3 am'"));
    expect(problems).toMatchObject([{ message: 'Counter reset must be HH:mm' }]);
  });

  it('changes what differs, and leaves alone what it does not mention', async () => {
    const orgId = await empty();
    await take(orgId, shop);
    const changed = shop
      .replace('Hachmannplatz 16', 'Hachmannplatz 1')
      .replace('scaleFactor: 1.5', 'scaleFactor: 2')
      .replace('maxCapacity: 120', 'maxCapacity: null')
      .replace('"04:30"', '"05:30"')
      .replace('            reverseInsAndOuts: true', '            reverseInsAndOuts: false')
      .replace('ipAddress: 10.0.0.2', 'ipAddress: 10.0.0.3')
      .replace('[22:00-02:00]', '[21:00-02:00]')
      .replace('startDate: 2026-01-01', 'startDate: 2026-01-01\n        endDate: 2026-12-31');
    const { changes, unchanged, problems } = await preview(orgId, changed);
    expect(problems).toEqual([]);
    expect(changes.map(({ action, kind, changed: fields }) => [action, kind, fields])).toEqual([
      ['change', 'schedule', { hours: [expect.anything(), expect.objectContaining({ saturday: ['21:00-02:00'] })] }],
      ['change', 'location', { street: ['Hachmannplatz 16', 'Hachmannplatz 1'] }],
      ['change', 'hours', { endDate: [null, '2026-12-31'] }],
      ['change', 'zone', { scaleFactor: [1.5, 2] }],
      ['change', 'site', { ipAddress: ['10.0.0.2', '10.0.0.3'] }],
      [
        'change',
        'space',
        {
          maxCapacity: [120, null],
          resetConfig: [expect.anything(), expect.objectContaining({ resetTimes: [{ time: '05:30', value: 0 }] })],
        },
      ],
      ['change', 'space-zone', { reverseInsAndOuts: [true, false] }],
    ]);
    expect(unchanged).toBe(4);
    await take(orgId, changed);
    expect(await preview(orgId, changed)).toMatchObject({ changes: [], problems: [] });
    const little = 'atrium: 1\nlocations:\n  - name: Hamburg\n    city: Hamburg\n';
    expect(await done(orgId, little)).toEqual(['3 change location Hamburg']);
    await take(orgId, little);
    expect(await done(orgId, changed)).toEqual([]);
  });

  it('identifies things by id where names are ambiguous, and to rename them', async () => {
    const orgId = await empty();
    const twins = [await world.location({ orgId, name: 'Twin' }), await world.location({ orgId, name: 'Twin' })];
    const file = await written(orgId);
    for (const { locationId } of twins) expect(file).toContain(locationId);
    expect(await preview(orgId, file)).toMatchObject({ changes: [], unchanged: 2, problems: [] });
    expect(await problemsOf(orgId, 'atrium: 1\nlocations:\n  - name: Twin\n')).toEqual([
      '3 locations.0.name: Several have this name. Add the id of the location.',
    ]);
    const renamed = file.replace('Twin', 'Elder');
    expect(await done(orgId, renamed)).toHaveLength(1);
    await take(orgId, renamed);
    expect(await written(orgId)).not.toContain('id:');
    expect(await written(orgId, true)).toContain(`id: ${twins[0]!.locationId}`);
    expect(await problemsOf(orgId, 'atrium: 1\nlocations:\n  - name: Twin\n  - name: Twin\n')).toEqual([
      '4 locations.1.name: This location is listed twice.',
    ]);
  });

  it('refuses foreign ids, and everything that the API refuses, by line and field; nothing is half done', async () => {
    const orgId = await empty();
    const foreign = await world.location();
    const wrong = shop
      .replace('name: Hamburg', `name: Hamburg\n    id: ${foreign.locationId}`)
      .replace('13:00-18:00', '11:00-18:00');
    expect(await problemsOf(orgId, wrong)).toEqual([
      expect.stringMatching(/^6 schedules\.0\.hours\.monday\.1: These hours overlap other hours of the schedule/),
      '10 locations.0.id: There is no location with this id here. Leave out the id to create a new one.',
    ]);
    const broken = shop
      .replace('timezone: Europe/Berlin', 'timezone: Mars/Olympus')
      .replace('ipAddress: 10.0.0.2', 'ipAddress: 10.0.0.256');
    expect(await problemsOf(orgId, broken)).toEqual(['12 locations.0.timezone: Unknown time zone']);
    const deep = shop
      .replace('10.0.0.2', '10.0.0.256')
      .replace('countApplication: 9', 'countApplication: 2')
      .replace('schedule: Shops', 'schedule: Shop')
      .replace(
        '          - sensor: 00:6E:02:00:00:01\n            deviceId: 1\n',
        '          - sensor: nobody\n            deviceId: 7\n',
      )
      .replace('value: 0 }', 'value: -1 }');
    expect(await problemsOf(orgId, deep)).toEqual([
      '14 locations.0.hours.0.schedule: No schedule has this name',
      '32 locations.0.sites.1.ipAddress: Enter an IP address as four numbers from 0 to 255, separated by dots',
      '39 locations.0.spaces.0.resetConfig.resetTimes.0.value: Reset value must be a positive number',
    ]);
    // The database refuses the second name; everything after it is checked anyway.
    const twice = 'atrium: 1\nschedules:\n  - name: Shops\n  - name: SHOPS\nlocations:\n  - name: A\n';
    expect(await problemsOf(orgId, twice)).toEqual([
      '4 schedules.1.name: There is a schedule named SHOPS already.',
      '6 locations.0.timezone: Time zone is required',
    ]);
    const answer = await staff.post<{ message: string; details: object[] }>(`/api/estatefile?orgId=${orgId}`, {
      text: deep,
    });
    expect([answer.status, answer.body.message]).toEqual([400, 'Line 14: No schedule has this name']);
    expect(answer.body.details[1]).toEqual({
      path: 'line 32: locations.0.sites.1.ipAddress',
      message: 'Enter an IP address as four numbers from 0 to 255, separated by dots',
    });
    expect(parse(await written(orgId))).toEqual({ atrium: 1, schedules: [], locations: [] });
    expect((await auditOf(world, orgId)).map(({ action }) => action)).toEqual(['estate-exported']);
  });

  it('reports invalid files: bad YAML, unknown fields, wrong value types', async () => {
    const orgId = await empty();
    expect(await problemsOf(orgId, 'atrium: 1\nlocations: [')).toEqual([expect.stringMatching(/^2 : /)]);
    expect(await problemsOf(orgId, 'atrium: 2\ncolor: red\nlocations:\n  - street: 4\n    sites: none\n')).toEqual([
      '1 atrium: must be 1',
      '4 locations.0.name: is required',
      '4 locations.0.street: must be text; put it in quotes',
      '5 locations.0.sites: must be a list',
      '2 color: is not a known field',
    ]);
    expect(await problemsOf(orgId, '')).toEqual(['1 : must be a group of fields']);
    const bomb = `atrium: 1\nlocations: &a [x]\nschedules: [${'*a,'.repeat(200)}]`;
    expect(await problemsOf(orgId, bomb)).toEqual(['1 : The file uses too many YAML aliases']);
    expect(
      await problemsOf(orgId, 'atrium: 1\nlocations: &a\n  - name: A\n    timezone: UTC\n    sites: *a\n'),
    ).toEqual([
      '5 locations.0.sites.0.timezone: is not a known field',
      '5 locations.0.sites.0.sites: is not a known field',
    ]);
    const unstorable = 'contains invalid Unicode or a NUL character';
    expect(await problemsOf(orgId, shop.replace('name: Hamburg', 'name: "Ham\\0burg"'))).toEqual([
      `9 locations.0.name: ${unstorable}`,
    ]);
    expect(await problemsOf(orgId, 'atrium: 1\nschedules:\n  - name: "\\uD800"\n')).toEqual([
      `3 schedules.0.name: ${unstorable}`,
    ]);
    expect(await problemsOf(orgId, 'atrium: 1\n"a\\0b": 1\n')).toEqual([`1 : ${unstorable}`]);
    const [, device] = /deviceId: (\d+)/.exec(shop) ?? [];
    const withDevice = (id: string) => problemsOf(orgId, shop.replace(`deviceId: ${device}`, `deviceId: ${id}`));
    expect(await withDevice('d'.repeat(101))).toEqual([
      expect.stringMatching(/deviceId: must have at most 100 characters$/),
    ]);
    expect(await withDevice('""')).toEqual([expect.stringMatching(/zones\.0\.deviceId: is required$/)]);
    for (const countType of ['1.5', '-1', '99999999999']) {
      expect(await problemsOf(orgId, shop.replace('scaleFactor: 1.5', `countType: ${countType}`))).toContainEqual(
        expect.stringMatching(/zones\.0\.countType: Count type must be a whole number from 1 to 99$/),
      );
    }
    expect(await problemsOf(orgId, shop.replace('09:00-12:00', 'nine to noon'))).toEqual([
      '6 schedules.0.hours.monday.0: Write hours as 09:00-18:00',
      '14 locations.0.hours.0.schedule: No schedule has this name',
    ]);
  });

  it('installs sensors for staff only, and moves none', async () => {
    const orgId = await empty();
    const admin = await adminOf(orgId);
    expect(await problemsOf(orgId, shop, admin)).toEqual([
      '19 locations.0.sites.0.sensors.0: Only staff can install sensors',
      '41 locations.0.spaces.0.zones.0.sensor: No sensor of this location has this address or name',
      '43 locations.0.spaces.0.zones.1.sensor: No sensor of this location has this address or name',
    ]);
    await take(orgId, shop);
    expect(await preview(orgId, shop, admin)).toMatchObject({ changes: [], problems: [] });
    expect(await problemsOf(orgId, shop.replace('scaleFactor: 1.5', 'countType: 8'))).toEqual([
      '26 locations.0.sites.0.sensors.0.zones.0.countType: The count type of a zone cannot be changed',
    ]);
    await world.sensor({ orgId, name: 'Taken down', active: false });
    expect(await written(orgId)).not.toContain('Taken down');
    const moved = shop.replace('name: North door', 'name: West door');
    expect(await problemsOf(orgId, moved)).toEqual([
      '19 locations.0.sites.0.sensors.0.macAddress: This sensor is installed at Hamburg › North door. A file cannot move a sensor. Reassign it first',
    ]);
    const noMac =
      'atrium: 1\nlocations:\n  - name: A\n    timezone: UTC\n    sites:\n      - name: B\n        sensors:\n';
    expect(await problemsOf(orgId, `${noMac}          - name: Nameless\n`)).toEqual([
      '8 locations.0.sites.0.sensors.0: A sensor needs its macAddress, unless its sensorType is dummy',
    ]);
    expect(await problemsOf(orgId, `${noMac}          - macAddress: "00:6E"\n`)).toEqual([
      '8 locations.0.sites.0.sensors.0.macAddress: MAC address must have 12 hexadecimal digits',
    ]);
    const dummy = `${noMac}          - { name: Toy, sensorType: dummy, zones: [{ deviceId: 1, name: Gate }] }\n`;
    await take(orgId, dummy);
    expect(await preview(orgId, dummy)).toMatchObject({ changes: [], problems: [] });
    expect(await preview(orgId, await written(orgId))).toMatchObject({ changes: [], problems: [] });
  });

  it('[S205] is exported in its turn: an organization has a few waiting, and others do not wait for it', async () => {
    const [orgId, other] = [await empty(), await empty()];
    const [many, one] = await Promise.all([statuses(orgId, 20), statuses(other, 1)]);
    expect(new Set(many)).toEqual(new Set([200, 429]));
    expect(one).toEqual([200]);
    expect(await statuses(orgId, 1)).toEqual([200]);
  });

  it('has no spaces where the organization has no access to occupancy', async () => {
    const { orgId } = await world.organization();
    const text = 'atrium: 1\nlocations:\n  - name: A\n    timezone: UTC\n    spaces:\n      - name: Hall\n';
    expect(await problemsOf(orgId, text)).toEqual([
      '6 locations.0.spaces: The subscription of the organization does not include spaces',
    ]);
    await world.space({ orgId, name: 'Secret' });
    expect(await written(orgId)).not.toContain('Secret');
  });
});
