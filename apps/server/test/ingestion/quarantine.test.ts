import { sharedTestEngines } from '@atrium/engines/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raiseEstateVersion } from '../../src/registry/directory/store.ts';
import {
  at,
  ledgerOf,
  openWorld,
  packageOf,
  push,
  quarantineOf,
  type Server,
  type TestDoor,
  type World,
} from './world.ts';

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld(await sharedTestEngines(), new Date('2026-03-02T12:00:30Z'));
  server = await world.server();
});
afterAll(() => world.close());
const minute = at('2026-03-02T11:59:00Z');

describe('data that is quarantined and not counted', () => {
  it('[I21] readings with a clock that runs ahead by more than five minutes', async () => {
    const door = await world.door();
    await send(
      door,
      packageOf(door, [
        { at: minute + 300, ins: 1 },
        { at: minute + 360, ins: 2 },
      ]),
    );
    expect(await groups(door)).toEqual([{ device: door.mac, reason: 'future', bodies: 1 }]);
    expect(await counted(door)).toBe(1);
  });

  it.each(['"7"', 'null', '5.5', '-1'])(
    '[I40] an unreadable count, %s: a gap instead of a zero, while the rest of the body counts',
    async (value) => {
      const door = await world.door();
      const counts = [3, 77].map((ins, index) => ({ at: minute - 60 + 60 * index, ins, outs: 2 }));
      const body = JSON.stringify(packageOf(door, counts));
      await send(door, body.replace('"value":77', `"value":${value}`));
      expect(await groups(door)).toEqual([{ device: door.mac, reason: 'bad_value', bodies: 1 }]);
      expect(await sums(door)).toMatchObject({ ins: 3, outs: 2, got: 60 });
      expect(await world.rows('SELECT ins, got FROM series_last WHERE series_id = $1', [door.series])).toEqual([
        { ins: '3', got: 60 },
      ]);
    },
  );

  it('[I41] more people than can pass through a door in that time, in either direction', async () => {
    const door = await world.door();
    await send(
      door,
      packageOf(door, [
        { at: minute, ins: 601 },
        { at: minute - 60, ins: 600, outs: 600 },
        { at: minute - 120, ins: 0, outs: 70_000 },
        { at: minute - 1800, span: 900, ins: 601 },
      ]),
    );
    expect(await groups(door)).toEqual([{ device: door.mac, reason: 'implausible', bodies: 1 }]);
    expect(await sums(door)).toMatchObject({ ins: 1201, outs: 600, got: 960 });
  });

  it('[I22] readings with a clock that was never set', async () => {
    const door = await world.door();
    await send(
      door,
      packageOf(door, [
        { at: at('2014-12-31T23:59:00Z'), ins: 5 },
        { at: 120, ins: 5 },
        { at: minute, ins: 1 },
      ]),
    );
    expect(await groups(door)).toEqual([{ device: door.mac, reason: 'clock_unset', bodies: 1 }]);
    expect(await counted(door)).toBe(1);
  });

  it('[I24] readings from before the commissioning date, and of a sensor that is not commissioned', async () => {
    const door = await world.door();
    await changeSensor(door, 'commissioned_date = to_timestamp($2)', minute);
    await send(
      door,
      packageOf(door, [
        { at: minute - 60, ins: 5 },
        { at: minute, ins: 1 },
      ]),
    );
    expect(await groups(door)).toEqual([{ device: door.mac, reason: 'before_commissioning', bodies: 1 }]);
    expect(await counted(door)).toBe(1);

    const other = await world.door();
    await changeSensor(other, 'commissioned_date = NULL');
    await send(other, packageOf(other, [{ at: minute, ins: 5 }]));
    expect(await groups(other)).toEqual([{ device: other.mac, reason: 'not_commissioned', bodies: 1 }]);
    expect(await counted(other)).toBe(0);
  });

  it('[I24] test data from the vendor, and from a sensor that represents none', async () => {
    const door = await world.door();
    const real = packageOf(door, [{ at: minute, ins: 5 }]) as { logics_data: object };
    await send(door, { logics_data: { ...real.logics_data, package_info: { id: 1, type: 'DUMMY_DATA' } } });
    expect(await groups(door)).toEqual([{ device: door.mac, reason: 'test_data', bodies: 1 }]);
    expect(await counted(door)).toBe(0);

    const dummy = await world.door();
    await changeSensor(dummy, 'mac_address = NULL');
    const key = await world.pushKey({ orgId: dummy.orgId, sensorId: dummy.sensorId });
    const unsigned = { logics_data: { ...real.logics_data, sensor_info: undefined } };
    await send({ ...dummy, key }, unsigned);
    expect(await groups(dummy)).toEqual([{ device: `sensor:${dummy.sensorId}`, reason: 'dummy_sensor', bodies: 1 }]);
    expect(await counted(dummy)).toBe(0);
  });

  it('readings that a sensor sends before it is installed', async () => {
    const door = await world.door();
    await world.rows('UPDATE sensor_assignment SET "to" = "from" WHERE org_id = $1', [door.orgId]);
    await bump(door);
    await send(door, packageOf({ ...door, logic: 77 }, [{ at: minute, ins: 5 }]));
    expect(await groups(door)).toEqual([{ device: door.mac, reason: 'no_site', bodies: 1 }]);
  });
});

describe('quarantine because of time', () => {
  const late = new Date('2026-03-02T13:00:30Z');
  const now = new Date('2026-03-02T12:00:30Z');

  it('[I42] ends automatically when a clock that was an hour behind is corrected', async () => {
    const door = await world.door();
    for (const ahead of [58, 59]) await send(door, packageOf(door, [{ at: minute + ahead * 60, ins: 2 }]));
    await send(door, packageOf(door, [{ at: minute + 86_400, ins: 9 }]));
    expect(await sums(door)).toBeUndefined();
    world.now = late;
    await server.ingestion.idle();
    expect(await sums(door)).toMatchObject({ ins: 4, got: 120 });
    expect(await groups(door)).toEqual([{ device: door.mac, reason: 'future', bodies: 1 }]);
    expect(await ledger(door)).toEqual([{ device: door.mac, applied: 2, quarantined: 1, discarded: 0 }]);
    world.now = now;
  });

  it('[I42] ends reading by reading: readings still in the future keep waiting', async () => {
    const door = await world.door();
    const counts = [59, 119].map((ahead, index) => ({ at: minute + ahead * 60, ins: index + 1 }));
    await send(door, packageOf(door, counts));
    world.now = late;
    await server.ingestion.idle();
    expect(await counted(door)).toBe(1);
    world.now = new Date('2026-03-02T14:00:30Z');
    await server.ingestion.idle();
    expect(await counted(door)).toBe(3);
    expect(await groups(door)).toEqual([]);
    world.now = now;
  });

  it.each([
    [
      'future',
      (door: TestDoor) => world.rows('UPDATE quarantine_body SET retry_at = NULL WHERE org_id = $1', [door.orgId]),
    ],
    ['not_commissioned', (door: TestDoor) => changeSensor(door, "commissioned_date = '2020-01-01'")],
  ])('[I43] or another temporary reason (%s) ends when the same body is sent again', async (reason, pass) => {
    const door = await world.door();
    if (reason !== 'future') await changeSensor(door, 'commissioned_date = NULL');
    const body = packageOf(door, [{ at: minute + 59 * 60, ins: 6 }]);
    world.now = reason === 'future' ? now : late;
    await send(door, body);
    expect(await groups(door)).toMatchObject([{ reason }]);
    await pass(door);
    world.now = late;
    await server.ingestion.idle();
    expect(await counted(door)).toBe(0);
    await send(door, body);
    expect(await counted(door)).toBe(6);
    expect(await groups(door)).toEqual([]);
    world.now = now;
  });
});

describe('quarantine', () => {
  it('[I32] creates one row per broken device, and one per other reason', async () => {
    const door = await world.door();
    for (let i = 0; i < 5; i += 1) await push(server, door.key, JSON.stringify({ hello: i }));
    for (let i = 0; i < 3; i += 1) await push(server, door.key, `<xml>${i}</xml>`);
    await server.ingestion.idle();
    expect(await groups(door)).toEqual([
      { device: 'unidentified', reason: 'not_json', bodies: 3 },
      { device: 'unidentified', reason: 'unknown_shape', bodies: 5 },
    ]);
    expect(await ledger(door)).toEqual([{ device: 'unidentified', applied: 0, quarantined: 8, discarded: 0 }]);
  });

  it('[I03] releases the readings of a device that is registered later, once', async () => {
    const door = await world.door();
    const mac = '00112233AABB';
    for (let i = 0; i < 3; i += 1)
      await push(server, door.key, packageOf({ mac, logic: door.logic }, [{ at: minute - 60 * i, ins: 2 }]));
    await server.ingestion.idle();
    expect(await groups(door)).toEqual([{ device: mac, reason: 'unassigned', bodies: 3 }]);
    expect(await counted(door)).toBe(0);
    await changeSensor(door, 'mac_address = $2', mac);
    const [group] = await world.rows<{ id: string }>('SELECT quarantine_id AS id FROM quarantine WHERE org_id = $1', [
      door.orgId,
    ]);
    const id = group?.id ?? '';
    expect(await server.ingestion.quarantine.replay(await world.organization(), id)).toBe(0);
    expect(await server.ingestion.quarantine.replay(door, id)).toBe(3);
    await server.ingestion.idle();
    expect(await counted(door)).toBe(6);
    expect(await groups(door)).toEqual([]);
    expect(await ledger(door)).toEqual([{ device: mac, applied: 3, quarantined: 0, discarded: 0 }]);
    await push(server, door.key, packageOf({ mac, logic: door.logic }, [{ at: minute, ins: 2 }]));
    await server.ingestion.idle();
    expect(await counted(door)).toBe(6);
  });

  it('replays bodies that left the inbox long ago, under their own sequence numbers', async () => {
    const door = await world.door();
    await changeSensor(door, 'commissioned_date = NULL');
    await send(door, packageOf(door, [{ at: minute, ins: 4 }]));
    await world.rows('DELETE FROM inbox_body WHERE org_id = $1', [door.orgId]);
    await changeSensor(door, "commissioned_date = '2020-01-01'");
    const [group] = await world.rows<{ id: string; seq: string }>(
      'SELECT quarantine_id AS id, seq FROM quarantine_body WHERE org_id = $1',
      [door.orgId],
    );
    world.now = new Date('2026-03-12T12:00:30Z');
    expect(await server.ingestion.quarantine.replay(door, group?.id ?? '')).toBe(1);
    await server.ingestion.idle();
    expect(await counted(door)).toBe(4);
    expect(await world.rows('SELECT seq FROM inbox_body WHERE org_id = $1', [door.orgId])).toEqual([
      { seq: group?.seq },
    ]);
    expect(await ledger(door)).toEqual([{ device: door.mac, applied: 1, quarantined: 0, discarded: 0 }]);
    world.now = new Date('2026-03-02T12:00:30Z');
  });

  it('keeps what still cannot be counted, and deletes what is discarded with a reason', async () => {
    const door = await world.door();
    await send(door, 'rubbish');
    const [group] = await world.rows<{ id: string }>('SELECT quarantine_id AS id FROM quarantine WHERE org_id = $1', [
      door.orgId,
    ]);
    const id = group?.id ?? '';
    await server.ingestion.quarantine.replay(door, id);
    await server.ingestion.idle();
    expect(await groups(door)).toHaveLength(1);
    expect(await ledger(door)).toEqual([{ device: 'unidentified', applied: 0, quarantined: 1, discarded: 0 }]);

    const { quarantine } = server.ingestion;
    await expect(quarantine.discard(await world.organization(), id, 'not mine')).rejects.toThrow('was not found');
    expect(await quarantine.discard(door, id, 'a test of the installer')).toBe(1);
    await expect(quarantine.discard(door, id, 'again')).rejects.toThrow('was not found');
    expect(await ledger(door)).toEqual([{ device: 'unidentified', applied: 0, quarantined: 0, discarded: 1 }]);
    await send(door, 'rubbish again');
    expect(await groups(door)).toHaveLength(2);
  });

  it('is not needed to reapply what the inbox still has', async () => {
    const door = await world.door();
    await send(door, packageOf(door, [{ at: minute, ins: 4 }]));
    const range = { from: new Date('2026-03-02T12:00:00Z'), to: new Date('2026-03-02T12:01:00Z') };
    expect(await server.ingestion.quarantine.replayReceived(door, { ...range, device: 'other' })).toBe(0);
    expect(await server.ingestion.quarantine.replayReceived(door, { ...range, device: door.mac })).toBe(1);
    await server.ingestion.idle();
    expect(await counted(door)).toBe(4);
    expect(await ledger(door)).toEqual([{ device: door.mac, applied: 1, quarantined: 0, discarded: 0 }]);
  });
});

describe('a commissioned sensor', () => {
  it('[I23] that reports an unknown logic gets a zone to review, and nothing is dropped', async () => {
    const door = await world.door();
    const body = packageOf({ ...door, logic: 901 }, [{ at: minute, ins: 3, outs: 2 }]);
    await send(door, JSON.stringify(body).replace('"Line 901"', '"Back <b>door</b>"'));
    const [zone] = await world.rows<{ zone_id: string; series_id: number }>(
      `SELECT z.zone_id, z.name, z.needs_review, z.count_type, z.device_id, s.series_id, s.perimeter, s.enabled, s.measure,
              s."from", c.code
       FROM zone z JOIN series s USING (zone_id) JOIN zone_setting USING (zone_id) JOIN display_code c ON c.entity_id = z.zone_id
       WHERE z.sensor_id = $1 AND z.device_id = '901'`,
      [door.sensorId],
    );
    expect(zone).toMatchObject({
      name: 'Back <b>door</b>',
      needs_review: true,
      count_type: 1,
      measure: 'people',
      enabled: true,
      // There is a line already: at the same door this one may count the same people.
      perimeter: false,
      from: new Date('2020-01-01T00:00:00Z'),
      code: zone?.zone_id.slice(0, 8),
    });
    expect(await counted({ ...door, series: zone?.series_id ?? 0 })).toBe(3);
    expect(await groups(door)).toEqual([]);
  });

  it('counts at the perimeter with its first line', async () => {
    const site = await world.site();
    const sensor = await world.sensor({ siteId: site.siteId });
    const key = await world.pushKey({ orgId: site.orgId });
    await push(server, key, packageOf({ mac: sensor.macAddress ?? '', logic: 1 }, [{ at: minute, ins: 3 }]));
    await server.ingestion.idle();
    const found = await world.rows('SELECT perimeter FROM series WHERE org_id = $1', [site.orgId]);
    expect(found).toEqual([{ perimeter: true }]);
  });

  it('that distinguishes men and women gets a series for each next to that of people, scaled alike', async () => {
    const door = await world.door();
    await world.rows(
      `INSERT INTO series_factor (org_id, series_id, f_in, f_out, "from")
       SELECT org_id, series_id, 2, 2, "from" FROM series WHERE zone_id = $1`,
      [door.zone.zoneId],
    );
    const body = JSON.stringify(packageOf(door, [{ at: minute, ins: 3 }]));
    await send(
      door,
      body.replace(
        '"counts":[',
        '"counts":[{"id":1,"name":"fw-female","value":2},{"id":2,"name":"bw-male","value":1},',
      ),
    );
    const rows = await world.rows<{ measure: string; series: number }>(
      'SELECT measure, series_id AS series FROM series WHERE zone_id = $1 ORDER BY measure',
      [door.zone.zoneId],
    );
    expect(rows.map(({ measure }) => measure)).toEqual(['female', 'male', 'people']);
    expect(await counted({ ...door, series: rows[0]?.series ?? 0 })).toBe(2);
    expect(await counted(door)).toBe(3);
    const factors = await world.rows('SELECT f_in FROM series_factor WHERE series_id = ANY($1)', [
      rows.map(({ series }) => series),
    ]);
    expect(factors).toEqual([{ f_in: 2 }, { f_in: 2 }, { f_in: 2 }]);
  });

  it('that reports endless new logics is stopped, and its known ones continue', async () => {
    const door = await world.door();
    const { logics_data: data } = packageOf(door, [{ at: minute, ins: 1 }]) as { logics_data: { logics: object[] } };
    const logics = Array.from({ length: 100 }, (_, i) => ({ ...data.logics[0], id: 1000 + i }));
    await send(door, { logics_data: { ...data, logics: [...data.logics, ...logics] } });
    const [zones] = await world.rows<{ count: number }>('SELECT count(*)::int FROM zone WHERE sensor_id = $1', [
      door.sensorId,
    ]);
    expect(zones?.count).toBe(64);
    expect(await counted(door)).toBe(1);
    expect(await groups(door)).toEqual([{ device: door.mac, reason: 'too_many_logics', bodies: 1 }]);
  });

  it('reports its state', async () => {
    const door = await world.door();
    const status = (firmware: string) => ({
      status_data: {
        sensor_info: { serial_number: door.mac },
        states: { device: { info: { fw_version: firmware }, state: { details: { uptime_sec: 5 } } } },
      },
    });
    await send(door, status('5.1.0\u0000'));
    world.now = new Date('2026-03-02T12:01:00Z');
    await send(door, status('5.2.0'));
    expect(
      await world.rows('SELECT firmware, status, status_at FROM sensor WHERE sensor_id = $1', [door.sensorId]),
    ).toEqual([{ firmware: '5.2.0', status: { uptimeSeconds: 5 }, status_at: world.now }]);
    expect(await ledger(door)).toEqual([{ device: door.mac, applied: 2, quarantined: 0, discarded: 0 }]);
    world.now = new Date('2026-03-02T12:00:30Z');
  });
});

async function send(door: TestDoor, body: object | string): Promise<void> {
  const { status } = await push(server, door.key, body);
  expect(status).toBeLessThan(300);
  await server.ingestion.idle();
}

async function changeSensor(door: TestDoor, set: string, value?: unknown): Promise<void> {
  await world.rows(
    `UPDATE sensor SET ${set} WHERE sensor_id = $1`,
    value === undefined ? [door.sensorId] : [door.sensorId, value],
  );
  await bump(door);
}

async function bump({ orgId }: TestDoor): Promise<void> {
  await world.registry.system((tx) => raiseEstateVersion(tx, orgId));
  server.directory.forget(orgId);
}

async function counted(door: Pick<TestDoor, 'factOrg' | 'series'>): Promise<number> {
  return (await sums(door))?.ins ?? 0;
}

async function sums(door: Pick<TestDoor, 'factOrg' | 'series'>) {
  const question = { org: door.factOrg, series: [door.series], from: 0, to: at('2030-01-01T00:00:00Z') };
  return (await world.facts.sums(question))[0];
}
const groups = (door: TestDoor) => quarantineOf(world, door);
const ledger = (door: TestDoor) => ledgerOf(world, door);
