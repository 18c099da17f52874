import { sharedTestEngines } from '@atrium/engines/testing';
import { type DeviceVendor, numberedDevice, readDevice } from '@atrium/rules/device-identity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { laneOf } from '../../src/ingestion/inbox.ts';
import { unassignedDevices } from '../../src/ingestion/quarantine-store.ts';
import { readingsOfSensors } from '../../src/ingestion/sensor-readings.ts';
import { vendors } from '../../src/ingestion/vendors/table.ts';
import type { Report, Vendor } from '../../src/ingestion/vendors/vendor.ts';
import { raiseEstateVersion } from '../../src/registry/directory/store.ts';
import { at, ledgerOf, openWorld, push, quarantineOf, type Server, type TestDoor, type World } from './world.ts';

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld(await sharedTestEngines(), new Date('2026-03-02T12:00:30Z'));
  const bearers = [bearer('monnit'), bearer('irisys')];
  server = await world.server({ vendors: new Map([...vendors, ...bearers.map((each) => [each.name, each] as const)]) });
});
afterAll(() => world.close());
const minute = at('2026-03-02T11:59:00Z');

/** What a device says: itself, and counts of one line of any number of devices. */
interface Said {
  readonly from: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** A vendor that numbers its devices itself; a name with 16 digits is an EUI-64. */
function bearer(name: DeviceVendor): Vendor {
  const deviceOf = (text: string) => readDevice(text) ?? numberedDevice(name, text)!;
  const read = (body: Buffer) => {
    const { from, counts } = JSON.parse(body.toString()) as Said;
    const reports = Object.entries(counts).map(([of, ins]) => {
      const readings = [{ measure: 'people', at: minute, span: 60, ins, outs: 0, partial: false }];
      const logics = [{ deviceId: '1', name: 'Line', form: 'line' as const, readings }];
      return { device: deviceOf(of), logics, status: null };
    });
    return { device: deviceOf(from), reports };
  };
  return {
    name,
    title: name,
    generation: 1,
    acceptsType: () => true,
    contentType: 'application/json',
    addressed: () => null,
    identify(body) {
      const { device, reports } = read(body);
      const carried = reports.map((report) => report.device).filter((each) => each !== device);
      return { kind: 'readings', device, carried, records: reports.length, newest: minute + 60 };
    },
    decode(body) {
      const { device, reports } = read(body);
      const own: Report = reports.find((report) => report.device === device) ?? { device, logics: [], status: null };
      const carried = reports.filter((report) => report.device !== device);
      return { ...own, carried, testData: false, flaws: [] };
    },
  };
}

/** A sensor that is a device of its vendor's numbering or an EUI-64, with a line. */
async function counterAt(orgId: string, identifier: string) {
  const { siteId } = await world.site({ orgId });
  const { sensorId } = await world.sensor({ siteId, macAddress: null, identifier });
  const { seriesId } = await world.zone({ sensorId, deviceId: '1' });
  return { sensorId, device: identifier, ins: () => insOf(seriesId) };
}

async function insOf(series: number): Promise<number> {
  await server.ingestion.idle();
  const [row] = await world.rows<{ ins: string }>('SELECT ins FROM series_last WHERE series_id = $1', [series]);
  return Number(row?.ins ?? 0);
}

const send = (door: TestDoor, vendor: string, said: Said, key = door.key) => push(server, key, said, { vendor });
const newDevices = async ({ orgId }: TestDoor) =>
  (await world.registry.system((tx) => unassignedDevices(tx, orgId, { limit: 10, offset: 0 }))).rows.map(
    ({ deviceId }) => deviceId,
  );

it('[R577] counts what a device pushes for the sensor that is that device: numbers of two vendors do not meet', async () => {
  const door = await world.door();
  const [monnit, irisys, radio] = await Promise.all(
    ['monnit:104523', 'irisys:104523', '24E124FFFE104523'].map((each) => counterAt(door.orgId, each)),
  );
  expect(await send(door, 'monnit', { from: '104523', counts: { 104523: 3 } })).toMatchObject({ status: 200 });
  expect(await send(door, 'irisys', { from: '104523', counts: { 104523: 5 } })).toMatchObject({ status: 200 });
  const spelled = '24:e1:24:ff:fe:10:45:23';
  expect(await send(door, 'monnit', { from: spelled, counts: { [spelled]: 7 } })).toMatchObject({ status: 200 });
  expect([await monnit!.ins(), await irisys!.ins(), await radio!.ins()]).toEqual([3, 5, 7]);
  expect(await quarantineOf(world, door)).toEqual([]);
});

it('[R577] [I35] a key of one sensor speaks for its device, names it where the body does not, and brings nothing of others', async () => {
  const door = await world.door();
  const [own, other] = await Promise.all(['monnit:1', 'monnit:2'].map((each) => counterAt(door.orgId, each)));
  const key = await world.pushKey({ orgId: door.orgId, sensorId: own!.sensorId });
  expect(await send(door, 'monnit', { from: '1', counts: { 1: 4 } }, key)).toMatchObject({ status: 200 });
  expect(await send(door, 'monnit', { from: '2', counts: { 2: 4 } }, key)).toMatchObject({ status: 403 });
  expect(await send(door, 'monnit', { from: '1', counts: { 1: 4, 2: 4 } }, key)).toMatchObject({ status: 403 });
  const records = [{ from: minute - 60, to: minute, counts: [{ name: 'fw', value: 2 }] }];
  const nameless = { logics_data: { logics: [{ id: 1, name: 'Line', info: 'XLT_LINE_IN_OUT', records }] } };
  expect(await push(server, key, nameless)).toMatchObject({ status: 200 });
  expect([await own!.ins(), await other!.ins()]).toEqual([6, 0]);
});

it('[R578] [I35] counts every device in a body for its own sensor, in the lane of the one that speaks', async () => {
  const door = await world.door();
  const [first, second, blocked] = await Promise.all(
    ['monnit:11', 'monnit:12', 'monnit:13'].map((each) => counterAt(door.orgId, each)),
  );
  await world.rows(`INSERT INTO sensor_blacklist (route, device, reason) VALUES ('_all_', 'monnit:13', 'noise')`);
  const said = { from: '900', counts: { 11: 2, 12: 3, 13: 9, 14: 5 } };
  expect(await send(door, 'monnit', said)).toMatchObject({ status: 200 });
  expect([await first!.ins(), await second!.ins(), await blocked!.ins()]).toEqual([2, 3, 0]);
  const bodies = await world.rows('SELECT device, lane FROM inbox_body WHERE org_id = $1', [door.orgId]);
  expect(bodies).toEqual([{ device: 'monnit:900', lane: laneOf(door.orgId, 'monnit:900') }]);
  // The gateway itself is nobody's sensor and counts nothing; the fourth device is new.
  expect(await quarantineOf(world, door)).toEqual([{ device: 'monnit:900', reason: 'unassigned', bodies: 1 }]);
  expect(await newDevices(door)).toEqual(['monnit:14']);
  const heard = (await ledgerOf(world, door)).map((row) => (row as { device: string }).device);
  expect(heard).toEqual(['monnit:11', 'monnit:12', 'monnit:14', 'monnit:900']);

  const fourth = await counterAt(door.orgId, 'monnit:14');
  const clock = () => world.now;
  await world.registry.system((tx) => readingsOfSensors(server.ingestion, clock).reconsider(tx, door.orgId, [fourth]));
  expect([await fourth.ins(), await first!.ins(), await newDevices(door)]).toEqual([5, 2, []]);
  expect(await quarantineOf(world, door)).toEqual([]);
});

it('[R578] keeps what waits for one device of a body until its sensor is commissioned', async () => {
  const door = await world.door();
  const [early, late] = await Promise.all(['irisys:21', 'irisys:22'].map((each) => counterAt(door.orgId, each)));
  const commission = (date: string | null) =>
    world.registry.system(async (tx) => {
      await tx.client.query('UPDATE sensor SET commissioned_date = $2 WHERE sensor_id = $1', [late!.sensorId, date]);
      await raiseEstateVersion(tx, door.orgId);
      await readingsOfSensors(server.ingestion, () => world.now).reconsider(tx, door.orgId, [late!]);
    });
  await commission(null);
  await send(door, 'irisys', { from: '20', counts: { 21: 1, 22: 2 } });
  expect([await early!.ins(), await late!.ins(), await newDevices(door)]).toEqual([1, 0, []]);
  await commission('2026-01-01');
  expect([await early!.ins(), await late!.ins()]).toEqual([1, 2]);
});
