import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { sharedTestEngines } from '@atrium/engines/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, openWorld, packageOf, push, type Server, type World } from './world.ts';
import { within } from '../within.ts';

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld(await sharedTestEngines(), new Date('2026-03-02T12:00:30Z'));
  server = await world.server();
});
afterAll(() => world.close());

const accepted = { status: 200, body: { accepted: true }, retryAfter: null };
const quarantined = {
  status: 202,
  body: { quarantined: true, id: expect.stringMatching(/^\d+$/) as unknown },
  retryAfter: null,
};
const refused = (status: number, code: string) => ({
  status,
  body: expect.objectContaining({ code, message: expect.stringMatching(/^[A-Z].*\.$/) as unknown }) as unknown,
});
const minute = at('2026-03-02T11:59:00Z');

describe('the answer to a push', () => {
  it('[I02] is 200 once the reading is kept, and for the same body again', async () => {
    const door = await world.door();
    const body = packageOf(door, [{ at: minute, ins: 7, outs: 5 }]);
    expect(await push(server, door.key, body)).toEqual(accepted);
    expect(await push(server, door.key, body)).toEqual(accepted);
    expect(await world.rows('SELECT device FROM inbox_body WHERE org_id = $1', [door.orgId])).toEqual([
      { device: door.mac },
    ]);
  });

  it('[I01] waits until the reading is committed', async () => {
    let commit: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (commit = resolve));
    const reached = new Set<string>();
    const slow = await world.server({
      reach: async (point) => {
        reached.add(point);
        if (point === 'inbox.before-insert') await held;
      },
    });
    const door = await world.door();
    let answered = false;
    const answer = push(slow, door.key, packageOf(door, [{ at: minute, ins: 3 }])).finally(() => (answered = true));
    await expect.poll(() => reached.has('inbox.before-insert')).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(answered).toBe(false);
    expect(await world.rows('SELECT FROM inbox_body WHERE org_id = $1', [door.orgId])).toHaveLength(0);
    commit?.();
    expect(await answer).toEqual(accepted);
    expect(await world.rows('SELECT FROM inbox_body WHERE org_id = $1', [door.orgId])).toHaveLength(1);
    await slow.close();
  });

  it('[I34] is 200 for an organization that has expired or is disabled: its readings are kept', async () => {
    const door = await world.door();
    await world.rows(`UPDATE organization SET is_enabled = false, sub_expiration = '2026-01-01' WHERE org_id = $1`, [
      door.orgId,
    ]);
    expect(await push(server, door.key, packageOf(door, [{ at: minute, ins: 2 }]))).toEqual(accepted);
    expect(await world.rows('SELECT FROM inbox_body WHERE org_id = $1', [door.orgId])).toHaveLength(1);
  });

  it('is 200 below the address too, because some sensors append a path', async () => {
    const door = await world.door();
    const body = packageOf(door, [{ at: minute, ins: 1 }]);
    expect(await push(server, door.key, body, { below: '/data/push?x=1' })).toEqual(accepted);
  });

  it.each([
    ['an empty body', ''],
    ['whitespace', ' \r\n'],
    ['an empty batch', '[]'],
    ['a connection test', '{"connection_test":{"agent_id":3}}'],
  ])('[I30] is 200 for %s, and nothing is kept', async (_, body) => {
    const door = await world.door();
    expect(await push(server, door.key, body)).toEqual(accepted);
    expect(await world.rows('SELECT FROM inbox_body WHERE org_id = $1', [door.orgId])).toEqual([]);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ])('is 200 for a body in %s', async (encoding, compress) => {
    const door = await world.door();
    const body = compress(JSON.stringify(packageOf(door, [{ at: minute, ins: 3 }])));
    expect(await push(server, door.key, body, { headers: { 'content-encoding': encoding } })).toEqual(accepted);
    await server.ingestion.idle();
    expect(await sumOf(door)).toMatchObject([{ ins: 3 }]);
  });

  it.each([
    ['no JSON', 'hello'],
    ['half a JSON', '{"logics_data":{"sensor_info":'],
    ['a foreign JSON', '{"hello":[1,2,3]}'],
    ['a number', '42'],
    ['bytes', Buffer.from([0, 255, 254, 0, 128])],
    ['a deep nest', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['nested objects', `${'{"a":'.repeat(17)}1${'}'.repeat(17)}`],
    ['a wide object', `{${Array.from({ length: 201 }, (_, i) => `"k${i}":0`).join()}}`],
    ['broken gzip', Buffer.from('1f8b0800000000000003', 'hex')],
  ])('[I03] [I27] is 202 for %s, which lies in quarantine then', async (_, body) => {
    const door = await world.door();
    const answer = await push(server, door.key, body);
    expect(answer).toEqual(quarantined);
    await server.ingestion.idle();
    const rows = await world.rows<{ seq: string; body: Buffer }>(
      'SELECT seq, body FROM quarantine_body WHERE org_id = $1',
      [door.orgId],
    );
    expect(rows.map(({ seq }) => seq)).toEqual([(answer.body as { id: string }).id]);
    expect(rows[0]?.body.equals(Buffer.from(body))).toBe(true);
  });

  it('[I04] is 202 for an unregistered device; the 101st body of a day is refused', async () => {
    const { key } = await world.door();
    const bodies = Array.from({ length: 101 }, (_, i) =>
      packageOf({ mac: '0011223344FF', logic: 1 }, [{ at: minute - 60 * i, ins: 1 }]),
    );
    const slow = await world.server({ limits: { device: { perSecond: 1000, burst: 1000 } } });
    for (const body of bodies.slice(0, 100)) expect(await push(slow, key, body)).toEqual(quarantined);
    const last = await push(slow, key, bodies[100] ?? '');
    expect(last).toMatchObject(refused(429, 'too_many'));
    expect(last.retryAfter).toBeGreaterThanOrEqual(3600);
    await slow.close();
  });

  it('[I05] is 401 for an unknown or revoked key, whatever the body is', async () => {
    const door = await world.door();
    const body = packageOf(door, [{ at: minute, ins: 7 }]);
    for (const key of ['wrong', `${door.key}x`, 'a'.repeat(32), '%00']) {
      expect(await push(server, key, body)).toMatchObject(refused(401, 'unauthenticated'));
    }
    expect(await push(server, door.key, body)).toEqual(accepted);
    await world.rows('UPDATE push_key SET revoked_at = now() WHERE org_id = $1', [door.orgId]);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await push(server, door.key, body)).toMatchObject(refused(401, 'unauthenticated'));
  });

  it('[I06] [R195] is 403 for a blocked device, on its route or on all, and 200 again when it is taken off', async () => {
    const door = await world.door();
    const other = await world.door({ orgId: door.orgId });
    const body = packageOf(door, [{ at: minute, ins: 7 }]);
    for (const [route, answer] of [
      ['xovis5', 403],
      ['_all_', 403],
      ['axis', 200],
    ] as const) {
      await world.rows('INSERT INTO sensor_blacklist (route, device, reason) VALUES ($1, $2, $3)', [
        route,
        door.mac,
        'noise',
      ]);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      expect(await push(server, door.key, body)).toMatchObject({ status: answer });
      expect(await push(server, other.key, packageOf(other, [{ at: minute, ins: 1 }]))).toEqual(accepted);
      await world.rows('DELETE FROM sensor_blacklist WHERE device = $1', [door.mac]);
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await push(server, door.key, body)).toEqual(accepted);
  });

  it('is 404 for a vendor that does not exist', async () => {
    const door = await world.door();
    expect(await push(server, door.key, '{}', { vendor: 'nobody' })).toMatchObject(refused(404, 'not_found'));
  });

  it.each([
    ['more than a mebibyte', 'x'.repeat(1024 * 1024 + 1), {}],
    [
      'what expands beyond twenty times its size',
      gzipSync('0'.repeat(4 * 1024 * 1024)),
      { 'content-encoding': 'gzip' },
    ],
    ['what expands beyond eight mebibytes', gzipSync(noise(9)), { 'content-encoding': 'gzip' }],
    ['more than ten thousand records', manyRecords(), {}],
  ])('[I07] is 413 for %s', async (_, body, headers) => {
    const door = await world.door();
    expect(await push(server, door.key, body, { headers })).toMatchObject(refused(413, 'invalid'));
  });

  it.each([
    ['an image', { 'content-type': 'image/png' }],
    ['a form', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['an unknown encoding', { 'content-encoding': 'br' }],
  ])('[I08] is 415 for %s', async (_, headers) => {
    const door = await world.door();
    expect(await push(server, door.key, 'x', { headers })).toMatchObject(refused(415, 'invalid'));
  });

  it.each(['text/plain', 'application/octet-stream', 'application/json; charset=utf-8', 'application/vnd.xovis+json'])(
    'does not mind the content type %s',
    async (type) => {
      const door = await world.door();
      const body = packageOf(door, [{ at: minute, ins: 1 }]);
      expect(await push(server, door.key, body, { headers: { 'content-type': type } })).toEqual(accepted);
    },
  );

  it('[I09] is 429 with a time to wait for a device or an organization that sends too much', async () => {
    const strict = await world.server({ limits: { device: { perSecond: 1, burst: 3 } } });
    const door = await world.door();
    const neighbor = await world.door({ orgId: door.orgId });
    const send = (to: typeof door, i: number) => push(strict, to.key, packageOf(to, [{ at: minute - 60 * i, ins: 1 }]));
    for (const i of [1, 2, 3]) expect(await send(door, i)).toEqual(accepted);
    const answer = await send(door, 4);
    expect(answer).toMatchObject(refused(429, 'too_many'));
    expect(answer.retryAfter).toBeGreaterThanOrEqual(1);
    expect(await send(neighbor, 1)).toEqual(accepted);
    await strict.close();

    const stricter = await world.server({ limits: { organization: { perSecond: 0.1, burst: 2 } } });
    for (const i of [5, 6])
      expect(await push(stricter, door.key, packageOf(door, [{ at: minute - 60 * i, ins: 1 }]))).toEqual(accepted);
    expect(await push(stricter, neighbor.key, '')).toMatchObject(refused(429, 'too_many'));
    await stricter.close();
  });

  it('[I10] is 503 while nothing can be kept: the disk is full, or too much waits', async () => {
    const door = await world.door();
    const body = packageOf(door, [{ at: minute, ins: 1 }]);
    const full = await world.server({ dataFolder: '/', limits: { freeDisk: 1 } });
    await expect.poll(() => push(full, door.key, body)).toMatchObject(refused(503, 'unavailable'));
    expect((await push(full, door.key, body)).retryAfter).toBeGreaterThanOrEqual(30);
    await full.close();
    expect(await world.rows('SELECT FROM inbox_body WHERE org_id = $1', [door.orgId])).toEqual([]);
  });
});

it('sends back-fill away while readings wait for too long, and takes live ones', async () => {
  const door = await world.door();
  world.clickhouse.cut();
  await push(server, door.key, packageOf(door, [{ at: minute, ins: 1 }]));
  await expect.poll(() => server.ingestion.health().factsAway).toBe(true);
  world.now = new Date(world.now.getTime() + 31 * 60_000);
  const later = minute + 31 * 60;
  await expect.poll(() => server.ingestion.health().lagSeconds, within(5)).toBeGreaterThan(1800);
  const old = await push(server, door.key, packageOf(door, [{ at: minute - 3600, ins: 1 }]));
  expect(old).toMatchObject(refused(503, 'unavailable'));
  expect(await push(server, door.key, packageOf(door, [{ at: later, ins: 1 }]))).toEqual(accepted);
  world.clickhouse.mend();
  await server.ingestion.idle();
  await expect.poll(() => server.ingestion.health().lagSeconds, within(5)).toBe(0);
  expect(await push(server, door.key, packageOf(door, [{ at: minute - 3600, ins: 1 }]))).toEqual(accepted);
  world.now = new Date('2026-03-02T12:00:30Z');
});

describe('[I35] a key speaks for its own organization and sensor only', () => {
  it('quarantines the readings of a device of another organization and writes no fact of it, however its address is spelled', async () => {
    const ours = await world.door();
    const theirs = await world.door();
    const spellings = [theirs.mac, theirs.mac.toLowerCase(), theirs.mac.match(/../g)?.join(':').toLowerCase() ?? ''];
    for (const [i, mac] of spellings.entries()) {
      const body = JSON.stringify(packageOf({ ...theirs }, [{ at: minute - 60 * i, ins: 9 }])).replace(
        theirs.mac.match(/../g)?.join(':') ?? '',
        mac,
      );
      expect(await push(server, ours.key, body)).toEqual(quarantined);
    }
    await server.ingestion.idle();
    expect(await sumOf(theirs)).toEqual([]);
    expect(await world.rows('SELECT reason FROM quarantine WHERE org_id = $1', [ours.orgId])).toEqual([
      { reason: 'unassigned' },
    ]);
    expect(await world.rows('SELECT FROM inbox_body WHERE org_id = $1', [theirs.orgId])).toEqual([]);
  });

  it('refuses a key of one sensor for another one, and another address in the path than in the body', async () => {
    const door = await world.door();
    const other = await world.door({ orgId: door.orgId });
    const key = await world.pushKey({ orgId: door.orgId, sensorId: door.sensorId });
    expect(await push(server, key, packageOf(door, [{ at: minute, ins: 1 }]))).toEqual(accepted);
    expect(await push(server, key, packageOf(other, [{ at: minute, ins: 1 }]))).toMatchObject(
      refused(403, 'forbidden'),
    );
    const body = packageOf(door, [{ at: minute - 60, ins: 1 }]);
    expect(await push(server, door.key, body, { below: `/${other.mac}` })).toMatchObject(refused(403, 'forbidden'));
    expect(await push(server, door.key, body, { below: `/${door.mac}/push` })).toEqual(accepted);
  });

  it('knows a sensor that does not say who it is by a key of its own', async () => {
    const door = await world.door();
    const key = await world.pushKey({ orgId: door.orgId, sensorId: door.sensorId });
    const { logics_data: data } = packageOf(door, [{ at: minute, ins: 4 }]) as { logics_data: Record<string, unknown> };
    const body = { logics_data: { ...data, sensor_info: undefined } };
    expect(await push(server, key, body)).toEqual(accepted);
    expect(await push(server, door.key, body)).toEqual(quarantined);
    await server.ingestion.idle();
    expect(await sumOf(door)).toMatchObject([{ ins: 4 }]);
  });
});

it('[S26] never writes a push key into the log', async () => {
  const door = await world.door();
  await push(server, door.key, packageOf(door, [{ at: minute, ins: 1 }]));
  await push(server, door.key, 'hello', { below: '/deep' });
  await push(server, door.key, 'x', { headers: { 'content-type': 'image/png' } });
  await push(server, 'some-key-that-is-wrong', 'x');
  expect(world.log.length).toBeGreaterThan(3);
  expect(world.log.filter((line) => line.includes(door.key) || line.includes('some-key'))).toEqual([]);
});

function sumOf(door: { factOrg: number; series: number }) {
  const day = at('2026-03-02T00:00:00Z');
  return world.facts.sums({ org: door.factOrg, series: [door.series], from: day, to: day + 86_400 });
}

/** Mebibytes that do not shrink twentyfold, yet shrink enough to pass the door. */
function noise(mebibytes: number): string {
  let x = 1;
  const line = Array.from({ length: 4096 }, () => ((x = (x * 48_271) % 2_147_483_647) % 1e6).toString(36)).join();
  return line.repeat(Math.ceil((mebibytes * 1024 * 1024) / line.length));
}

function manyRecords(): Buffer {
  const records = Array.from({ length: 10_001 }, () => ({ from: 0, to: 1 }));
  return Buffer.from(JSON.stringify({ logics_data: { logics: [{ id: 1, records }] } }));
}
