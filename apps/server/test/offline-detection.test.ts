import {
  countOfflineSensors,
  listOfflineSensors,
  listResolvedOfflineSensors,
  type OfflineSensor,
} from '@atrium/contract/offline-sensors';
import { encodePush } from '@atrium/simulator/xovis5';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockWatch } from '../src/features/offline-sensors/watch-store.ts';
import { listeningStretch, offlineSensor } from '../src/registry/schema/offline-sensors.ts';
import { organization } from '../src/registry/schema/organizations.ts';
import { sensor } from '../src/registry/schema/sensors.ts';
import type { Client } from './client.ts';
import { countingIn } from './counting.ts';
import type { Sensor, Zone } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
// Nothing was listening before a test begins.
beforeEach(async () => {
  world.pass({ days: 1 });
  await world.registry.system(({ sql }) => sql.delete(listeningStretch));
  await world.watch.look();
});

const { shop, adminOf, countToday } = countingIn(() => world);

/** Minutes pass while the product listens. */
async function listenFor(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    world.pass({ minutes: 1 });
    await world.watch.look();
  }
}

async function heard(zone: Zone): Promise<Date> {
  await countToday([zone], 1);
  await world.ingestion.applied();
  return world.now();
}

async function edit(made: Sensor, changes: Partial<typeof sensor.$inferInsert>): Promise<void> {
  await world.registry.system(({ sql }) => sql.update(sensor).set(changes).where(eq(sensor.sensorId, made.sensorId)));
}

const openOf = (client: Client): Promise<OfflineSensor[]> => client.call(listOfflineSensors);
const resolvedOf = (client: Client) =>
  client.call(listResolvedOfflineSensors, { params: { relativeDate: 'monthtodate' } });

/** A shop whose sensor reported just now, and its administrator. */
async function heardShop() {
  const made = await shop();
  const since = await heard(made.zone);
  return { ...made, since, client: await adminOf(made.org) };
}

describe('a sensor', () => {
  it('[R214] is offline after 15 minutes of silence, from its last report until the next one', async () => {
    const { client, since, zone, sensor: silent } = await heardShop();
    await listenFor(14);
    expect(await openOf(client)).toEqual([]);
    await listenFor(1);
    const [record] = await openOf(client);
    expect(record).toMatchObject({
      createdAt: since.toISOString(),
      resolvedDate: null,
      cause: null,
      acknowledgedBy: null,
    });
    expect(record?.sensor.sensorId).toBe(silent.sensorId);

    await listenFor(30);
    expect(await openOf(client)).toHaveLength(1);
    const back = await heard(zone);
    await listenFor(1);
    expect(await openOf(client)).toEqual([]);
    expect(await resolvedOf(client)).toMatchObject([
      {
        offlineSensorId: record?.offlineSensorId,
        resolvedDate: back.toISOString(),
        updatedAt: world.now().toISOString(),
      },
    ]);

    await listenFor(14);
    const [again] = await openOf(client);
    expect(again?.offlineSensorId).not.toBe(record?.offlineSensorId);
    expect(again?.createdAt).toBe(back.toISOString());
  });

  it('stays online as long as it sends anything: counts, a status, a repetition, a connection test', async () => {
    const { client, zone, sensor: made } = await heardShop();
    const key = await world.pushKey({ orgId: made.orgId });
    const send = async (body: unknown, path = '') => {
      const answer = await world.anonymous().post(`/api/push/xovis5/${key}${path}`, body);
      expect(answer.status).toBe(200);
      await world.ingestion.applied();
    };
    const device = { macAddress: made.macAddress ?? '', timezone: 'UTC', firmware: '5.1', ipAddress: '10.0.0.1' };
    const status = encodePush({ kind: 'status', device, packageId: 1, uptimeSeconds: 5, offsetSeconds: 0 });
    await listenFor(10);
    await send(status);
    await listenFor(10);
    await send(status);
    await listenFor(10);
    await send('', `/${made.macAddress}`);
    await listenFor(14);
    expect(await openOf(client)).toEqual([]);
    await heard(zone);
    await listenFor(15);
    expect(await openOf(client)).toHaveLength(1);
    await send(status);
    await world.watch.look();
    expect(await openOf(client)).toEqual([]);
  });

  it('is not marked online by someone else’s connection test, or by one without an address', async () => {
    const { client, org } = await heardShop();
    const other = await world.sensor({ orgId: org.orgId });
    const key = await world.pushKey({ orgId: org.orgId });
    await listenFor(10);
    for (const path of ['', `/${other.macAddress}`, '/00AA00AA00AA']) {
      expect((await world.anonymous().post(`/api/push/xovis5/${key}${path}`, '')).status).toBe(200);
    }
    await listenFor(5);
    expect(await openOf(client)).toHaveLength(1);
  });

  it.each([
    ['is not active', { active: false }],
    ['is used only now and then', { periodicUse: true }],
    ['is not commissioned', { commissionedDate: null }],
    ['has no device', { macAddress: null }],
    ['was deleted', { deletedAt: new Date('2026-01-01T00:00:00Z') }],
  ])('that %s is never marked offline', async (_, changes) => {
    const { client, sensor: made } = await heardShop();
    await edit(made, changes);
    await listenFor(20);
    expect(await openOf(client)).toEqual([]);
  });

  it('is no longer offline once no reports are expected from it', async () => {
    const { client, sensor: made } = await heardShop();
    await listenFor(15);
    expect(await openOf(client)).toHaveLength(1);
    await edit(made, { periodicUse: true });
    await listenFor(1);
    expect(await openOf(client)).toEqual([]);
    expect(await resolvedOf(client)).toMatchObject([{ resolvedDate: world.now().toISOString() }]);
  });

  it('of a deleted organization is neither expected nor offline', async () => {
    const gone = await heardShop();
    const ended = async () => {
      const rows = await world.registry.system(({ sql }) =>
        sql.select().from(offlineSensor).where(eq(offlineSensor.orgId, gone.org.orgId)),
      );
      return rows.map(({ resolvedDate }) => resolvedDate);
    };
    await listenFor(15);
    expect(await ended()).toEqual([null]);
    const deletedAt = world.now();
    await world.registry.system(({ sql }) =>
      sql.update(organization).set({ deletedAt }).where(eq(organization.orgId, gone.org.orgId)),
    );
    await listenFor(30);
    expect(await ended()).toEqual([new Date(deletedAt.getTime() + 60_000)]);
  });

  it('that never reported has 15 minutes from its commissioning, or from its last edit', async () => {
    const commissioned = await shop();
    await edit(commissioned.sensor, {
      commissionedDate: world.now(),
      updatedAt: new Date(world.now().getTime() - 9e6),
    });
    const client = await adminOf(commissioned.org);
    await listenFor(14);
    expect(await openOf(client)).toEqual([]);
    await listenFor(1);
    expect(await openOf(client)).toHaveLength(1);
    await edit(commissioned.sensor, { macAddress: '006E02ABCDEF', updatedAt: world.now() });
    await world.registry.system(({ sql }) =>
      sql.delete(offlineSensor).where(eq(offlineSensor.sensorId, commissioned.sensor.sensorId)),
    );
    await listenFor(14);
    expect(await openOf(client)).toEqual([]);
    await listenFor(1);
    expect(await openOf(client)).toHaveLength(1);
  });

  it('with a future commissioning date is not expected before it', async () => {
    const { client, sensor: made } = await heardShop();
    await edit(made, { commissionedDate: new Date(world.now().getTime() + 10 * 60_000) });
    await listenFor(24);
    expect(await openOf(client)).toEqual([]);
    await listenFor(1);
    expect(await openOf(client)).toHaveLength(1);
  });

  it('that sends every quarter of an hour may miss two reports, and is offline after three', async () => {
    const { client, sensor: made } = await heardShop();
    // Its pushes show how often it sends, whatever their outcome; old or unfinished days do not count.
    await world.registry.system(async ({ client: db }) => {
      const device = [made.orgId, made.macAddress, world.now().toISOString().slice(0, 10)];
      await db.query(
        `INSERT INTO ledger (org_id, device, day, applied, duplicate, quarantined, last_at)
         VALUES ($1, $2, $3::date - 3, 40, 30, 26, $3), ($1, $2, $3::date - 8, 1440, 0, 0, $3)`,
        device,
      );
      await db.query('UPDATE ledger SET applied = 1440 WHERE org_id = $1 AND device = $2 AND day = $3', device);
    });
    await listenFor(44);
    expect(await openOf(client)).toEqual([]);
    await listenFor(1);
    expect(await openOf(client)).toHaveLength(1);
  });
});

describe('time without a listening server', () => {
  it('is not silence: after downtime, sensors have the rest of their 15 minutes', async () => {
    const { client } = await heardShop();
    await listenFor(10);
    world.pass({ hours: 8 });
    await world.watch.look();
    expect(await openOf(client)).toEqual([]);
    await listenFor(4);
    expect(await openOf(client)).toEqual([]);
    await listenFor(1);
    expect(await openOf(client)).toHaveLength(1);
  });

  it('begins only when checks have been missing for longer than two minutes', async () => {
    const { client } = await heardShop();
    for (let i = 0; i < 7; i += 1) {
      world.pass({ minutes: 2 });
      await world.watch.look();
    }
    expect(await openOf(client)).toEqual([]);
    await listenFor(1);
    expect(await openOf(client)).toHaveLength(1);
  });

  it('includes the time in which bodies wait to be applied', async () => {
    const { client, org } = await heardShop();
    // Another sensor's body is in the inbox and not applied: later ones may be waiting there too.
    const waiting = await world.registry.system(async ({ client: db }) => {
      const { rows } = await db.query<{ seq: string }>(
        `WITH kept AS (
           INSERT INTO inbox_body (day, org_id, lane, device, received_at, kind, vendor, content_type, body)
           VALUES (($2::timestamptz AT TIME ZONE 'UTC')::date, $1, 99, 'unidentified', $2, 'push', 'xovis5', 'application/json', '')
           RETURNING seq, day)
         INSERT INTO inbox_todo (priority, seq, day, lane) SELECT 0, seq, day, 99 FROM kept RETURNING seq`,
        [org.orgId, world.now()],
      );
      return rows[0]?.seq;
    });
    await listenFor(20);
    expect(await openOf(client)).toEqual([]);
    await world.registry.system(({ client: db }) => db.query('DELETE FROM inbox_todo WHERE seq = $1', [waiting]));
    await world.watch.look();
    expect(await openOf(client)).toHaveLength(1);
  });
});

describe('several nodes', () => {
  it('that check at once open one record, and report it once', async () => {
    const { client, org } = await heardShop();
    await listenFor(14);
    world.pass({ minutes: 1 });
    await Promise.all([world.watch.look(), world.watch.look(), world.watch.look()]);
    expect(await client.call(countOfflineSensors)).toMatchObject({ count: 1 });
    const rows = await world.registry.system(({ sql }) =>
      sql.select().from(offlineSensor).where(eq(offlineSensor.orgId, org.orgId)),
    );
    expect(rows).toHaveLength(1);
  });

  it('check one after another', async () => {
    const { client } = await heardShop();
    await listenFor(14);
    world.pass({ minutes: 1 });
    let look: Promise<void> | undefined;
    await world.registry.system(async (tx) => {
      await lockWatch(tx.client);
      look = world.watch.look();
      await vi.waitFor(async () => {
        const { rowCount } = await tx.client.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`);
        expect(rowCount).toBe(1);
      });
      expect(await openOf(client)).toEqual([]);
    });
    await look;
    expect(await openOf(client)).toHaveLength(1);
  });
});
