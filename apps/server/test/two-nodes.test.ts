import { randomBytes, randomUUID } from 'node:crypto';
import { createAlarmConfig, listAlarmStates } from '@atrium/contract/alarms';
import { createDisplay } from '@atrium/contract/displays';
import { type LiveNumbers, liveWall } from '@atrium/contract/live-wall';
import { counterActions, manualOccupancy, type ManualOccupancy } from '@atrium/contract/manual-occupancy';
import { sharedTestEngines } from '@atrium/engines/testing';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { localUser } from '../src/registry/schema/people.ts';
import { withAlarms } from './alarm-world.ts';
import { openEvents } from './display-events.ts';
import { screensOf } from './screen.ts';
import { within } from './within.ts';
import { openWorld, registryTemplate, type World } from './world.ts';

/** Two servers on the same databases; the second one has no part in what is set up. */
let first: World;
let second: World;
/** The first one removes the databases. */
const keep = async () => undefined;
beforeAll(async () => {
  const engines = await sharedTestEngines();
  const [database, facts] = await Promise.all([
    engines.createDatabase(registryTemplate),
    engines.createClickHouseDatabase(),
  ]);
  const secretKey = randomBytes(32).toString('base64');
  const app = { config: { secretKey, publicUrl: undefined, trustedProxies: [] } };
  first = await openWorld({ stores: [database, facts], app });
  second = await openWorld({
    stores: [
      { ...database, drop: keep },
      { ...facts, drop: keep },
    ],
    app,
  });
});
const ofFirst = screensOf(() => first);
const ofSecond = screensOf(() => second);
const streams: { close(): void }[] = [];
afterEach(() => {
  ofFirst.closeAll();
  ofSecond.closeAll();
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(async () => {
  await second.close();
  await first.close();
});

/** A space whose number of people is known, and an administrator. */
async function countedSpace() {
  const { orgId } = await first.organization({ ...withAlarms, canViewTraffic: true });
  const location = await first.location({ orgId });
  const { spaceId } = await first.space({ orgId, locationId: location.locationId, maxCapacity: 1 });
  const isKnown = async () => {
    const { rows } = await first.registry.owner.query('SELECT FROM space_state WHERE space_id = $1', [spaceId]);
    return rows.length;
  };
  await expect.poll(isKnown, within(10)).toBe(1);
  const user = await first.user({ orgId, role: 'OrganizationAdministrator' });
  return { orgId, spaceId, user, admin: await first.signIn(user) };
}

it('[I336] a press on one node reaches counters, live numbers, the wall, alarms and displays of another one', async () => {
  const { orgId, spaceId, user, admin } = await countedSpace();
  const settings = { triggerTypeId: 1, config: {}, email: ['operator@example.test'] };
  await admin.call(createAlarmConfig, { body: { alarmTypeId: 1, alarmableId: spaceId, config: settings } });
  const { code } = await admin.call(createDisplay, { body: { kind: 'live-occupancy', entityId: spaceId } });
  const page = await openEvents(second.url, `/api/display/live-occupancy/${code}/events`);
  streams.push(page);
  const watcher = await second.signIn(user);
  const screen = await ofSecond.open(watcher);
  let counter: ManualOccupancy | undefined;
  let wall: LiveNumbers | undefined;
  screen.socket.on(manualOccupancy.events.message, (message: ManualOccupancy) => (counter = message));
  screen.socket.on(liveWall.events.message, (message: LiveNumbers) => (wall = liveWall.merge?.(wall, message)));
  const whole = { entityType: 'organization', entityId: orgId };
  expect(await screen.send(manualOccupancy.events.subscribe, { spaceId })).toEqual({ ok: true });
  expect(await screen.subscribe('space', spaceId)).toEqual({ ok: true });
  expect(await screen.send(liveWall.events.subscribe, whole)).toEqual({ ok: true });
  const shown = () => ({
    counter: counter?.occupancy,
    number: screen.newestOf(spaceId)?.occupancy,
    wall: wall?.rows.find(({ entityId }) => entityId === spaceId)?.occupancy,
    display: page.states.at(-1)?.occupancy?.people,
  });
  await expect.poll(shown, within(10)).toEqual({ counter: 0, number: 0, wall: 0, display: 0 });

  const presser = await ofFirst.open(admin);
  const press = { spaceId, actionId: randomUUID(), at: first.now().toISOString() };
  expect(await presser.send(counterActions.increment.event, press)).toMatchObject({ ok: true, occupancy: 1 });
  await expect.poll(shown, within(10)).toEqual({ counter: 1, number: 1, wall: 1, display: 1 });
  await expect.poll(async () => (await watcher.call(listAlarmStates)).length, within(10)).toBe(1);
  await expect.poll(() => wall?.rows.find(({ entityId }) => entityId === spaceId)?.alarms, within(10)).toBe(1);
});

it('[S213] what is taken from someone on one node ends their sockets on another one', async () => {
  const { spaceId, user, admin } = await countedSpace();
  const screen = await ofSecond.open(await second.signIn(user));
  expect(await screen.subscribe('space', spaceId)).toEqual({ ok: true });
  await admin.post('/logout');
  expect(screen.states).toEqual(['connected']);
  await first.registry.system(({ sql }) =>
    sql.update(localUser).set({ loginDisabled: true }).where(eq(localUser.userId, user.userId)),
  );
  await expect.poll(() => screen.states.at(-1), within(5)).toBe('io server disconnect');
});
