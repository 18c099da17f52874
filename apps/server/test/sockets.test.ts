import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { raiseEstateVersion } from '../src/registry/directory/store.ts';
import { location } from '../src/registry/schema/places.ts';
import { countingIn } from './counting.ts';
import { hears, screensOf, waiting } from './screen.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => closeAll());
afterAll(() => world.close());
const { shop, adminOf, countToday } = countingIn(() => world);
const { open, closeAll } = screensOf(() => world);

const noon = new Date('2026-03-04T12:00:00Z');

describe('a live number', () => {
  it('[R316] [R317] is sent at once on request, moves with every reading, and stops with the subscription', async () => {
    const { org, zone, location: place } = await shop();
    await countToday([zone], 5);
    const screen = await open(await adminOf(org));
    expect(await screen.subscribe('location', place.locationId)).toEqual({ ok: true });
    await hears(screen, 5);
    expect(screen.newest).toEqual({
      entityType: 'location',
      entityId: place.locationId,
      name: place.name,
      ins: 5,
      outs: 10,
      minute: '2026-03-04T11:59:00.000Z',
      lastReadingAt: '2026-03-04T11:59:00.000Z',
      isOpen: true,
      completeness: 60 / (13 * 3600 - 60),
      asOf: '2026-03-04T12:00:00.000Z',
    });
    await countToday([zone], 6);
    await hears(screen, 6);
    expect(await screen.unsubscribe(place.locationId)).toEqual({ ok: true });
    await countToday([zone], 7);
    await sleep(500);
    expect(screen.newest?.ins).toBe(6);
  });

  it('is sent to every subscriber, and nothing else to anyone', async () => {
    const one = await shop();
    const two = await shop({ org: one.org });
    const client = await adminOf(one.org);
    const [first, second] = [await open(client), await open(client)];
    await first.subscribe('zone', one.zone.zoneId);
    await second.subscribe('zone', one.zone.zoneId);
    await second.subscribe('zone', two.zone.zoneId);
    await countToday([one.zone], 3);
    await hears(first, 3);
    await vi.waitFor(() => expect(second.newestOf(one.zone.zoneId)?.ins).toBe(3), waiting);
    await countToday([two.zone], 4);
    await vi.waitFor(() => expect(second.newestOf(two.zone.zoneId)?.ins).toBe(4), waiting);
    expect(new Set(first.heard.map((reading) => reading.entityId))).toEqual(new Set([one.zone.zoneId]));
    expect(new Set(second.heard.map((reading) => reading.entityId)).size).toBe(2);
  });

  it('[R926] is sent at most ten times a second, and the last message is current', async () => {
    const { org, zone } = await shop();
    const screen = await open(await adminOf(org));
    await screen.subscribe('zone', zone.zoneId);
    for (let ins = 1; ins <= 50; ins += 1) {
      await countToday([zone], ins);
      await sleep(40);
    }
    await hears(screen, 50);
    const [first = 0] = screen.heardAt;
    const seconds = (screen.heardAt.at(-1)! - first) / 1000;
    // One more came with the subscription, and one may begin the last tenth of a second.
    expect(screen.heard.length).toBeLessThanOrEqual(10 * seconds + 2);
    expect(screen.heard.length).toBeGreaterThan(8);
    for (let i = 11; i < screen.heardAt.length; i += 1)
      expect(screen.heardAt[i]! - screen.heardAt[i - 10]!).toBeGreaterThan(800);
  });

  it('[T11] restarts at the location’s midnight, without a reading', async () => {
    const { org, zone, location: place } = await shop();
    await countToday([zone], 290);
    const screen = await open(await adminOf(org));
    await screen.subscribe('location', place.locationId);
    await hears(screen, 290);
    world.setNow(new Date('2026-03-04T22:59:59Z'));
    await sleep(1500);
    expect(screen.newest?.ins).toBe(290);
    world.setNow(new Date('2026-03-04T23:00:01Z'));
    await hears(screen, null);
    await countToday([zone], 1, Date.parse('2026-03-04T23:00:00Z') / 1000);
    await hears(screen, 1);
    world.setNow(noon);
  });

  it('[R520] includes the newest reading of any day, none before the first, and whether the place is open', async () => {
    const { org, zone, location: place } = await shop();
    const screen = await open(await adminOf(org));
    await screen.subscribe('location', place.locationId);
    await hears(screen, null);
    expect(screen.newest).toMatchObject({ lastReadingAt: null, isOpen: true, asOf: noon.toISOString() });
    // A day late: it changes none of today's numbers, but it counts as a report.
    await countToday([zone], 4, Date.parse('2026-03-03T18:58:00Z') / 1000);
    await vi.waitFor(() => expect(screen.newest?.lastReadingAt).toBe('2026-03-03T18:58:00.000Z'), waiting);
    expect(screen.newest?.ins).toBeNull();
    await world.hours.exception({ orgId: org.orgId, startDate: '2026-03-04', endDate: '2026-03-04' });
    await vi.waitFor(() => expect(screen.newest?.isOpen).toBe(false), waiting);
  });

  it('follows changes of its places, and ends when its entity is deleted', async () => {
    const { org, zone, sensor, location: place } = await shop();
    await countToday([zone], 10);
    const screen = await open(await adminOf(org));
    await screen.subscribe('location', place.locationId);
    await hears(screen, 10);
    const second = await world.zone({ sensorId: sensor.sensorId });
    await countToday([second], 5);
    await hears(screen, 15);
    await world.registry.system(async (tx) => {
      await tx.sql.update(location).set({ deletedAt: noon }).where(eq(location.locationId, place.locationId));
      await raiseEstateVersion(tx, org.orgId);
    });
    await sleep(600);
    const { length } = screen.heard;
    await countToday([zone], 11);
    await sleep(600);
    expect(screen.heard).toHaveLength(length);
    expect(await screen.subscribe('location', place.locationId)).toHaveProperty('error');
  });

  it('is subscribed again by a page that reconnects', async () => {
    const { org, zone } = await shop();
    const screen = await open(await adminOf(org), {
      reconnection: true,
      reconnectionDelay: 50,
      randomizationFactor: 0,
    });
    screen.socket.on('connect', () => void screen.subscribe('zone', zone.zoneId));
    await screen.subscribe('zone', zone.zoneId);
    await countToday([zone], 1);
    await hears(screen, 1);
    screen.socket.io.engine.close();
    await vi.waitFor(() => expect(screen.states.filter((state) => state === 'connected')).toHaveLength(2), waiting);
    await countToday([zone], 2);
    await hears(screen, 2);
  });
});

describe('[S20] a subscriber', () => {
  it('is refused without a session, from another site, or with an ended session', async () => {
    const { org } = await shop();
    const client = await adminOf(org);
    expect((await open(client)).states).toEqual(['connected']);
    expect((await open(undefined)).states).toEqual(['Please sign in.']);
    const foreign = await open(client, { extraHeaders: { origin: 'https://elsewhere.example' } });
    expect(foreign.states[0]).toMatch(/websocket error/);
    const polling = await open(client, {
      transports: ['polling'],
      extraHeaders: { origin: 'https://elsewhere.example' },
    });
    expect(polling.states[0]).toMatch(/poll error/);
    const own = await open(client, { extraHeaders: { origin: world.url } });
    expect(own.states).toEqual(['connected']);
    const cookie = client.cookieHeader();
    await client.post('/logout');
    const late = await open(undefined, { extraHeaders: { cookie } });
    expect(late.states).toEqual(['Please sign in.']);
  });

  it('receives nothing before it is authenticated', async () => {
    const { zone } = await shop();
    const screen = await open(undefined);
    const answer = screen.subscribe('zone', zone.zoneId).catch(() => 'nothing');
    await countToday([zone], 1);
    expect(await answer).toBe('nothing');
    expect(screen.states).toEqual(['Please sign in.']);
    expect(screen.heard).toEqual([]);
  });

  it('finds no entity of another organization, none that is unknown, of another kind, or at a hidden location', async () => {
    const own = await shop();
    const other = await shop({ org: own.org });
    const theirs = await shop();
    const admin = await open(await adminOf(own.org));
    const limited = await open(await world.signIn(await world.user({ locations: [own.location] })));
    const refused = { error: expect.stringMatching(/was not found/) as string, code: 'not_found' };
    for (const [entityType, id, foreign] of [
      ['zone', other.zone.zoneId, theirs.zone.zoneId],
      ['sensor', other.sensor.sensorId, theirs.sensor.sensorId],
      ['site', other.site.siteId, theirs.site.siteId],
      ['location', other.location.locationId, theirs.location.locationId],
      ['organization', own.org.orgId, theirs.org.orgId],
    ] as const) {
      expect(await admin.subscribe(entityType, id)).toEqual({ ok: true });
      expect(await admin.subscribe(entityType, foreign)).toEqual(refused);
      expect(await admin.subscribe(entityType, foreign, theirs.org.orgId)).toEqual(refused);
      expect(await admin.subscribe(entityType, randomUUID())).toEqual(refused);
      if (entityType !== 'organization') expect(await limited.subscribe(entityType, id)).toEqual(refused);
    }
    expect(await admin.subscribe('site', own.zone.zoneId)).toEqual(refused);
    expect(await limited.subscribe('zone', own.zone.zoneId)).toEqual({ ok: true });
    for (const { zone } of [other, theirs]) await countToday([zone], 77);
    await sleep(600);
    expect(limited.heard.map((reading) => reading.entityId)).toEqual([own.zone.zoneId]);
    expect(admin.heard.some((reading) => reading.entityId === theirs.zone.zoneId)).toBe(false);
  });

  it('[S06] gets only what belongs to the caller’s own locations in an organization', async () => {
    const own = await shop();
    const other = await shop({ org: own.org });
    await countToday([own.zone], 10);
    await countToday([other.zone], 100);
    const admin = await open(await adminOf(own.org));
    const limited = await open(await world.signIn(await world.user({ locations: [own.location] })));
    for (const screen of [admin, limited]) await screen.subscribe('organization', own.org.orgId);
    await hears(admin, 110);
    await hears(limited, 10);
    await countToday([other.zone], 101);
    await hears(admin, 111);
    await countToday([own.zone], 11);
    await hears(admin, 112);
    await hears(limited, 11);
    expect(limited.heard.every((reading) => reading.ins! < 12)).toBe(true);
  });

  it('who is staff must name an organization', async () => {
    const { org, zone } = await shop();
    const staff = await open(await world.signIn(await world.staff()));
    expect(await staff.subscribe('zone', zone.zoneId)).toEqual({
      error: expect.stringMatching(/orgId/) as string,
      code: 'invalid',
    });
    expect(await staff.subscribe('zone', zone.zoneId, randomUUID())).toHaveProperty('error');
    expect(await staff.subscribe('zone', zone.zoneId, org.orgId)).toEqual({ ok: true });
    await countToday([zone], 4);
    await hears(staff, 4);
  });
});

describe('invalid messages', () => {
  it('are acknowledged with an error and change nothing', async () => {
    const { org, zone } = await shop();
    const screen = await open(await adminOf(org));
    for (const payload of [
      undefined,
      null,
      'zone',
      42,
      [],
      {},
      { entityType: 'zone' },
      { entityType: 'zone', entityId: "' OR 1=1--" },
      { entityType: 'zone', entityId: { $ne: '' } },
      { entityType: ['zone'], entityId: zone.zoneId },
      { entityType: 'space', entityId: zone.zoneId },
      { entityType: '__proto__', entityId: zone.zoneId },
      { entityType: 'zone', entityId: zone.zoneId, orgId: ['x'] },
    ]) {
      expect(await screen.send('traffic:subscribe', payload)).toHaveProperty('error');
    }
    expect(await screen.send('traffic:subscribe')).toHaveProperty('error');
    expect(await screen.send('traffic:unsubscribe', { a: 1 })).toHaveProperty('error');
    expect(await screen.send('traffic:unsubscribe', randomUUID())).toEqual({ ok: true });
    expect(await screen.send('traffic:realtimedata', {})).toEqual({
      error: 'This event does not exist.',
      code: 'invalid',
    });
    expect(await screen.send('disconnecting-not', {})).toEqual({
      error: 'This event does not exist.',
      code: 'invalid',
    });
    expect(await screen.send('traffic:subscribe', { entityType: 'zone', entityId: zone.zoneId }, 'more', 7)).toEqual({
      ok: true,
    });
    const silent = screen.socket as unknown as { emit(event: string, ...content: unknown[]): void };
    silent.emit('traffic:subscribe', { entityType: 'zone', entityId: randomUUID() });
    silent.emit('traffic:subscribe', {}, 'not a function');
    await countToday([zone], 8);
    await hears(screen, 8);
    expect(screen.states).toEqual(['connected']);
  });

  it('end the connection when they are too long', async () => {
    const { org } = await shop();
    const screen = await open(await adminOf(org));
    await screen.send('traffic:subscribe', 'x'.repeat(11_000)).catch(() => undefined);
    await vi.waitFor(() => expect(screen.states.at(-1)).not.toBe('connected'), waiting);
  });

  it('are refused when they come too often, and in the end so is the sender', async () => {
    const { org } = await shop();
    const screen = await open(await adminOf(org));
    const answers = await Promise.all(
      Array.from({ length: 750 }, () => screen.send('traffic:unsubscribe', randomUUID())),
    );
    expect(answers.slice(0, 600).every((answer) => 'ok' in answer)).toBe(true);
    // Fifty more per second are allowed, so any of the rest may pass.
    expect(answers.slice(600)).toContainEqual({ error: 'Too many requests. Try again in a moment.', code: 'too_many' });
    for (let i = 0; i < 400; i += 1) void screen.send('nonsense').catch(() => undefined);
    await vi.waitFor(() => expect(screen.states.at(-1)).toBe('io server disconnect'), waiting);
  });

  it('cannot make one connection follow more than 500 entities', async () => {
    const { org, sensor, zone } = await shop();
    const ids = await world.registry.system(async (tx) => {
      const { rows } = await tx.client.query<{ id: string }>(
        `INSERT INTO zone (org_id, sensor_id, name, device_id)
         SELECT $1, $2, 'Line', 'many ' || n FROM generate_series(1, 500) AS n RETURNING zone_id AS id`,
        [org.orgId, sensor.sensorId],
      );
      await raiseEstateVersion(tx, org.orgId);
      return rows.map(({ id }) => id);
    });
    const screen = await open(await adminOf(org));
    const answers = await Promise.all(ids.map((id) => screen.subscribe('zone', id)));
    expect(answers.every((answer) => 'ok' in answer)).toBe(true);
    expect(await screen.subscribe('zone', zone.zoneId)).toEqual({
      error: 'One connection can follow at most 500 entities.',
      code: 'too_many',
    });
    expect(await screen.subscribe('zone', ids[0]!)).toEqual({ ok: true });
    await screen.unsubscribe(ids[0]!);
    expect(await screen.subscribe('zone', zone.zoneId)).toEqual({ ok: true });
  });
});
