import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { setStaffPolicy } from '@atrium/contract/second-factor';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { organization } from '../src/registry/schema/organizations.ts';
import { localUser, locationAssignment, session } from '../src/registry/schema/people.ts';
import { countingIn } from './counting.ts';
import { hears, type Screen, screensOf, waiting } from './screen.ts';
import { addApp } from './second-factors.ts';
import { openWorld, type World } from './world.ts';
import { within } from './within.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => closeAll());
afterAll(() => world.close());
const { shop, adminOf, countToday } = countingIn(() => world);
const { open, closeAll } = screensOf(() => world);

const aSecond = within(1);
const isOut = (screen: Screen) => vi.waitFor(() => expect(screen.states.at(-1)).toBe('io server disconnect'), aSecond);

/** Someone who sees one location of an organization and listens to its door, to the organization and nothing else. */
async function listener() {
  const here = await shop();
  const there = await shop({ org: here.org });
  const user = await world.user({ locations: [here.location] });
  const client = await world.signIn(user);
  const screen = await open(client);
  expect(await screen.subscribe('zone', here.zone.zoneId)).toEqual({ ok: true });
  await countToday([here.zone], 1);
  await hears(screen, 1);
  const change = (values: Partial<typeof localUser.$inferInsert>) =>
    world.registry.system(({ sql }) => sql.update(localUser).set(values).where(eq(localUser.userId, user.userId)));
  return { ...here, there, user, client, screen, change };
}

describe('[S20] [S15] within a second', () => {
  it('signing out ends the sockets of that session, and of no other', async () => {
    const { user, client, screen, zone } = await listener();
    const elsewhere = await open(await world.signIn(user));
    await elsewhere.subscribe('zone', zone.zoneId);
    await client.post('/logout');
    await isOut(screen);
    await countToday([zone], 2);
    await hears(elsewhere, 2);
    expect(screen.newest?.ins).toBe(1);
  });

  it.each([
    ['a disabled sign-in', { loginDisabled: true }],
    ['a removed person', { deletedAt: new Date('2026-03-04T12:00:00Z') }],
  ])('%s ends the sockets', async (_, values) => {
    const { screen, change } = await listener();
    await change(values);
    await isOut(screen);
  });

  it('a session that is deleted by whomever ends its sockets', async () => {
    const { screen, user } = await listener();
    await world.registry.system(({ sql }) => sql.delete(session).where(eq(session.userId, user.userId)));
    await isOut(screen);
  });

  it('[S104] removing single sign-on blocks people who are required to have a second factor', async () => {
    const { screen, org, zone } = await listener();
    const { owner } = world.registry;
    await owner.query(
      `INSERT INTO sso_connection (org_id, issuer, client_id) VALUES ($1, 'https://idp.example', 'atrium')`,
      [org.orgId],
    );
    await owner.query('UPDATE organization SET require_second_factor = true WHERE org_id = $1', [org.orgId]);
    await countToday([zone], 2);
    await hears(screen, 2);
    await owner.query('DELETE FROM sso_connection WHERE org_id = $1', [org.orgId]);
    await vi.waitFor(async () => expect(await screen.subscribe('zone', zone.zoneId)).toHaveProperty('error'), aSecond);
    const { length } = screen.heard;
    await countToday([zone], 3);
    await sleep(600);
    expect(screen.heard).toHaveLength(length);
  });

  it('[S114] staff who look as someone else hear no more once they owe a second factor', async () => {
    const { user } = await listener();
    const client = await world.signIn(await world.staff());
    await client.post('/login-as', { username: user.email });
    const screen = await open(client);
    const colleague = await world.signIn(await world.staff());
    await colleague.call(setStaffPolicy, { body: { requireSecondFactor: true } });
    await isOut(screen);
    await addApp(world, colleague);
    await colleague.call(setStaffPolicy, { body: { requireSecondFactor: false } });
  });

  it('a location that is taken away is heard no more, one that is added can be asked for', async () => {
    const { screen, user, zone, there, org } = await listener();
    const other = there.location;
    expect(await screen.subscribe('zone', there.zone.zoneId)).toHaveProperty('error');
    await world.registry.system(async ({ sql }) => {
      await sql.delete(locationAssignment).where(eq(locationAssignment.userId, user.userId));
      await sql
        .insert(locationAssignment)
        .values({ orgId: org.orgId, userId: user.userId, locationId: other.locationId });
    });
    await sleep(1000);
    const { length } = screen.heard;
    await countToday([zone], 2);
    await sleep(600);
    expect(screen.heard).toHaveLength(length);
    expect(screen.states).toEqual(['connected']);
    expect(await screen.subscribe('zone', zone.zoneId)).toHaveProperty('error');
    expect(await screen.subscribe('zone', there.zone.zoneId)).toEqual({ ok: true });
    await countToday([there.zone], 9);
    await hears(screen, 9);
  });

  it('the sum of an organization follows the locations someone may see', async () => {
    const { screen, user, zone, there, org } = await listener();
    await countToday([zone], 10);
    await countToday([there.zone], 100);
    await screen.subscribe('organization', org.orgId);
    await hears(screen, 10);
    await world.registry.system(({ sql }) =>
      sql
        .insert(locationAssignment)
        .values({ orgId: org.orgId, userId: user.userId, locationId: there.location.locationId }),
    );
    await vi.waitFor(() => expect(screen.newest?.ins).toBe(110), aSecond);
    await world.registry.system(({ sql }) =>
      sql.delete(locationAssignment).where(eq(locationAssignment.locationId, there.location.locationId)),
    );
    await vi.waitFor(() => expect(screen.newest?.ins).toBe(10), aSecond);
    await countToday([there.zone], 101);
    await countToday([zone], 11);
    await hears(screen, 11);
  });

  it.each([
    ['[S05] a capability that is switched off', { canViewTraffic: false }],
    ['[S29] an organization that is disabled', { isEnabled: false }],
  ])('%s silences everyone who listens', async (what, values) => {
    const { screen, zone, org } = await listener();
    const admin = await open(await adminOf(org));
    const staff = await open(await world.signIn(await world.staff()));
    await admin.subscribe('zone', zone.zoneId);
    await staff.subscribe('zone', zone.zoneId, org.orgId);
    await countToday([zone], 2);
    for (const each of [screen, admin, staff]) await hears(each, 2);
    await world.registry.system(({ sql }) =>
      sql.update(organization).set(values).where(eq(organization.orgId, org.orgId)),
    );
    await sleep(1000);
    await countToday([zone], 3);
    await sleep(600);
    expect([screen.newest?.ins, admin.newest?.ins]).toEqual([2, 2]);
    expect(await admin.subscribe('zone', zone.zoneId)).toHaveProperty('error');
    // Staff look after organizations that are disabled, but a capability is off for them too.
    expect(staff.newest?.ins).toBe(what.includes('capability') ? 2 : 3);
  });

  it('leaves everyone else alone', async () => {
    const bystander = await listener();
    const { screen, change } = await listener();
    await change({ loginDisabled: true });
    await isOut(screen);
    expect(bystander.screen.states).toEqual(['connected']);
    await countToday([bystander.zone], 5);
    await hears(bystander.screen, 5);
  });
});

describe('by the clock', () => {
  it('an idle session ends with its sockets, which do not keep it alive', async () => {
    const { screen } = await listener();
    const start = world.now();
    // Eleven hours, in which the sweep looks at the socket several times, do not move the end.
    world.pass({ hours: 11 });
    await sleep(6000);
    expect(screen.states).toEqual(['connected']);
    world.pass({ hours: 1, minutes: 1 });
    await vi.waitFor(() => expect(screen.states.at(-1)).toBe('io server disconnect'), waiting);
    world.setNow(start);
  });

  it('an organization whose subscription runs out is heard no more', async () => {
    const start = world.now();
    world.setNow(new Date('2026-03-04T20:00:00Z'));
    const { screen, org, zone } = await listener();
    await world.registry.system(({ sql }) =>
      sql.update(organization).set({ subExpiration: '2026-03-05' }).where(eq(organization.orgId, org.orgId)),
    );
    await countToday([zone], 2);
    await hears(screen, 2);
    world.setNow(new Date('2026-03-05T00:00:01Z'));
    await sleep(6000);
    const { length } = screen.heard;
    await countToday([zone], 3);
    await sleep(600);
    expect(screen.heard).toHaveLength(length);
    expect(screen.states).toEqual(['connected']);
    world.setNow(start);
  });
});

const filePart = (name: string) =>
  `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nabc\r\n`;
const administrator = (orgId: string) => world.user({ orgId, role: 'OrganizationAdministrator' });

it.each([
  ['whose session ended', 401, 'disable-login', undefined],
  ['who is no administrator any more', 403, 'role', { roleId: 2 }],
])('[S116] of a file that is sent slowly nothing is kept for someone %s meanwhile', async (_, status, call, body) => {
  const { orgId } = await world.organization();
  const { locationId } = await world.location({ orgId });
  const [sender] = [await administrator(orgId), await administrator(orgId)];
  const client = await world.signIn(sender);
  const staff = await world.signIn(await world.staff());
  const files = () => readdir(world.filesFolder, { recursive: true });
  const stored = async () => (await files()).filter((name) => name.includes('/'));
  const path = `/api/location/${locationId}/attachment`;
  const sending = request(`${world.url}${path}`, {
    method: 'POST',
    headers: { cookie: client.cookieHeader(), 'content-type': 'multipart/form-data; boundary=x' },
  });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sending.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
  });
  // The first file has arrived and the second begins while the rights are still there.
  sending.write(`${filePart('a.txt')}${filePart('b.txt').slice(0, -2)}`);
  await expect.poll(stored).toHaveLength(2);
  expect((await staff.send('PUT', `/api/user/${sender.userId}/${call}`, body)).status).toBe(200);
  sending.end('\r\n--x--\r\n');
  expect(await answered).toBe(status);
  expect(await stored()).toEqual([]);
  expect((await staff.get(`${path}?orgId=${orgId}`)).body).toEqual([]);
});
