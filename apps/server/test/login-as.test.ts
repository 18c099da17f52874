import { endOtherSessions, listOwnSessions, updateProfile } from '@atrium/contract/account';
import { listAudit } from '@atrium/contract/audit';
import { loginAs, returnFromLoginAs } from '@atrium/contract/login-as';
import { getProfile } from '@atrium/contract/profile';
import { logout } from '@atrium/contract/session';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownDevice, localUser } from '../src/registry/schema/people.ts';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { password } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const status = async (client: Client) => (await client.get('/loggedin')).body;

async function visit(values: Parameters<World['user']>[0] = {}) {
  const person = await world.user({ homepage: '/app/dashboard/7', ...values });
  const colleague = await world.staff({ name: 'Grace' });
  const client = await world.signIn(colleague);
  const before = client.cookieHeader();
  const answer = await client.call(loginAs, { body: { username: ` ${person.email.toUpperCase()} ` } });
  return { person, colleague, client, before, answer };
}

describe('a login-as', () => {
  it('[R044] [S56] shows staff the product as that person sees it, and says so', async () => {
    const { person, colleague, client, answer } = await visit();
    expect(answer).toEqual({ userId: person.userId, landing: '/app/dashboard/7' });
    expect(await status(client)).toBe(person.userId);
    expect(await client.call(getProfile)).toMatchObject({
      userId: person.userId,
      roles: ['OrganizationUser'],
      actingStaff: { userId: colleague.userId, name: 'Grace', email: colleague.email },
    });
    expect((await client.get('/api/outbox')).status).toBe(403);
  });

  it('[S52] begins with a new token and ends the former session, and so does the return', async () => {
    const { client, before, colleague } = await visit();
    expect((await world.anonymous().get('/loggedin', { cookie: before })).body).toBe('0');
    const visiting = client.cookieHeader();
    expect(await client.call(returnFromLoginAs)).toMatchObject({ userId: colleague.userId });
    expect(await status(client)).toBe(colleague.userId);
    expect((await world.anonymous().get('/loggedin', { cookie: visiting })).body).toBe('0');
    expect(await client.call(getProfile)).toMatchObject({ actingStaff: null });
  });

  it('[S56] [S39] is logged with both identities, and so is every action in the meantime', async () => {
    const { person, colleague, client } = await visit({ role: 'OrganizationAdministrator' });
    await client.call(updateProfile, { body: { name: 'Renamed' } });
    await client.call(returnFromLoginAs);
    const both = { userId: person.userId, actingStaffId: colleague.userId };
    expect(await auditOf(world, person.orgId ?? '')).toMatchObject([
      { action: 'login-as-started', ...both },
      { action: 'profile-changed', ...both },
      { action: 'login-as-ended', ...both },
    ]);
    const admin = await world.signIn(person);
    const shown = await admin.call(listAudit, { query: { action: 'login-as-started' } });
    expect(shown).toMatchObject([{ user: { userId: person.userId }, actingStaff: { name: 'Grace' } }]);
  });

  it('[S56] ends with signing out, also in the log', async () => {
    const { person, colleague, client } = await visit();
    await client.call(logout);
    expect(await status(client)).toBe('0');
    const [, last] = await auditOf(world, person.orgId ?? '');
    expect(last).toMatchObject({ action: 'signed-out', userId: person.userId, actingStaffId: colleague.userId });
  });

  it.each(['OrganizationUser', 'OrganizationAdministrator'] as const)(
    '[R044] is refused for %s callers',
    async (role) => {
      const client = await world.signIn(await world.user({ role }));
      const { email } = await world.user();
      expect((await client.post('/login-as', { username: email })).status).toBe(403);
      expect((await client.post('/api/login-as', { username: email })).status).toBe(403);
    },
  );

  it('[S56] is never possible as other staff, nor from one person to the next', async () => {
    const { client } = await visit({ role: 'OrganizationAdministrator' });
    const next = await world.user();
    expect((await client.post('/login-as', { username: next.email })).status).toBe(403);
    const other = await world.staff();
    const direct = await world.signIn(await world.staff());
    expect((await direct.post('/login-as', { username: other.email })).status).toBe(403);
  });

  it('is refused for unknown, pending and disabled people', async () => {
    const client = await world.signIn(await world.staff());
    const { orgId } = await world.organization();
    const cases = [
      ['nobody@example.test', 404],
      [(await world.user({ deletedAt: world.now() })).email, 404],
      [(await world.invitation({ orgId })).inviteeEmail, 409],
      [(await world.user({ loginDisabled: true })).email, 409],
    ] as const;
    for (const [username, expected] of cases) {
      expect((await client.post('/login-as', { username })).status).toBe(expected);
    }
  });

  it('[S56] lets staff change neither password nor address, accept or reject terms, nor end sessions', async () => {
    const { person, client } = await visit({ firstLogin: true });
    const writes: [string, string, unknown][] = [
      ['PUT', '/api/profile/password', { currentPassword: password, newPassword: 'Analytical-engine-1' }],
      ['PUT', '/api/profile', { email: 'new@example.test', currentPassword: password }],
      ['POST', '/api/profile/terms', { version: '2026-01' }],
      ['PUT', `/api/user/${person.userId}/disable-login-disclaimer`, undefined],
      ['DELETE', '/api/profile/sessions', undefined],
    ];
    for (const [method, path, body] of writes) {
      expect([path, (await client.send(method, path, body)).status]).toEqual([path, 403]);
    }
    const own = await world.signIn(person);
    const [session] = await own.call(listOwnSessions);
    expect((await client.send('DELETE', `/api/profile/sessions/${session?.sessionId}`)).status).toBe(403);
    expect(await status(own)).toBe(person.userId);
  });

  it('[S56] leaves no trace with the person: no session, no known device, no last-seen time', async () => {
    const { person } = await visit();
    const [row] = await world.registry.system(({ sql }) =>
      sql.select().from(localUser).where(eq(localUser.userId, person.userId)),
    );
    expect(row?.lastSeenAt).toBeNull();
    const devices = await world.registry.system(({ sql }) =>
      sql.select().from(knownDevice).where(eq(knownDevice.userId, person.userId)),
    );
    expect(devices).toEqual([]);
    const own = await world.signIn(person);
    expect(await own.call(listOwnSessions)).toHaveLength(1);
  });

  it('[S56] ends when the staff user is disabled, or signs out everywhere', async () => {
    const { colleague, client } = await visit();
    await world.registry.system(({ sql }) =>
      sql.update(localUser).set({ loginDisabled: true }).where(eq(localUser.userId, colleague.userId)),
    );
    await expect.poll(() => status(client)).toBe('0');
    expect((await client.post('/login-as/return')).status).toBe(401);

    const again = await visit();
    const elsewhere = await world.signIn(again.colleague);
    await elsewhere.call(endOtherSessions);
    expect(await status(again.client)).toBe('0');
  });

  it('has no return for someone who is signed in as themselves', async () => {
    const client = await world.signIn(await world.user());
    expect((await client.post('/api/login-as/return')).status).toBe(409);
  });
});
