import {
  deleteUser,
  disableLogin,
  enableLogin,
  getUser,
  listRoles,
  listUserEmails,
  listUserRoles,
  listUsers,
  resetLogin,
  sendUserPasswordReset,
} from '@atrium/contract/users';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import type { User } from './estate.ts';
import { actionsOn, of, team } from './team.ts';
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

const tryToSignIn = (user: User) => world.anonymous().post('/login', { username: user.email, password: user.password });

describe('the list of people', () => {
  it('shows who they are and the state of their accounts', async () => {
    const { orgId, admin, person } = await team(world);
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
    const { orgId, admin } = await team(world);
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

  it('[R223] tells the invited from the active by their expiration', async () => {
    const { orgId, admin } = await team(world);
    await world.user({ orgId, name: 'Adam', expiration: new Date('2026-03-10T00:00:00Z'), passwordHash: null });
    const rows = await admin.call(listUsers);
    expect(rows.filter(({ expiration }) => expiration !== null).map(({ name }) => name)).toEqual(['Adam']);
  });

  it('[R232] is of one organization, and of all for staff who name none, staff included', async () => {
    const { orgId, person } = await team(world);
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

  it('is closed to ordinary users; they find the addresses of their colleagues', async () => {
    const { orgId, boss, person } = await team(world);
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

  it('[S06] [R538] tells a person limited to locations the addresses of those at the same ones only', async () => {
    const { orgId } = await team(world);
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
  it('hands its link to staff, who pass it on, and to nobody else', async () => {
    const { admin, person, boss } = await team(world);
    const { link } = await staff.call(sendUserPasswordReset, of(person));
    const resetKey = new URL((link ?? '').replace('/#', '')).searchParams.get('resetKey');
    const password = 'Analytical-engine-2';
    const chosen = await world.anonymous().post('/api/reset-password', { resetKey, newPassword: password });
    expect([chosen.status, (await tryToSignIn({ ...person, password })).status]).toEqual([200, 200]);
    const asked = await admin.post<{ link?: string }>(`/api/user/${boss.userId}/password-reset`);
    expect(asked.body.link).toBeUndefined();
  });
});

describe('[S41] people of a neighbor', () => {
  it('are unknown to an administrator, whatever is asked', async () => {
    const { admin } = await team(world);
    const theirs = await team(world);
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
    expect(await actionsOn(world, theirs.person)).toEqual([]);
  });

  it('are not found by staff inside another organization', async () => {
    const [ours, theirs] = [await team(world), await team(world)];
    const path = `/api/user/${theirs.person.userId}/disable-login?orgId=${ours.orgId}`;
    expect((await staff.send('PUT', path)).status).toBe(404);
  });
});

describe('[R221] shutting someone out', () => {
  it('[R045] [S15] acts on their sessions within a second, and lasts until someone lets them in again', async () => {
    const { admin, person } = await team(world);
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
    expect(await actionsOn(world, person)).toEqual(['user-disabled', 'user-enabled']);
  });

  it('[R224] clears a lock by clearing the failures, for administrators of the organization and staff', async () => {
    const { admin, person } = await team(world);
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
    expect(await actionsOn(world, person)).toEqual(['user-unlocked', 'user-unlocked']);
  });

  it('[R229] [S85] is helped by a password reset from staff; administrators may unlock, but not send one', async () => {
    const { admin, person } = await team(world);
    const path = `/api/user/${person.userId}/password-reset`;
    expect((await admin.send('POST', path)).status).toBe(403);
    expect(await actionsOn(world, person)).toEqual([]);
    expect((await staff.send('POST', path)).status).toBe(200);
    expect(await actionsOn(world, person)).toEqual(['password-reset-sent']);
  });

  it('does not show failures that no longer count', async () => {
    const { admin, person } = await team(world);
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
  it('ends their sessions within a second, frees their address, and is written down', async () => {
    const { orgId, admin, person } = await team(world);
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
    expect(await actionsOn(world, person)).toEqual(['user-deleted']);
  });
});

describe('[S38] the last administrator', () => {
  const refused = {
    status: 409,
    body: { message: 'Boss is the last administrator of Acme. Make someone else an administrator first.' },
  };

  it('cannot be deleted, disabled or demoted, by nobody', async () => {
    const { orgId, admin, boss } = await team(world);
    // None of these can take over: one cannot sign in, one has not registered, one is gone.
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
    expect(await actionsOn(world, boss)).toEqual([]);
  });

  it('may go when there is another one', async () => {
    const { orgId, admin, boss } = await team(world);
    const second = await world.user({ orgId, role: 'OrganizationAdministrator' });
    await admin.call(deleteUser, of(boss));
    const client = await world.signIn(second);
    expect((await client.send('DELETE', `/api/user/${second.userId}`)).status).toBe(409);
  });

  it('remains when two remove each other at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { orgId, admin, boss } = await team(world);
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
    const { admin } = await team(world);
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

  it('[R226] are edited by administrators on users and by staff on administrators, nobody else on anyone', async () => {
    const { orgId, person, admin } = await team(world);
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

  it('act within a second, and are written down with what they were', async () => {
    const { person, admin } = await team(world);
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

  it('never make staff of anyone, and always leave one', async () => {
    const { person, admin } = await team(world);
    for (const roleId of [3, 0, '2', null, 1.5]) {
      expect((await admin.send('POST', `/api/user/${person.userId}/role`, { roleId })).status).toBe(400);
    }
    expect((await staff.send('PUT', `/api/user/${person.userId}/role`, { roleId: 1 })).status).toBe(409);
    expect((await staff.send('PUT', `/api/user/${person.userId}/role`, { roleId: 2 })).status).toBe(409);
    expect((await admin.send('PUT', `/api/user/${person.userId}/role`, { roleId: 1 })).status).toBe(403);
    expect((await admin.call(getUser, of(person))).roleId).toBe(1);
  });
});
