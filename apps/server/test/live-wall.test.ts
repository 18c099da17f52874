import { type LiveNumbers, liveWall } from '@atrium/contract/live-wall';
import { updateOrganization } from '@atrium/contract/organizations';
import { deleteSpace, updateSpace } from '@atrium/contract/spaces';
import { eq } from 'drizzle-orm';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { locationAssignment } from '../src/registry/schema/people.ts';
import { openHall } from './alarm-world.ts';
import type { Client } from './client.ts';
import { hallsIn } from './halls.ts';
import { screensOf, waiting } from './screen.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => closeAll());
afterAll(() => world.close());
const hall = hallsIn(() => world);
const { open, closeAll } = screensOf(() => world);

/** A wall: what it was sent, and what it shows after all of it. */
async function wall(client: Client, entityId: string) {
  const screen = await open(client);
  const sent: { message: LiveNumbers; at: number }[] = [];
  let known: LiveNumbers | undefined;
  screen.socket.on(liveWall.events.message, (raw) => {
    const message = z.parse(liveWall.message, raw);
    sent.push({ message, at: performance.now() });
    known = liveWall.merge?.(known, message);
  });
  const row = (id: string) => known?.rows.find((each) => each.entityId === id);
  return {
    screen,
    sent,
    row,
    names: () => known?.rows.map(({ name }) => name).toSorted() ?? [],
    shows: (id: string, part: object) => vi.waitFor(() => expect(row(id)).toMatchObject(part), waiting),
    subscribe: () => screen.send(liveWall.events.subscribe, { entityType: 'organization', entityId }),
  };
}

describe('a live wall', () => {
  it('[R845] [R846] gets all numbers at once, then what changed, once a second at most', async () => {
    const { org, locationId, spaceId, push, front, admin } = await hall({ maxCapacity: 20, name: 'Hall' });
    const quiet = await world.location({ orgId: org.orgId, name: 'Quiet', timezone: 'America/New_York' });
    await push(front, { '17:58': [5, 0] });
    const { sent, row, shows, subscribe, screen } = await wall(admin, org.orgId);
    expect(await subscribe()).toEqual({ ok: true });
    await shows(spaceId, { occupancy: 5, maxCapacity: 20, percent: 25, stopped: false, name: 'Hall', locationId });
    expect(sent[0]?.message).toMatchObject({ isWhole: true, gone: [], entityId: org.orgId });
    expect(row(locationId)).toMatchObject({
      entityType: 'location',
      ins: 5,
      occupancy: 5,
      isOpen: true,
      lastReadingAt: '2026-03-04T17:58:00.000Z',
    });
    expect(row(quiet.locationId)).toMatchObject({ ins: null, occupancy: null, lastReadingAt: null });

    await sleep(1100);
    const before = sent.length;
    for (let people = 1; people <= 8; people += 1) await push(front, { '17:59': [people, 0] });
    await shows(spaceId, { occupancy: 13, percent: 65 });
    await shows(locationId, { ins: 13 });
    const changes = sent.slice(before);
    expect(changes.every(({ message }) => !message.isWhole)).toBe(true);
    expect(changes.flatMap(({ message }) => message.rows).some(({ entityId }) => entityId === quiet.locationId)).toBe(
      false,
    );
    const gaps = sent.slice(1).map(({ at }, index) => at - sent[index]!.at);
    expect(Math.min(...gaps.slice(1))).toBeGreaterThan(900);
    expect(await screen.send(liveWall.events.unsubscribe, org.orgId)).toEqual({ ok: true });
  });

  it('[R846] follows names, capacities and what is deleted', async () => {
    const { org, locationId, spaceId, params, admin } = await hall({ maxCapacity: 20 });
    const { shows, subscribe, row } = await wall(admin, org.orgId);
    await subscribe();
    await shows(spaceId, { maxCapacity: 20 });
    await admin.call(updateSpace, { params, body: { name: 'Arena', maxCapacity: 30 } });
    await shows(spaceId, { name: 'Arena', maxCapacity: 30 });
    await admin.call(deleteSpace, { params });
    await vi.waitFor(() => expect(row(spaceId)).toBeUndefined(), waiting);
    expect(row(locationId)).toBeDefined();
  });

  it('[R847] shows the last hour in steps of five minutes', async () => {
    const { org, locationId, spaceId, push, front, admin, levels } = await hall({ maxCapacity: 20 });
    await push(front, { '17:32': [4, 0], '17:41': [0, 1], '17:52': [2, 0] });
    await levels();
    const { shows, subscribe, row } = await wall(admin, org.orgId);
    await subscribe();
    const _ = null;
    await shows(spaceId, { trend: [_, _, _, _, _, _, _, 4, _, 3, _, 5] });
    expect(row(locationId)?.trend).toEqual([_, _, _, _, _, _, _, 4, _, 0, _, 2]);
  });

  it('[R848] marks offline sensors and active alarms', async () => {
    const made = await openHall(world);
    const { orgId, space, location, admin } = made;
    const site = await world.site({ locationId: location.locationId });
    const { sensorId } = await world.sensor({ siteId: site.siteId });
    const { zoneId } = await world.zone({ sensorId });
    await world.spaceZone({ orgId, spaceId: space.spaceId, zoneId });
    await made.alarm();
    const { shows, subscribe, row } = await wall(admin, orgId);
    await subscribe();
    await shows(space.spaceId, { alarms: 0, offline: 0 });
    await made.people(100);
    await shows(space.spaceId, { alarms: 1 });
    expect(row(location.locationId)).toMatchObject({ alarms: 0 });
    await world.offlineRecord({ orgId, sensorId });
    await made.people(90);
    await shows(space.spaceId, { alarms: 0, offline: 1 });
    expect(row(location.locationId)).toMatchObject({ offline: 1 });
  });
});

describe('what a wall shows to whom', () => {
  it('[S166] shows limited people their locations only, and follows their rights', async () => {
    const { org, location, spaceId, admin } = await hall({ name: 'Hall' });
    const other = await world.location({ orgId: org.orgId, name: 'Other', timezone: 'America/New_York' });
    const user = await world.user({ locations: [other] });
    const limited = await wall(await world.signIn(user), org.orgId);
    await limited.subscribe();
    await limited.shows(other.locationId, { name: 'Other' });
    expect(limited.names()).toEqual(['Other']);
    const everything = await wall(admin, org.orgId);
    await everything.subscribe();
    await everything.shows(spaceId, { name: 'Hall' });

    const { userId } = user;
    const { locationId } = location;
    await world.registry.system(({ sql }) =>
      sql.insert(locationAssignment).values({ orgId: org.orgId, userId, locationId }),
    );
    await limited.shows(spaceId, { name: 'Hall' });
    await world.registry.system(({ sql }) =>
      sql.delete(locationAssignment).where(eq(locationAssignment.locationId, locationId)),
    );
    await vi.waitFor(() => expect(limited.names()).toEqual(['Other']), waiting);
  });

  it('[S167] shows each number with its capability only, and nothing without one', async () => {
    const { org, locationId, spaceId, admin, push, front } = await hall();
    await push(front, { '17:58': [5, 0] });
    const staff = await world.signIn(await world.staff());
    const set = (body: object) => staff.call(updateOrganization, { params: { orgId: org.orgId }, body });
    const { shows, subscribe, row, sent, screen } = await wall(admin, org.orgId);
    await subscribe();
    await shows(locationId, { ins: 5, occupancy: 5 });
    await set({ canViewOccupancy: false, canViewExpectedWaitTime: false });
    await vi.waitFor(() => expect(row(spaceId)).toBeUndefined(), waiting);
    await vi.waitFor(() => expect(row(locationId)).not.toHaveProperty('occupancy'), waiting);
    expect(row(locationId)).toMatchObject({ ins: 5 });
    await set({ canViewTraffic: false });
    await vi.waitFor(async () => expect(await subscribe()).toHaveProperty('error'), waiting);
    const heard = sent.length;
    await push(front, { '17:59': [5, 0] });
    await sleep(1200);
    expect(sent.length).toBe(heard);
    screen.close();
  });

  it('[S166] refuses another organization', async () => {
    const { org } = await hall();
    const { admin } = await hall();
    const { subscribe, sent } = await wall(admin, org.orgId);
    expect(await subscribe()).toHaveProperty('error');
    expect(sent).toEqual([]);
  });
});
