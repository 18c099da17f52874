import { updateOrganization } from '@atrium/contract/organizations';
import { getProfile } from '@atrium/contract/profile';
import * as factors from '@atrium/contract/second-factor';
import { catalog } from '@atrium/contract/catalog';
import { login } from '@atrium/contract/session';
import { getUser, listUsers } from '@atrium/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resetStaffFactor } from '../src/accounts/staff-factor-reset.ts';
import { auditOf } from './audit-trail.ts';
import { pathOf } from './client.ts';
import { mailsFor } from './mailbox.ts';
import { addApp, addKey } from './second-factors.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const requireIn = (orgId: string, requireSecondFactor: boolean, by: Awaited<ReturnType<World['signIn']>>) =>
  by.call(updateOrganization, { params: { orgId }, body: { requireSecondFactor } });

describe('a required second factor', () => {
  it('[S104] blocks everything except adding it', async () => {
    const { orgId } = await world.organization();
    const admin = await world.user({ orgId, role: 'OrganizationAdministrator' });
    const client = await world.signIn(admin);
    const changed = await requireIn(orgId, true, client);
    expect(changed).toMatchObject({ requireSecondFactor: true });
    expect(await client.call(getProfile)).toMatchObject({ owesSecondFactor: true });
    const open: string[] = [];
    for (const { name, method, path, access } of catalog) {
      if (access.kind !== 'session' || access.roles?.includes('OrganizationAdministrator') === false) continue;
      // No person may call these.
      if (access.kiosk === 'only') continue;
      if (access.beforeSecondFactor) {
        open.push(name);
        continue;
      }
      const answer = await client.send(method, pathOf(path, { orgId }));
      expect([name, answer]).toMatchObject([name, { status: 403, body: { status: 'secondFactorRequired' } }]);
    }
    expect(open.toSorted()).toEqual([
      'acceptTerms',
      'addPasskey',
      'disableLoginDisclaimer',
      'finishAuthenticator',
      'getProfile',
      'getSecondFactor',
      'logout',
      'ping',
      'prove',
      'removeAuthenticator',
      'removePasskey',
      'startAuthenticator',
      'startPasskey',
      'startProof',
    ]);
    const before = client.jar.get('atrium');
    await addApp(world, client);
    expect(client.jar.get('atrium')).not.toBe(before);
    expect(await client.call(getProfile)).toMatchObject({ owesSecondFactor: false });
    expect((await client.get('/api/user')).status).toBe(200);
    const refused = await client.send('DELETE', '/api/profile/authenticator');
    expect(refused.status).toBe(409);
    expect(await client.call(factors.getSecondFactor)).toMatchObject({ isRequired: true, recoveryCodes: 10 });
  });

  it('[S104] is set by administrators and staff only, and applies to new people of the organization too', async () => {
    const { orgId } = await world.organization();
    const user = await world.signIn(await world.user({ orgId }));
    expect((await user.send('PUT', `/api/org/${orgId}`, { requireSecondFactor: true })).status).toBe(403);
    const staff = await world.signIn(await world.staff());
    await requireIn(orgId, true, staff);
    const person = await world.signIn(await world.user({ orgId }));
    expect((await person.get('/api/location')).body).toMatchObject({ status: 'secondFactorRequired' });
    await requireIn(orgId, false, staff);
    expect((await user.get('/api/location')).status).toBe(200);
  });

  it('[S104] for staff comes before a login-as', async () => {
    const staff = await world.staff();
    const client = await world.signIn(staff);
    await client.call(factors.setStaffPolicy, { body: { requireSecondFactor: true } });
    const person = await world.user();
    expect((await client.post('/login-as', { username: person.email })).body).toMatchObject({
      status: 'secondFactorRequired',
    });
    await addApp(world, client);
    expect((await client.post('/login-as', { username: person.email })).status).toBe(200);
    expect((await client.get('/api/location')).status).toBe(200);
    expect((await client.post('/login-as/return')).status).toBe(200);
    expect(await client.call(factors.getStaffPolicy)).toEqual({ requireSecondFactor: true });
    await client.call(factors.setStaffPolicy, { body: { requireSecondFactor: false } });
  });

  it('[S105] does not apply to people who sign in at a provider, who cannot add one', async () => {
    const { orgId } = await world.organization();
    const person = await world.user({ orgId });
    const client = await world.signIn(person);
    await world.registry.owner.query(
      `INSERT INTO sso_connection (org_id, issuer, client_id) VALUES ($1, 'https://idp.example', 'atrium')`,
      [orgId],
    );
    await world.registry.owner.query('UPDATE organization SET require_second_factor = true WHERE org_id = $1', [orgId]);
    expect(await client.call(getProfile)).toMatchObject({ owesSecondFactor: false, isSSOUser: true });
    world.pass({ hours: 1 });
    expect(await client.call(factors.getSecondFactor)).toMatchObject({ canEnroll: false, isRequired: false });
    for (const path of ['/api/profile/authenticator', '/api/profile/passkey/options']) {
      expect((await client.post(path)).body).toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('Single-Sign-On'),
      });
    }
  });
});

describe('a reset', () => {
  it('[S107] removes every factor, ends the sessions, is audited and emailed, and the password signs in', async () => {
    const { orgId } = await world.organization();
    const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
    const person = await world.user({ orgId });
    const client = await world.signIn(person);
    await addApp(world, client);
    expect((await admin.call(listUsers)).map(({ secondFactors }) => secondFactors)).toContainEqual(['authenticator']);
    const reset = await admin.call(factors.resetSecondFactor, { params: { userId: person.userId } });
    expect(reset.secondFactors).toEqual([]);
    expect((await client.get('/api/profile')).status).toBe(401);
    const body = { username: person.email, password: person.password };
    expect(await world.anonymous().call(login, { body })).toMatchObject({ userId: person.userId });
    expect((await auditOf(world, orgId)).map(({ action }) => action)).toContain('second-factor-reset');
    const mails = await mailsFor(await world.signIn(await world.staff()), person.email);
    expect(mails.map(({ subject }) => subject)).toContain('Your second factor was reset (Atrium)');
  });

  it('[S107] is refused for other organizations, administrators or oneself', async () => {
    const { orgId } = await world.organization();
    const owner = await world.user({ orgId, role: 'OrganizationAdministrator' });
    const admin = await world.signIn(owner);
    const peer = await world.user({ orgId, role: 'OrganizationAdministrator' });
    const stranger = await world.user();
    for (const person of [peer, stranger]) await addApp(world, await world.signIn(person));
    const reset = (client: typeof admin, userId: string) =>
      client.send('PUT', `/api/user/${userId}/reset-second-factor`);
    expect((await reset(admin, stranger.userId)).status).toBe(404);
    expect((await reset(admin, peer.userId)).status).toBe(403);
    expect((await reset(admin, owner.userId)).status).toBe(409);
    const staff = await world.signIn(await world.staff());
    for (const { userId } of [peer, stranger]) {
      expect(await staff.call(getUser, { params: { userId } })).toMatchObject({ secondFactors: ['authenticator'] });
      expect((await reset(staff, userId)).status).toBe(200);
    }
    expect((await reset(await world.signIn(await world.user({ orgId })), peer.userId)).status).toBe(403);
  });

  it('[S109] by the operator lets the last staff user sign in with the password, and nobody else', async () => {
    const staff = await world.staff();
    const client = await world.signIn(staff);
    await addApp(world, client);
    const person = await world.user();
    await addApp(world, await world.signIn(person));
    const now = { publicUrl: world.http.publicUrl(), now: world.now() };
    expect(await resetStaffFactor(world.registry, person.email, now)).toBeUndefined();
    expect(await resetStaffFactor(world.registry, staff.email.toUpperCase(), now)).toMatchObject({
      email: staff.email,
    });
    await expect.poll(async () => (await client.get('/api/profile')).status).toBe(401);
    const again = await world.signIn(staff);
    const subjects = (await mailsFor(again, staff.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Your second factor was reset (Atrium)');
    const { rows } = await world.registry.owner.query(
      `SELECT detail FROM audit_entry WHERE action = 'second-factor-reset' AND user_id IS NULL`,
    );
    expect(rows).toMatchObject([{ detail: { by: 'operator', email: staff.email } }]);
  });
});

describe('the list of people', () => {
  it('[R572] is filtered by whether people have a second factor, in one organization and in all', async () => {
    const { orgId } = await world.organization();
    const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator', name: 'Boss' }));
    const person = await world.user({ orgId, name: 'Person' });
    const other = await world.user({ orgId, name: 'Other' });
    await world.user({ orgId, name: 'Without' });
    await addApp(world, await world.signIn(person));
    await addKey(world, await world.signIn(other));
    const elsewhere = await world.user({});
    await addApp(world, await world.signIn(elsewhere));
    const names = async (query: object) => (await admin.call(listUsers, { query })).map(({ name }) => name);
    expect(await names({ secondFactor: 'true' })).toEqual(['Other', 'Person']);
    expect(await names({ secondFactor: 'false' })).toEqual(['Boss', 'Without']);
    expect(await names({ secondFactor: 'true', search: 'pers' })).toEqual(['Person']);
    const page = await admin.get('/api/user?secondFactor=false&limit=1');
    expect(page.headers.get('x-total-count')).toBe('2');
    expect((await admin.get('/api/user?secondFactor=maybe')).status).toBe(400);
    const staff = await world.signIn(await world.staff());
    const all = await staff.call(listUsers, { query: { secondFactor: 'true', limit: 1000 } });
    const ids = all.map(({ userId }) => userId);
    expect(ids).toEqual(expect.arrayContaining([person.userId, other.userId, elsewhere.userId]));
    expect(all.every(({ secondFactors }) => secondFactors.length > 0)).toBe(true);
  });
});
