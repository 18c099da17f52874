import { getLocation, listLocations } from '@atrium/contract/locations';
import { getProfile } from '@atrium/contract/profile';
import { ping } from '@atrium/contract/session';
import {
  allowAllLocations,
  assignLocations,
  getUser,
  listLocationAssignments,
  unassignLocations,
} from '@atrium/contract/users';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../src/registry/notifications.ts';
import { organization } from '../src/registry/schema/organizations.ts';
import { localUser, locationAssignment } from '../src/registry/schema/people.ts';
import type { Client } from './client.ts';
import type { User } from './estate.ts';
import { actionsOn, of, team } from './team.ts';
import { within } from './within.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** An organization with two locations, another with one, and every kind of caller. */
async function neighborhood() {
  const ours = await world.organization();
  const [first, second] = [
    await world.location({ orgId: ours.orgId, name: 'Airport' }),
    await world.location({ orgId: ours.orgId, name: 'Bridge' }),
  ];
  const theirs = await world.location({ name: 'Castle' });
  return {
    ours,
    first,
    second,
    theirs,
    admin: await world.signIn(await world.user({ orgId: ours.orgId, role: 'OrganizationAdministrator' })),
    member: await world.signIn(await world.user({ orgId: ours.orgId })),
    limited: await world.signIn(await world.user({ locations: [first] })),
    staff: await world.signIn(await world.staff()),
  };
}

describe('the organization of a call', () => {
  it('[R023] [S07] is the caller’s own, however it is spelled; any other is unknown', async () => {
    const { ours, theirs, admin, member } = await neighborhood();
    for (const client of [admin, member]) {
      for (const query of ['', '?orgId=myorg', `?orgId=${ours.orgId}`, `?orgId=${ours.orgId.toUpperCase()}`]) {
        const answer = await client.get<{ name: string }[]>(`/api/location${query}`);
        expect(answer.body.map(({ name }) => name)).toEqual(['Airport', 'Bridge']);
      }
      for (const foreign of [theirs.orgId, randomUUID(), 'nonsense', "' OR 1=1--", '*']) {
        const answer = await client.get(`/api/location?orgId=${encodeURIComponent(foreign)}`);
        expect([foreign, answer.status]).toEqual([foreign, 404]);
      }
      const doubled = await client.get(`/api/location?orgId=${ours.orgId}&orgId=${theirs.orgId}`);
      expect(doubled.status).toBe(400);
    }
  });

  it('[R022] [S07] is named by staff on each call; none returns 400, an unknown one 404', async () => {
    const { ours, theirs, staff } = await neighborhood();
    const names = async (orgId: string) =>
      (await staff.call(listLocations, { query: { orgId } })).map(({ name }) => name);
    expect(await names(ours.orgId)).toEqual(['Airport', 'Bridge']);
    expect(await names(theirs.orgId)).toEqual(['Castle']);
    for (const query of ['', '?orgId=', '?orgId=myorg']) {
      const answer = await staff.get<{ details: unknown }>(`/api/location${query}`);
      expect([answer.status, answer.body.details]).toEqual([400, [{ path: 'orgId', message: 'is required' }]]);
    }
    expect((await staff.get(`/api/location?orgId=${randomUUID()}`)).status).toBe(404);
    expect((await staff.get('/api/location?orgId=nonsense')).status).toBe(404);
  });

  it('is unknown to staff once it was removed', async () => {
    const { ours, staff } = await neighborhood();
    await world.registry.system(({ sql }) =>
      sql.update(organization).set({ deletedAt: world.now() }).where(eq(organization.orgId, ours.orgId)),
    );
    await expect.poll(async () => (await staff.get(`/api/location?orgId=${ours.orgId}`)).status).toBe(404);
  });
});

describe('a user limited to locations', () => {
  it('[S06] sees only these, in lists, in details and in totals', async () => {
    const { first, second, limited } = await neighborhood();
    const list = await limited.get<{ name: string }[]>('/api/location');
    expect([list.body.map(({ name }) => name), list.headers.get('x-total-count')]).toEqual([['Airport'], '1']);
    expect((await limited.call(getLocation, { params: { locationId: first.locationId } })).name).toBe('Airport');
    expect((await limited.get(`/api/location/${second.locationId}`)).status).toBe(404);
  });

  it('[S15] loses and gains a location within a second', async () => {
    const { first, second, limited } = await neighborhood();
    const names = async () => (await limited.call(listLocations)).map(({ name }) => name);
    expect(await names()).toEqual(['Airport']);
    await world.registry.system(({ sql }) =>
      sql
        .update(locationAssignment)
        .set({ locationId: second.locationId })
        .where(eq(locationAssignment.locationId, first.locationId)),
    );
    const changedAt = performance.now();
    await expect.poll(names, { interval: 20 }).toEqual(['Bridge']);
    expect(performance.now() - changedAt).toBeLessThan(1000);
  });

  it('is no longer limited as an administrator', async () => {
    const { first } = await neighborhood();
    const user = await world.user({ locations: [first], role: 'OrganizationAdministrator' });
    expect(await (await world.signIn(user)).call(listLocations)).toHaveLength(2);
  });
});

describe('an organization that has expired or is disabled', () => {
  it.each([
    ['expired today', { subExpiration: '2026-03-04' }, 'The subscription of Acme has expired.'],
    ['expired long ago', { subExpiration: '2020-01-01' }, 'The subscription of Acme has expired.'],
    ['disabled', { isEnabled: false }, 'The account of Acme is disabled.'],
  ])('[R059] [S29] %s: signing in works, but only profile and session are open', async (_what, change, message) => {
    const { orgId } = await world.organization({ name: 'Acme', ...change });
    const user = await world.user({ orgId, role: 'OrganizationAdministrator' });
    const client = await world.signIn(user);
    expect((await client.call(getProfile, { query: { include: 'organization' } })).org?.name).toBe('Acme');
    for (const path of ['/api/location', '/server/sidebar-menu.json', '/api/reference/regexps']) {
      const answer = await client.get<{ message: string }>(path);
      expect([path, answer.status, answer.body.message]).toEqual([path, 403, message]);
    }
    await client.call(ping);
    expect((await client.get('/loggedin')).body).toBe(user.userId);
    expect((await client.post('/logout')).status).toBe(200);
  });

  it('is open on its last day, and always to staff', async () => {
    const open = await world.organization({ subExpiration: '2026-03-05' });
    await (await world.signIn(await world.user({ orgId: open.orgId }))).call(listLocations);
    const closed = await world.location({
      orgId: (await world.organization({ subExpiration: '2026-03-04', isEnabled: false })).orgId,
    });
    const staff = await world.signIn(await world.staff());
    expect(await staff.call(listLocations, { query: { orgId: closed.orgId } })).toHaveLength(1);
  });

  it('[S15] closes within a second when it is disabled', async () => {
    const user = await world.user();
    const client = await world.signIn(user);
    await client.call(listLocations);
    await world.registry.system(({ sql }) =>
      sql
        .update(organization)
        .set({ isEnabled: false })
        .where(eq(organization.orgId, user.orgId ?? '')),
    );
    const changedAt = performance.now();
    await expect.poll(async () => (await client.get('/api/location')).status, { interval: 20 }).toBe(403);
    expect(performance.now() - changedAt).toBeLessThan(1000);
  });
});

it('notifies every node of changed access, no matter who changed it', async () => {
  const { ours, first } = await neighborhood();
  const user = await world.user({ orgId: ours.orgId });
  const heard: string[] = [];
  const notifications = await listen(world.database);
  notifications.on('access', (userId) => void heard.push(userId));
  const change = async (work: Parameters<typeof world.registry.system<unknown>>[0]) => {
    heard.length = 0;
    await world.registry.system(work);
    await expect.poll(() => heard).toContain(user.userId);
  };
  const self = eq(localUser.userId, user.userId);
  await change(({ sql }) => sql.update(localUser).set({ roleId: 2 }).where(self));
  await change(({ sql }) => sql.update(localUser).set({ passwordHash: 'x' }).where(self));
  await change(({ sql }) =>
    sql.insert(locationAssignment).values({ orgId: ours.orgId, userId: user.userId, locationId: first.locationId }),
  );
  await change(({ sql }) => sql.delete(locationAssignment).where(eq(locationAssignment.userId, user.userId)));
  await change(({ sql }) =>
    sql.update(organization).set({ canViewTraffic: false }).where(eq(organization.orgId, ours.orgId)),
  );
  await notifications.close();
});

describe('[R230] location assignments', () => {
  let staffUser: User;
  let staff: Client;
  beforeAll(async () => {
    staffUser = await world.staff();
    staff = await world.signIn(staffUser);
  });

  it('[S15] [S90] really limit what a person sees, within a second, until all locations are chosen', async () => {
    const { orgId, person, admin } = await team(world);
    const [first, second] = [
      await world.location({ orgId, name: 'B first' }),
      await world.location({ orgId, name: 'a second' }),
    ];
    const client = await world.signIn(person);
    const seen = async () => (await client.call(listLocations)).map(({ name }) => name);
    const soon = within(1);
    expect(await seen()).toEqual(['a second', 'B first']);
    const given = await admin.call(assignLocations, { ...of(person), body: { locationIds: [first.locationId] } });
    expect(given).toEqual([{ locationId: first.locationId, name: 'B first' }]);
    await expect.poll(seen, soon).toEqual(['B first']);
    expect((await client.get(`/api/location/${second.locationId}`)).status).toBe(404);
    const both = { locationIds: [first.locationId.toUpperCase(), second.locationId] };
    expect(await staff.call(assignLocations, { ...of(person), body: both })).toHaveLength(2);
    await expect.poll(seen, soon).toEqual(['a second', 'B first']);
    expect((await admin.call(listLocationAssignments, of(person))).map(({ name }) => name)).toEqual([
      'a second',
      'B first',
    ]);
    expect(await admin.call(unassignLocations, { ...of(person), body: { locationIds: [first.locationId] } })).toEqual([
      { locationId: second.locationId, name: 'a second' },
    ]);
    await expect.poll(seen, soon).toEqual(['a second']);
    await admin.call(unassignLocations, { ...of(person), body: both });
    await expect.poll(seen, soon).toEqual([]);
    expect(await admin.call(getUser, of(person))).toMatchObject({ limitedToLocations: true, locationIds: [] });
    await admin.call(allowAllLocations, of(person));
    await expect.poll(seen, soon).toEqual(['a second', 'B first']);
    await admin.call(allowAllLocations, of(person));
    expect(await admin.call(getUser, of(person))).toMatchObject({ limitedToLocations: false, locationIds: [] });
    expect(await actionsOn(world, person)).toEqual([
      'locations-assigned',
      'locations-assigned',
      'locations-unassigned',
      'locations-unassigned',
      'all-locations-allowed',
    ]);
  });

  it('that change nothing write no audit entry', async () => {
    const { orgId, person, admin } = await team(world);
    const { locationId } = await world.location({ orgId });
    const body = { locationIds: [locationId] };
    expect(await admin.call(unassignLocations, { ...of(person), body })).toEqual([]);
    expect(await actionsOn(world, person)).toEqual([]);
    for (const times of [1, 2]) {
      expect(await admin.call(assignLocations, { ...of(person), body })).toHaveLength(1);
      expect([times, await actionsOn(world, person)]).toEqual([times, ['locations-assigned']]);
    }
  });

  it('[S01] take locations of the organization only, all of them or none', async () => {
    const { orgId, person, admin } = await team(world);
    const own = await world.location({ orgId });
    const deleted = await world.location({ orgId, deletedAt: world.now() });
    const foreign = await world.location();
    for (const unknown of [foreign.locationId, deleted.locationId, randomUUID(), 'nonsense']) {
      for (const method of ['POST', 'PUT']) {
        const body = { locationIds: [own.locationId, unknown] };
        expect((await admin.send(method, `/api/user/${person.userId}/locationassignment`, body)).status).toBe(404);
      }
    }
    expect(await admin.call(listLocationAssignments, of(person))).toEqual([]);
    for (const body of [{}, { locationIds: [] }, { locationIds: 'all' }, { locationIds: [7] }]) {
      expect((await admin.send('POST', `/api/user/${person.userId}/locationassignment`, body)).status).toBe(400);
    }
    const toStaff = `/api/user/${staffUser.userId}/locationassignment`;
    expect((await staff.send('POST', toStaff, { locationIds: [own.locationId] })).status).toBe(409);
  });
});
