import {
  allowAllLocations,
  assignLocations,
  deleteUser,
  disableLogin,
  enableLogin,
  getUser,
  listLocationAssignments,
  listRoles,
  listUserEmails,
  listUserRoles,
  listUsers,
  resetLogin,
  sendUserPasswordReset,
  unassignLocations,
} from '@atrium/contract/users';
import { listLocations } from '@atrium/contract/locations';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import type { User } from './estate.ts';
import { openWorld, type World } from './world.ts';
import { within } from './within.ts';

let world: World;
let staff: Client;
let staffUser: User;
beforeAll(async () => {
  world = await openWorld();
  staffUser = await world.staff();
  staff = await world.signIn(staffUser);
});
afterAll(() => world.close());

async function team() {
  const { orgId } = await world.organization({ name: 'Acme' });
  const boss = await world.user({ orgId, role: 'OrganizationAdministrator', name: 'Boss' });
  const person = await world.user({ orgId, name: 'Person' });
  return { orgId, boss, person, admin: await world.signIn(boss) };
}
const of = (user: Pick<User, 'userId'>) => ({ params: { userId: user.userId } });
const tryToSignIn = (user: User) => world.anonymous().post('/login', { username: user.email, password: user.password });
const actionsOn = async (user: User) =>
  (await auditOf(world, user.orgId ?? ''))
    .filter(({ entityType, entityId }) => entityType === 'user' && entityId === user.userId)
    .map(({ action }) => action);

describe('the list of people', () => {
  it('shows their identity and the state of their accounts', async () => {
    const { orgId, admin, person } = await team();
    const place = await world.location({ orgId });
    const limited = await world.user({ locations: [place], name: 'Limited', phone: '1', homepage: '/app/welcome' });
    for (let i = 0; i < 3; i++) await world.anonymous().post('/login', { username: person.email, password: 'wrong' });
    const rows = await admin.call(listUsers);
    expect(rows.map(({ name }) => name)).toEqual(['Boss', 'Limited', 'Person']);
    expect(rows[1]).toEqual({
      userId: limited.userId,
      userName: limited.email,
      name: 'Limited',
      email: limited.email,
      phone: '1',
      orgId,
      scope: 1,
      roleId: 1,
      roles: [{ roleId: 1, name: 'OrganizationUser' }],
      expiration: null,
      loginDisabled: false,
      failedLoginCounter: 0,
      lockedUntil: null,
      firstLogin: false,
      homepage: '/app/welcome',
      isSSOUser: false,
      secondFactors: [],
      lastSeenAt: null,
      createdAt: world.now().toISOString(),
      limitedToLocations: true,
      locationIds: [place.locationId],
    });
    expect(rows[0]).toMatchObject({ roleId: 2, lastSeenAt: world.now().toISOString(), locationIds: [] });
    expect(rows[2]?.failedLoginCounter).toBe(3);
    expect(JSON.stringify(rows)).not.toMatch(/argon|hash/i);
    expect(await admin.call(getUser, of(limited))).toEqual(rows[1]);
  });

  it('is paged, sorted, filtered and searched on the server', async () => {
    const { orgId, admin } = await team();
    await world.user({ orgId, name: 'zoe', email: `${randomUUID()}@needle.test`, loginDisabled: true });
    await world.user({ orgId, name: 'Adam', expiration: new Date('2026-03-10T00:00:00Z'), passwordHash: null });
    await world.user({ orgId, name: 'Gone', deletedAt: world.now() });
    const names = async (query: object) => (await admin.call(listUsers, { query })).map(({ name }) => name);
    expect(await names({})).toEqual(['Adam', 'Boss', 'Person', 'zoe']);
    expect(await names({ order: '-name', limit: 2, offset: 1 })).toEqual(['Person', 'Boss']);
    expect(await names({ order: '-roleId,name' })).toEqual(['Boss', 'Adam', 'Person', 'zoe']);
    expect(await names({ search: 'NEEDLE' })).toEqual(['zoe']);
    expect(await names({ search: '%' })).toEqual([]);
    expect(await names({ roleId: '2' })).toEqual(['Boss']);
    expect(await names({ loginDisabled: 'true' })).toEqual(['zoe']);
    expect(await names({ kind: 'invited' })).toEqual(['Adam']);
    expect(await names({ kind: 'active', loginDisabled: 'false' })).toEqual(['Boss', 'Person']);
    expect(await names({ order: 'expiration', limit: 1 })).toEqual(['Adam']);
    const page = await admin.get('/api/user?limit=1&kind=active');
    expect(page.headers.get('x-total-count')).toBe('3');
    for (const bad of ['order=passwordHash', 'roleId=9', 'kind=ghost', 'loginDisabled=1', 'limit=1001']) {
      expect((await admin.get(`/api/user?${bad}`)).status).toBe(400);
    }
  });

  it('[R223] distinguishes invited from active people by their expiration', async () => {
    const { orgId, admin } = await team();
    await world.user({ orgId, name: 'Adam', expiration: new Date('2026-03-10T00:00:00Z'), passwordHash: null });
    const rows = await admin.call(listUsers);
    expect(rows.filter(({ expiration }) => expiration !== null).map(({ name }) => name)).toEqual(['Adam']);
  });

  it('[R232] covers one organization, or all including staff for staff who name none', async () => {
    const { orgId, person } = await team();
    const elsewhere = await world.user({ name: `Elsewhere ${orgId}` });
    const named = await staff.call(listUsers, { query: { orgId, include: 'organization' } });
    expect(named.map(({ name, organization }) => [name, organization?.name])).toEqual([
      ['Boss', 'Acme'],
      ['Person', 'Acme'],
    ]);
    const same = await staff.get(`/api/org/${orgId}/user?include=organization`);
    expect(same.body).toEqual(named);
    const search = async (text: string) =>
      (await staff.call(listUsers, { query: { search: text, include: 'organization' } })).map(({ userId }) => userId);
    expect(await search(elsewhere.email)).toEqual([elsewhere.userId]);
    expect(await search(staffUser.email)).toEqual([staffUser.userId]);
    expect(await staff.call(getUser, { ...of(staffUser), query: { include: 'organization' } })).toMatchObject({
      scope: 3890,
      orgId: null,
      organization: null,
    });
    expect((await staff.get(`/api/user/${person.userId}?orgId=${elsewhere.orgId}`)).status).toBe(404);
    expect((await staff.get(`/api/org/${orgId}/user?orgId=${elsewhere.orgId}`)).status).toBe(400);
  });

  it('is closed to ordinary users, who can see the addresses of their colleagues', async () => {
    const { orgId, boss, person } = await team();
    await world.user({ orgId, expiration: world.now(), passwordHash: null });
    const client = await world.signIn(person);
    expect((await client.get('/api/user')).status).toBe(403);
    expect((await client.get(`/api/user/${person.userId}`)).status).toBe(403);
    const everyone = [boss, person].toSorted((a, b) => (a.email < b.email ? -1 : 1));
    expect((await client.call(listUserEmails)).map(({ email }) => email)).toEqual(everyone.map(({ email }) => email));
    const stranger = await world.user();
    const emails = `${boss.email.toUpperCase()}, ${stranger.email},nobody@example.test`;
    expect(await client.call(listUserEmails, { query: { emails } })).toEqual([
      { userId: boss.userId, email: boss.email, name: 'Boss' },
    ]);
    expect((await staff.get('/api/user/emails')).status).toBe(400);
  });

  it('[S06] [R538] shows a person limited to locations only the addresses of people at the same ones', async () => {
    const { orgId } = await team();
    const [own, other] = [await world.location({ orgId }), await world.location({ orgId })];
    const limited = await world.user({ locations: [own] });
    const colleague = await world.user({ locations: [own, other] });
    const elsewhere = await world.user({ locations: [other] });
    const client = await world.signIn(limited);
    const known = [limited.email, colleague.email].toSorted();
    expect((await client.call(listUserEmails)).map(({ email }) => email)).toEqual(known);
    expect(await client.call(listUserEmails, { query: { emails: elsewhere.email } })).toEqual([]);
  });
});

describe('[R518] a password reset without a mail server', () => {
  it('returns its link to staff, who pass it on, and to nobody else', async () => {
    const { admin, person, boss } = await team();
    const { link } = await staff.call(sendUserPasswordReset, of(person));
    const resetKey = new URL((link ?? '').replace('/#', '')).searchParams.get('resetKey');
    const password = 'Analytical-engine-2';
    const chosen = await world.anonymous().post('/api/reset-password', { resetKey, newPassword: password });
    expect([chosen.status, (await tryToSignIn({ ...person, password })).status]).toEqual([200, 200]);
    const asked = await admin.post<{ link?: string }>(`/api/user/${boss.userId}/password-reset`);
    expect(asked.body.link).toBeUndefined();
  });
});

describe('[S41] people of another organization', () => {
  it('are unknown to an administrator, whatever the call', async () => {
    const { admin } = await team();
    const theirs = await team();
    const place = await world.location({ orgId: theirs.orgId });
    const path = `/api/user/${theirs.person.userId}`;
    for (const [method, tail, body] of [
      ['GET', ''],
      ['DELETE', ''],
      ['PUT', '/resetlogin'],
      ['PUT', '/disable-login'],
      ['PUT', '/enable-login'],
      ['GET', '/locationassignment'],
      ['POST', '/locationassignment', { locationIds: [place.locationId] }],
      ['PUT', '/locationassignment', { locationIds: [place.locationId] }],
      ['DELETE', '/locationassignment'],
      ['GET', '/role'],
      ['POST', '/role', { roleId: 2 }],
    ] as const) {
      expect([method, tail, (await admin.send(method, `${path}${tail}`, body)).status]).toEqual([method, tail, 404]);
    }
    expect((await tryToSignIn(theirs.person)).status).toBe(200);
    expect(await actionsOn(theirs.person)).toEqual([]);
  });

  it('are not found by staff inside another organization', async () => {
    const [ours, theirs] = [await team(), await team()];
    const path = `/api/user/${theirs.person.userId}/disable-login?orgId=${ours.orgId}`;
    expect((await staff.send('PUT', path)).status).toBe(404);
  });
});

describe('[R221] disabling someone', () => {
  it('[R045] [S15] ends their sessions within a second, and lasts until they are enabled again', async () => {
    const { admin, person } = await team();
    const client = await world.signIn(person);
    expect(await admin.call(disableLogin, of(person))).toMatchObject({ loginDisabled: true });
    const changedAt = performance.now();
    await expect.poll(async () => (await client.get('/api/profile')).status, { interval: 20 }).toBe(401);
    expect(performance.now() - changedAt).toBeLessThan(1000);
    expect((await tryToSignIn(person)).status).toBe(403);
    await admin.call(disableLogin, of(person));
    expect(await admin.call(enableLogin, of(person))).toMatchObject({ loginDisabled: false });
    expect((await tryToSignIn(person)).status).toBe(200);
    // The earlier session is gone for good.
    expect((await client.get('/api/profile')).status).toBe(401);
    expect(await actionsOn(person)).toEqual(['user-disabled', 'user-enabled']);
  });

  it('[R224] is separate from a lock, which administrators of the organization and staff clear', async () => {
    const { admin, person } = await team();
    for (const unlocker of [admin, staff]) {
      for (let i = 0; i < 5; i++) await world.anonymous().post('/login', { username: person.email, password: 'wrong' });
      expect((await tryToSignIn(person)).status).toBe(429);
      expect(await admin.call(getUser, of(person))).toMatchObject({
        failedLoginCounter: 5,
        lockedUntil: new Date(world.now().getTime() + 15 * 60_000).toISOString(),
      });
      expect(await unlocker.call(resetLogin, of(person))).toMatchObject({ failedLoginCounter: 0, lockedUntil: null });
      expect((await tryToSignIn(person)).status).toBe(200);
    }
    expect(await actionsOn(person)).toEqual(['user-unlocked', 'user-unlocked']);
  });

  it('[R229] [S85] leaves password resets to staff; administrators may unlock, but not send one', async () => {
    const { admin, person } = await team();
    const path = `/api/user/${person.userId}/password-reset`;
    expect((await admin.send('POST', path)).status).toBe(403);
    expect(await actionsOn(person)).toEqual([]);
    expect((await staff.send('POST', path)).status).toBe(200);
    expect(await actionsOn(person)).toEqual(['password-reset-sent']);
  });

  it('does not show failures that no longer count', async () => {
    const { admin, person } = await team();
    await world.anonymous().post('/login', { username: person.email, password: 'wrong' });
    const before = world.now();
    world.pass({ hours: 25 });
    const boss = await world.signIn(await world.user({ orgId: person.orgId, role: 'OrganizationAdministrator' }));
    expect(await boss.call(getUser, of(person))).toMatchObject({ failedLoginCounter: 0 });
    world.setNow(before);
    expect(await admin.call(getUser, of(person))).toMatchObject({ failedLoginCounter: 1 });
  });
});

describe('deleting someone', () => {
  it('ends their sessions within a second, frees their address, and is recorded', async () => {
    const { orgId, admin, person } = await team();
    const client = await world.signIn(person);
    expect(await admin.call(deleteUser, of(person))).toEqual({ ok: true });
    const changedAt = performance.now();
    await expect.poll(async () => (await client.get('/api/profile')).status, { interval: 20 }).toBe(401);
    expect(performance.now() - changedAt).toBeLessThan(1000);
    expect((await tryToSignIn(person)).status).toBe(401);
    expect((await admin.get(`/api/user/${person.userId}`)).status).toBe(404);
    expect((await admin.send('DELETE', `/api/user/${person.userId}`)).status).toBe(404);
    expect((await admin.call(listUsers)).map(({ name }) => name)).toEqual(['Boss']);
    await world.user({ orgId, email: person.email.toUpperCase() });
    expect(await actionsOn(person)).toEqual(['user-deleted']);
  });
});

describe('[S38] the last administrator', () => {
  const refused = {
    status: 409,
    body: { message: 'Boss is the last administrator of Acme. Make someone else an administrator first.' },
  };

  it('cannot be deleted, disabled or demoted by anyone', async () => {
    const { orgId, admin, boss } = await team();
    // None of these can take over: one cannot sign in, one has not registered, one was deleted.
    const role = 'OrganizationAdministrator';
    await world.user({ orgId, role, loginDisabled: true });
    await world.user({ orgId, role, expiration: new Date('2027-01-01T00:00:00Z'), passwordHash: null });
    await world.user({ orgId, role, deletedAt: world.now() });
    await world.user({ role });
    for (const client of [admin, staff]) {
      expect(await client.send('DELETE', `/api/user/${boss.userId}`)).toMatchObject(refused);
      expect(await client.send('PUT', `/api/user/${boss.userId}/disable-login`)).toMatchObject(refused);
    }
    expect(await staff.send('PUT', `/api/user/${boss.userId}/role`, { roleId: 2 })).toMatchObject(refused);
    expect(await staff.send('POST', `/api/user/${boss.userId}/role`, { roleId: 1 })).toMatchObject(refused);
    expect((await tryToSignIn(boss)).status).toBe(200);
    expect(await actionsOn(boss)).toEqual([]);
  });

  it('can be removed when there is another one', async () => {
    const { orgId, admin, boss } = await team();
    const second = await world.user({ orgId, role: 'OrganizationAdministrator' });
    await admin.call(deleteUser, of(boss));
    const client = await world.signIn(second);
    expect((await client.send('DELETE', `/api/user/${second.userId}`)).status).toBe(409);
  });

  it('remains when two remove each other at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { orgId, admin, boss } = await team();
      const second = await world.user({ orgId, role: 'OrganizationAdministrator' });
      const other = await world.signIn(second);
      const statuses = await Promise.all([
        admin.send('DELETE', `/api/user/${second.userId}`).then(({ status }) => status),
        other.send('PUT', `/api/user/${boss.userId}/disable-login`).then(({ status }) => status),
      ]);
      const left = await staff.call(listUsers, { query: { orgId, roleId: '2', loginDisabled: 'false' } });
      expect([left.length, statuses.filter((status) => status === 200).length]).toEqual([1, 1]);
    }
  });

  it('has a counterpart among staff', async () => {
    const fresh = await openWorld();
    const [only, former] = [await fresh.staff({ name: 'Only' }), await fresh.staff({ loginDisabled: true })];
    const client = await fresh.signIn(only);
    const answer = await client.send('DELETE', `/api/user/${only.userId}`);
    expect(answer).toMatchObject({ status: 409, body: { message: 'Only is the last staff user who can sign in.' } });
    expect((await client.send('DELETE', `/api/user/${former.userId}`)).status).toBe(200);
    await fresh.close();
  });
});

describe('roles', () => {
  it('[R228] are those of organizations for their people, and all for staff', async () => {
    const { admin } = await team();
    const ofOrganization = [
      { roleId: 1, name: 'OrganizationUser', label: 'Organization User', scope: 1 },
      { roleId: 2, name: 'OrganizationAdministrator', label: 'Organization Administrator', scope: 1 },
    ];
    expect(await admin.call(listRoles)).toEqual(ofOrganization);
    expect(await admin.call(listRoles, { query: { scope: '3890' } })).toEqual(ofOrganization);
    expect(await staff.call(listRoles, { query: { scope: '1' } })).toEqual(ofOrganization);
    expect((await staff.call(listRoles)).map(({ roleId }) => roleId)).toEqual([1, 2, 3]);
    expect((await staff.call(listRoles, { query: { scope: '3890' } })).map(({ label }) => label)).toEqual([
      'System Administrator',
    ]);
  });

  it('[R226] are edited by administrators for users and by staff for administrators, and by nobody else', async () => {
    const { orgId, person, admin } = await team();
    const outcomes: string[] = [];
    for (const [editor, client] of Object.entries({ user: await world.signIn(person), admin, staff })) {
      const targets = {
        user: await world.user({ orgId }),
        admin: await world.user({ orgId, role: 'OrganizationAdministrator' }),
        staff: await world.staff(),
      };
      for (const [edited, { userId, roleId }] of Object.entries(targets)) {
        const { status } = await client.send('POST', `/api/user/${userId}/role`, { roleId: roleId === 1 ? 2 : 1 });
        outcomes.push(`${editor} edits ${edited}: ${status}`);
      }
    }
    expect(outcomes).toEqual([
      'user edits user: 403',
      'user edits admin: 403',
      'user edits staff: 403',
      'admin edits user: 200',
      'admin edits admin: 403',
      'admin edits staff: 404',
      'staff edits user: 403',
      'staff edits admin: 200',
      'staff edits staff: 403',
    ]);
  });

  it('take effect within a second, and are recorded with their former values', async () => {
    const { person, admin } = await team();
    const client = await world.signIn(person);
    expect((await client.get('/api/user')).status).toBe(403);
    const given = await admin.send('POST', `/api/user/${person.userId}/role`, { roleId: 2 });
    expect(given.body).toMatchObject([{ roleId: 2, name: 'OrganizationAdministrator' }]);
    await expect.poll(async () => (await client.get('/api/user')).status, within(1)).toBe(200);
    expect((await staff.call(listUserRoles, of(person))).map(({ roleId }) => roleId)).toEqual([2]);
    const taken = await staff.send('PUT', `/api/user/${person.userId}/role`, { roleId: 2 });
    expect(taken.body).toMatchObject([{ roleId: 1, name: 'OrganizationUser' }]);
    await expect.poll(async () => (await client.get('/api/user')).status, within(1)).toBe(403);
    const trail = await auditOf(world, person.orgId ?? '');
    expect(trail.filter(({ action }) => action === 'user-role-changed').map(({ detail }) => detail)).toMatchObject([
      { from: 'OrganizationUser', to: 'OrganizationAdministrator', name: 'Person' },
      { from: 'OrganizationAdministrator', to: 'OrganizationUser', email: person.email },
    ]);
  });

  it('never promote anyone to staff, and always leave one', async () => {
    const { person, admin } = await team();
    for (const roleId of [3, 0, '2', null, 1.5]) {
      expect((await admin.send('POST', `/api/user/${person.userId}/role`, { roleId })).status).toBe(400);
    }
    expect((await staff.send('PUT', `/api/user/${person.userId}/role`, { roleId: 1 })).status).toBe(409);
    expect((await staff.send('PUT', `/api/user/${person.userId}/role`, { roleId: 2 })).status).toBe(409);
    expect((await admin.send('PUT', `/api/user/${person.userId}/role`, { roleId: 1 })).status).toBe(403);
    expect((await admin.call(getUser, of(person))).roleId).toBe(1);
  });
});

describe('[R230] location assignments', () => {
  it('[S15] [S90] limit what a person sees, within a second, until all locations are chosen', async () => {
    const { orgId, person, admin } = await team();
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
    expect(await actionsOn(person)).toEqual([
      'locations-assigned',
      'locations-assigned',
      'locations-unassigned',
      'locations-unassigned',
      'all-locations-allowed',
    ]);
  });

  it('that change nothing write no audit entry', async () => {
    const { orgId, person, admin } = await team();
    const { locationId } = await world.location({ orgId });
    const body = { locationIds: [locationId] };
    expect(await admin.call(unassignLocations, { ...of(person), body })).toEqual([]);
    expect(await actionsOn(person)).toEqual([]);
    for (const times of [1, 2]) {
      expect(await admin.call(assignLocations, { ...of(person), body })).toHaveLength(1);
      expect([times, await actionsOn(person)]).toEqual([times, ['locations-assigned']]);
    }
  });

  it('[S01] accept only locations of the organization, all of them or none', async () => {
    const { orgId, person, admin } = await team();
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
