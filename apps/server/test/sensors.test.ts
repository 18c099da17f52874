import type { QueryInput } from '@atrium/contract/endpoint';
import {
  getSensor,
  getSensorAccessUrl,
  getSensorPassword,
  listImageCapableSensors,
  listSensors,
  searchSensorsOfLocation,
  updateSensor,
} from '@atrium/contract/sensors';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sensor as sensorTable } from '../src/registry/schema/sensors.ts';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { countingIn } from './counting.ts';
import type { Sensor } from './estate.ts';
import { sensorEstate } from './sensor-estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
const { shop, adminOf } = countingIn(() => world);
const estate = () => sensorEstate(world);

const of = ({ sensorId }: Pick<Sensor, 'sensorId'>) => ({ params: { sensorId } });
const names = async (client: Client, query: QueryInput<typeof listSensors>) =>
  (await client.call(listSensors, { query })).map(({ name }) => name);

/** The details of a refused change, as `field: message`. */
async function refusal(client: Client, { sensorId }: Sensor, body: object): Promise<string[]> {
  const answer = await client.send<{ details?: { path: string; message: string }[] }>(
    'PUT',
    `/api/sensor/${sensorId}`,
    body,
  );
  expect(answer.status).toBe(400);
  return (answer.body.details ?? []).map(({ path, message }) => `${path}: ${message}`);
}

describe('the list of sensors', () => {
  it('shows each with its place, its vendor and what needs attention', async () => {
    const { org, eye, north, door } = await estate();
    const client = await adminOf(org);
    const answer = await client.get('/api/sensor/list?order=name');
    expect(answer.headers.get('x-total-count')).toBe('4');
    const rows = await client.call(listSensors, { query: {} });
    expect(rows.map(({ name }) => name)).toEqual(['ear', 'Eye', 'Gateway', 'Loose']);
    expect(rows[1]).toMatchObject({
      sensorId: eye.sensorId,
      macAddress: '801F12000001',
      vendor: 'Xovis',
      siteId: door.siteId,
      siteName: 'Door',
      locationId: north.locationId,
      locationName: 'North',
      locationTimezone: 'UTC',
      zoneCount: 2,
      zonesToReview: 1,
      firmware: '5.4.2',
      version: 1,
    });
    expect(rows[3]).toMatchObject({ vendor: 'Unknown', siteId: null, locationName: null, zoneCount: 0 });
    expect(JSON.stringify(rows)).not.toMatch(/orgName|isBlacklisted|masterKey|password/);
  });

  it('is narrowed by every filter', async () => {
    const { org, north, gate, eye } = await estate();
    await world.offlineRecord({ orgId: org.orgId, sensorId: eye.sensorId });
    const client = await adminOf(org);
    const cases: [QueryInput<typeof listSensors>, string[]][] = [
      [{ locationId: north.locationId.toUpperCase() }, ['Eye']],
      [{ siteId: gate.siteId }, ['ear', 'Gateway']],
      [{ siteId: 'nonsense' }, []],
      [{ sensorType: 'XOVIS5' }, ['Eye', 'Loose']],
      [{ vendor: 'xovis' }, ['Eye']],
      [{ vendor: 'Unknown' }, ['Loose']],
      [{ vendor: 'Nobody' }, []],
      [{ active: 'true' }, ['ear', 'Eye', 'Gateway', 'Loose']],
      [{ commissioned: 'true' }, ['ear', 'Eye', 'Loose']],
      [{ commissioned: 'false' }, ['Gateway']],
      [{ periodicUse: 'true' }, ['Gateway']],
      [{ periodicUse: 'false' }, ['ear', 'Eye', 'Loose']],
      [{ needsReview: 'true' }, ['Eye']],
      [{ needsReview: 'false' }, ['ear', 'Gateway', 'Loose']],
      [{ assigned: 'false' }, ['Loose']],
      [{ online: 'false' }, ['Eye']],
      [{ online: 'true' }, []],
      [{ vendor: 'Xovis', needsReview: 'false' }, []],
    ];
    for (const [query, wanted] of cases) expect([query, await names(client, query)]).toEqual([query, wanted]);
    expect(await client.get('/api/sensor/list?online=perhaps')).toMatchObject({ status: 400 });
  });

  it('is searched by name, address, type, firmware and place, without wildcards', async () => {
    const { org } = await estate();
    const client = await adminOf(org);
    const cases: [string, string[]][] = [
      ['EYE', ['Eye']],
      ['80:1f:12', ['Eye']],
      ['801f12', ['Eye']],
      ['10.0.0.7', ['Eye']],
      ['teracom', ['Gateway']],
      ['5.4.2', ['Eye']],
      ['north', ['Eye']],
      ['gate', ['ear', 'Gateway']],
      ['%', []],
    ];
    for (const [search, wanted] of cases) expect([search, await names(client, { search })]).toEqual([search, wanted]);
  });

  it('is sorted and paged, with the total', async () => {
    const { org } = await estate();
    const client = await adminOf(org);
    expect(await names(client, { order: '-name', limit: 2 })).toEqual(['Loose', 'Gateway']);
    expect(await names(client, { order: '-name', limit: 2, offset: 2 })).toEqual(['Eye', 'ear']);
    expect(await names(client, { order: 'locationName,-name' })).toEqual(['Eye', 'Gateway', 'ear', 'Loose']);
    expect((await names(client, { order: '-zonesToReview' }))[0]).toBe('Eye');
    const page = await client.get('/api/sensor/list?limit=1&offset=99');
    expect([page.status, page.headers.get('x-total-count'), page.body]).toEqual([200, '4', []]);
    expect((await client.get('/api/sensor/list?order=password')).status).toBe(400);
  });

  it('[R200] shows decommissioned sensors, the organization and the blacklist to staff, and to nobody else', async () => {
    const { org, old } = await estate();
    await world.devices.block('801F12000001');
    const staff = await world.signIn(await world.staff());
    const { orgId } = org;
    expect(await names(staff, { orgId })).toEqual(['ear', 'Eye', 'Gateway', 'Loose', 'Old']);
    expect(await names(staff, { orgId, active: 'false' })).toEqual(['Old']);
    const rows = await staff.call(listSensors, { query: { orgId, vendor: 'Xovis' } });
    expect(rows.map(({ name, orgName, isBlacklisted }) => [name, orgName, isBlacklisted])).toEqual([
      ['Eye', 'Chain', true],
      ['Old', 'Chain', false],
    ]);
    const everywhere = await staff.call(listSensors, { query: { search: '801F12000002' } });
    expect(everywhere.map(({ sensorId }) => sensorId)).toContain(old.sensorId);

    const client = await adminOf(org);
    expect(await names(client, { active: 'false' })).toEqual([]);
    expect(await client.call(getSensor, of(old))).toMatchObject({ active: false, siteId: null, online: null });
    expect(await client.call(getSensor, of(old))).not.toHaveProperty('orgName');
  });

  it('is limited to the locations the caller may see, also where it counts, and omits unassigned sensors', async () => {
    const { org, north, south, ear } = await estate();
    const client = await world.signIn(await world.user({ orgId: org.orgId, locations: [north] }));
    expect(await names(client, {})).toEqual(['Eye']);
    expect((await client.get('/api/sensor/list?limit=1')).headers.get('x-total-count')).toBe('1');
    expect(await names(client, { locationId: south.locationId })).toEqual([]);
    expect((await client.get(`/api/sensor/${ear.sensorId}`)).status).toBe(404);
    expect((await client.get(`/api/sensor/search/location/${south.locationId}`)).status).toBe(404);
    const found = await client.call(searchSensorsOfLocation, { params: { locationId: north.locationId } });
    expect(found.map(({ name }) => name)).toEqual(['Eye']);
  });

  it('of a location is searched within it, and can be limited to sensors with cameras', async () => {
    const { org, south } = await estate();
    const client = await adminOf(org);
    const params = { locationId: south.locationId };
    const search = async (text: string) =>
      (await client.call(searchSensorsOfLocation, { params, query: { search: text } })).map(({ name }) => name);
    expect([await search('ea'), await search('eye')]).toEqual([['ear'], []]);
    for (const [path, total] of [
      [`search/location/${south.locationId}?limit=1`, '2'],
      ['image-capable?limit=1', '3'],
    ])
      expect((await client.get(`/api/sensor/${path}`)).headers.get('x-total-count'), path).toBe(total);
    const seeing = await client.call(listImageCapableSensors, { query: {} });
    expect(seeing.map(({ name }) => name)).toEqual(['ear', 'Eye', 'Loose']);
    const here = await client.call(listImageCapableSensors, { query: { locationId: south.locationId } });
    expect(here.map(({ name }) => name)).toEqual(['ear']);
    const staff = await world.signIn(await world.staff());
    const all = await staff.call(listImageCapableSensors, { query: { orgId: org.orgId } });
    expect(all.map(({ name }) => name)).toEqual(['ear', 'Eye', 'Loose']);
    const ofType = await client.get<{ name: string }[]>(`/api/sensor/sensorType/AXIS?locationId=${south.locationId}`);
    expect(ofType.body.map(({ name }) => name)).toEqual(['ear']);
  });
});

describe('a sensor', () => {
  it('[R183] shows its zones and the features of its vendor, under both addresses', async () => {
    const { org, eye, gateway } = await estate();
    const client = await adminOf(org);
    const found = await client.call(getSensor, of(eye));
    expect(found).toMatchObject({ name: 'Eye', vendor: 'Xovis', hasPassword: true, masterNode: false });
    expect(found.zones.map(({ name }) => name)).toEqual(['Line', 'Second']);
    expect((await client.get(`/api/sensor/${eye.sensorId}/`)).body).toEqual(found);
    expect(await client.call(getSensor, of(gateway))).toMatchObject({
      vendor: 'Teracom',
      hasPassword: false,
      masterNode: true,
    });
  });

  it('is unknown once it was removed', async () => {
    const { org, eye } = await estate();
    const client = await adminOf(org);
    await world.registry.owner.query('UPDATE sensor SET deleted_at = now() WHERE sensor_id = $1', [eye.sensorId]);
    expect(await names(client, {})).not.toContain('Eye');
    expect((await client.get(`/api/sensor/${eye.sensorId}`)).status).toBe(404);
    expect((await client.send('PUT', `/api/sensor/${eye.sensorId}`, { name: 'x' })).status).toBe(404);
  });

  it('keeps omitted fields, and counts its versions', async () => {
    const { org, eye } = await estate();
    const client = await adminOf(org);
    const after = await client.call(updateSensor, {
      ...of(eye),
      body: { name: ' Left eye ', timeZone: 'Europe/Zurich', nodeSensors: ['80:1f:12:00:00:aa', ''], masterKey: 'k1' },
    });
    expect(after).toMatchObject({
      name: 'Left eye',
      sensorType: 'xovis5',
      timeZone: 'Europe/Zurich',
      nodeSensors: ['80:1F:12:00:00:AA'],
      masterKey: 'k1',
      periodicUse: false,
      version: 2,
    });
    expect(await client.call(updateSensor, { ...of(eye), body: { name: 'Left eye' } })).toEqual(after);
    const path = `/api/sensor/${eye.sensorId}/`;
    expect((await client.send('PUT', path, { name: 'Other' }, { 'if-match': '1' })).status).toBe(412);
    expect((await client.send('PUT', path, { name: 'Other' }, { 'if-match': '2' })).status).toBe(200);
    expect((await client.send('PUT', path, { macAddress: 'ACCC8E000009' })).status).toBe(400);
    const audited = (await auditOf(world, org.orgId)).filter(({ action }) => action === 'sensor-changed');
    expect(audited.map(({ detail }) => detail?.changed)).toEqual([
      {
        name: ['Eye', 'Left eye'],
        timeZone: [null, 'Europe/Zurich'],
        nodeSensors: [null, ['80:1F:12:00:00:AA']],
        masterKey: [null, '••••••'],
      },
      { name: ['Left eye', 'Other'] },
    ]);
  });

  it('[R194] [R197] goes into periodic use and back, and loses a blank master key', async () => {
    const { org, eye } = await estate();
    const client = await adminOf(org);
    const put = (body: object) => client.call(updateSensor, { ...of(eye), body });
    expect(await put({ periodicUse: true, masterKey: 'k1' })).toMatchObject({ periodicUse: true, masterKey: 'k1' });
    expect(await put({ periodicUse: false, masterKey: '  ' })).toMatchObject({ periodicUse: false, masterKey: null });
  });

  it.each([
    [{ name: null }, 'name: Name is required'],
    [{ name: ' ' }, 'name: Name is required'],
    [{ sensorType: null }, 'sensorType: Sensor type is required'],
    [{ sensorType: 'abacus' }, 'sensorType: Unknown sensor type'],
    [{ sensorType: 'dummy' }, 'sensorType: A sensor cannot become a dummy sensor or stop being one'],
    [{ timeZone: 'Mars' }, 'timeZone: Unknown time zone'],
  ])('is not changed by %o', async (body, problem) => {
    const { org, sensor } = await shop();
    const client = await adminOf(org);
    expect(await refusal(client, sensor, body)).toEqual([problem]);
    expect(await client.call(getSensor, of(sensor))).toMatchObject({ name: sensor.name, version: 1 });
  });

  it.each([
    [['80:1F:12:00:00:01'], 'nodeSensors.0: A node sensor cannot have the MAC address of the sensor itself'],
    [['80:1F:12:00:00:0A', '80:1f:12:00:00:0a'], 'nodeSensors.1: A node sensor cannot be listed twice'],
    [['801F1200000A'], 'nodeSensors.0: Node sensor MAC addresses must have 17 characters, such as 00:11:22:AA:BB:CC'],
  ])('[R196] does not accept %o for its nodes', async (nodeSensors, problem) => {
    const { org, eye } = await estate();
    const client = await adminOf(org);
    expect(await refusal(client, eye, { nodeSensors })).toEqual([problem]);
  });

  it('is read but not written by people of the organization, and its master key is hidden from them', async () => {
    const { org, eye } = await estate();
    await (await adminOf(org)).call(updateSensor, { ...of(eye), body: { masterKey: 'k1' } });
    const client = await world.signIn(await world.user({ orgId: org.orgId }));
    const shown = await client.call(getSensor, of(eye));
    expect(JSON.stringify(shown)).not.toMatch(/masterKey|passwordSet|k1/);
    expect((await client.send('PUT', `/api/sensor/${eye.sensorId}`, { name: 'x' })).status).toBe(403);
    expect((await client.get(`/api/sensor/${eye.sensorId}/access-url`)).status).toBe(403);
    expect((await client.get('/api/reference/sensor-password/801F12000001')).status).toBe(403);
  });

  it('links to its own page at the address that its network, or that of its site, has', async () => {
    const { org, eye, ear, gate } = await estate();
    const client = await adminOf(org);
    expect(await client.call(getSensorAccessUrl, of(eye))).toEqual({ url: 'http://10.0.0.7/' });
    expect(await client.call(getSensorAccessUrl, of(ear))).toEqual({ url: null });
    await world.registry.owner.query("UPDATE site SET ip_address = '10.0.0.9' WHERE site_id = $1", [gate.siteId]);
    expect(await client.call(getSensorAccessUrl, of(ear))).toEqual({ url: 'http://10.0.0.9/' });
  });

  it('[S96] has a link only inside its own network, whatever address it reports', async () => {
    const { org, eye } = await estate();
    const client = await adminOf(org);
    const linkOf = async (address: string) => {
      await world.registry.owner.query('UPDATE sensor SET ip_address = $2 WHERE sensor_id = $1', [
        eye.sensorId,
        address,
      ]);
      return (await client.call(getSensorAccessUrl, of(eye))).url;
    };
    for (const address of ['8.8.8.8', 'evil.example', '172.32.0.1', '2001:4860:4860::8888', '10.0.0.7@evil.example'])
      expect([address, await linkOf(address)]).toEqual([address, null]);
    for (const address of ['172.16.4.2', '192.168.1.9', '169.254.7.7'])
      expect(await linkOf(address)).toBe(`http://${address}/`);
    expect(await linkOf('fd00::7')).toBe('http://[fd00::7]/');
  });
});

describe('the password of a sensor', () => {
  it('[R202] is stored sealed, shown to administrators by its address, and every read is recorded', async () => {
    const { org, eye } = await estate();
    const client = await adminOf(org);
    const read = (mac: string) => client.call(getSensorPassword, { params: { mac } });
    expect(await read('801F12000001')).toEqual({ password: null });
    expect(await client.call(updateSensor, { ...of(eye), body: { password: ' hush ' } })).toMatchObject({
      passwordSet: true,
      version: 2,
    });
    expect(await read('80:1f:12:00:00:01')).toEqual({ password: 'hush' });
    const [stored] = await world.registry.system(({ sql: db }) =>
      db.select().from(sensorTable).where(eq(sensorTable.sensorId, eye.sensorId)),
    );
    expect(stored?.password).not.toContain('hush');
    const log = (await auditOf(world, org.orgId)).filter(({ action }) => action !== 'signed-in');
    expect(log.map(({ action }) => action)).toEqual(['sensor-changed', 'sensor-password-read']);
    expect(await client.call(updateSensor, { ...of(eye), body: { password: 'hush' } })).toMatchObject({ version: 2 });
    expect(log[0]?.detail).toEqual({ name: 'Eye', changed: { password: [null, '••••••'] } });
    expect(JSON.stringify(log)).not.toContain('hush');

    await client.call(updateSensor, { ...of(eye), body: { password: '' } });
    expect(await read('801F12000001')).toEqual({ password: null });
    expect(await client.call(getSensor, of(eye))).toMatchObject({ passwordSet: false });
  });

  it('[R183] is absent for vendors that have none, and unknown where the device is', async () => {
    const { org, gateway } = await estate();
    const client = await adminOf(org);
    expect(await refusal(client, gateway, { password: 'hush' })).toEqual([
      'password: Devices of this vendor have no password',
    ]);
    const neighbor = await adminOf(await world.organization());
    for (const mac of ['801F12000001', 'nonsense', '801F12AAAAAA'])
      expect((await neighbor.get(`/api/reference/sensor-password/${mac}`)).status).toBe(404);
  });

  it('[S92] is read at most twenty times a minute by one person; others continue, and each read is recorded', async () => {
    const { org, eye } = await estate();
    const client = await adminOf(org);
    await client.call(updateSensor, { ...of(eye), body: { password: 'hush' } });
    const path = `/api/reference/sensor-password/${eye.macAddress}`;
    for (let read = 1; read <= 20; read += 1) expect((await client.get(path)).status).toBe(200);
    const refused = await client.get<{ retryAfter?: number }>(path);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await (await adminOf(org)).get(path)).status).toBe(200);
    const reads = (await auditOf(world, org.orgId)).filter(({ action }) => action === 'sensor-password-read');
    expect(reads).toHaveLength(21);
    expect(new Set(reads.map(({ userId }) => userId)).size).toBe(2);
  });

  it('belongs to the device in use where one address was used twice', async () => {
    const { org, old, door } = await estate();
    const again = await world.sensor({ siteId: door.siteId, macAddress: old.macAddress });
    const client = await adminOf(org);
    for (const [device, password] of [
      [old, 'before'],
      [again, 'now'],
    ] as const)
      await client.call(updateSensor, { ...of(device), body: { password } });
    expect(await client.call(getSensorPassword, { params: { mac: old.macAddress ?? '' } })).toEqual({
      password: 'now',
    });
    await world.registry.system(({ sql: db }) =>
      db
        .update(sensorTable)
        .set({ deletedAt: sql`now()` })
        .where(eq(sensorTable.sensorId, again.sensorId)),
    );
    expect(await client.call(getSensorPassword, { params: { mac: old.macAddress ?? '' } })).toEqual({
      password: 'before',
    });
  });
});
