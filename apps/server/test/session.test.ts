import { getProfile } from '@atrium/contract/profile';
import { loggedIn, login, logout, otherUser, ping, shownUserHeader } from '@atrium/contract/session';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSessions } from '../src/features/session/sign-in.ts';
import { createCookies } from '../src/http/cookies.ts';
import { auditEntry } from '../src/registry/schema/operations.ts';
import { knownDevice, localUser, loginFailure, session } from '../src/registry/schema/people.ts';
import { password } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const dayMs = 24 * 60 * 60 * 1000;
/** The cleanup job. */
const purge = (of = world) =>
  createSessions({
    ...of,
    cookies: createCookies(undefined),
    clock: () => of.now(),
    forget() {},
    security: { note() {} },
    secondStep: async () => undefined,
    singleSignOn: { organizationOf: async () => undefined, begin: async () => ({ url: '', setCookies: [] }) },
  }).purge();

const wrongSentence = 'The email address or the password is wrong.';

const shows = (userId: string) => ({ [shownUserHeader]: userId });

describe('an open page', () => {
  it('[S60] does nothing on behalf of a user that another tab has signed in', async () => {
    const [before, after] = [await world.user({ name: 'Before' }), await world.user({ name: 'After' })];
    const client = await world.signIn(after);
    const refused = await client.send<{ status: string }>(
      'PUT',
      '/api/profile',
      { name: 'Wrong' },
      shows(before.userId),
    );
    expect([refused.status, refused.body.status]).toEqual([409, otherUser]);
    expect((await client.get('/api/profile', shows(before.userId))).status).toBe(409);
    expect((await client.post('/logout', undefined, shows(before.userId))).status).toBe(409);
    expect((await client.get('/api/profile', shows(after.userId))).body).toMatchObject({ name: 'After' });
    // An anonymous caller cannot be someone else, and the session check identifies the user.
    expect((await world.anonymous().get('/api/profile', shows(before.userId))).status).toBe(401);
    expect((await client.get('/loggedin', shows(before.userId))).body).toBe(after.userId);
  });
});

describe('signing in', () => {
  it('[R034] accepts email address, password and remember, and returns where to go', async () => {
    const user = await world.user();
    const client = world.anonymous();
    const answer = await client.post('/login', { username: user.email, password, remember: true });
    expect([answer.status, answer.body]).toEqual([200, { isSSO: false, userId: user.userId, landing: '/app/welcome' }]);
    expect((await client.get('/loggedin')).body).toBe(user.userId);
  });

  it('behaves the same under /api/login, and ignores the case of the address', async () => {
    const user = await world.user();
    const answer = await world.anonymous().post('/api/login', { username: ` ${user.email.toUpperCase()} `, password });
    expect(answer.status).toBe(200);
  });

  it('[R040] leads to the homepage where one is set', async () => {
    const user = await world.user({ homepage: '/app/dashboard/7' });
    const answer = await world.anonymous().post('/login', { username: user.email, password });
    expect(answer.body).toEqual({ isSSO: false, userId: user.userId, landing: '/app/dashboard/7' });
  });

  it('[R041] [S16] returns the same message for a wrong password, an unknown account and one without a password', async () => {
    const user = await world.user();
    const invited = await world.user({ passwordHash: null, expiration: new Date('2026-04-01T00:00:00Z') });
    const removed = await world.user({ deletedAt: world.now() });
    for (const [username, tried] of [
      [user.email, 'Wrong-password-1'],
      ['nobody@example.test', password],
      [invited.email, password],
      [removed.email, password],
      [user.email, ''.padEnd(200, 'x')],
    ]) {
      const client = world.anonymous();
      const answer = await client.post<{ message: string }>('/login', { username, password: tried });
      expect([answer.status, answer.body.message]).toEqual([401, wrongSentence]);
      expect(client.jar.size).toBe(0);
    }
  });

  it('[R045] reports a disabled sign-in only to callers who know the password', async () => {
    const user = await world.user({ loginDisabled: true });
    const right = await world.anonymous().post<{ message: string }>('/login', { username: user.email, password });
    expect([right.status, right.body.message]).toEqual([
      403,
      'Sign-in is disabled for this account. Ask your administrator.',
    ]);
    const wrong = await world.anonymous().post<{ message: string }>('/login', { username: user.email, password: 'x' });
    expect([wrong.status, wrong.body.message]).toEqual([401, wrongSentence]);
  });

  it('never logs the password or the token', async () => {
    const user = await world.user();
    const client = await world.signIn(user);
    await world.anonymous().post('/login', { username: user.email, password: 'Hunter-22222' });
    const [token = ''] = client.jar.values();
    expect(world.log.join('')).not.toContain('Hunter-22222');
    expect(world.log.join('')).not.toContain(token);
  });

  it('is recorded with its address', async () => {
    const user = await world.user();
    await world.signIn(user);
    const entries = await world.registry.system(({ sql }) =>
      sql.select().from(auditEntry).where(eq(auditEntry.userId, user.userId)),
    );
    expect(entries).toMatchObject([{ action: 'signed-in', orgId: user.orgId, detail: { address: '127.0.0.1' } }]);
  });
});

describe('the session', () => {
  it('[R032] is "0" without a cookie and the user’s id with one, as plain text, whatever the time parameter', async () => {
    const nobody = await world.anonymous().get('/loggedin?time=1741089600000');
    expect([nobody.status, nobody.body, nobody.headers.get('content-type')]).toEqual([
      200,
      '0',
      'text/plain; charset=utf-8',
    ]);
    const user = await world.user();
    const client = await world.signIn(user);
    expect(await client.call(loggedIn, { query: { time: '1' } })).toBe(user.userId);
  });

  it.each(['x', 'a'.repeat(43), `${'a'.repeat(42)}/`, '"; DROP TABLE session', '%00'])(
    'is anonymous with the made-up cookie %j',
    async (token) => {
      const answer = await world.anonymous().get('/loggedin', { cookie: `atrium=${token}` });
      expect([answer.status, answer.body]).toEqual([200, '0']);
    },
  );

  it('[R046] ends with signing out, even for a copied cookie', async () => {
    const client = await world.signIn(await world.user());
    const copied = client.cookieHeader();
    expect(await client.call(logout)).toEqual({ ok: true });
    expect(client.jar.has('atrium')).toBe(false);
    expect((await world.anonymous().get('/loggedin', { cookie: copied })).body).toBe('0');
    expect((await world.anonymous().get('/api/ping', { cookie: copied })).status).toBe(401);
  });

  it('[S11] [S12] keeps its token in a cookie no script can read, and only its hash in the registry', async () => {
    const user = await world.user();
    const answer = await world.anonymous().post('/login', { username: user.email, password });
    const cookie = answer.setCookies.get('atrium');
    expect(cookie?.attributes).toBe('Path=/; HttpOnly; SameSite=Lax');
    expect(Buffer.from(cookie?.value ?? '', 'base64url')).toHaveLength(32);
    const rows = await world.registry.system(({ sql }) =>
      sql.select().from(session).where(eq(session.userId, user.userId)),
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(cookie?.value);
  });

  it('[S12] binds its cookies to this host alone where people use https', async () => {
    const secure = await openWorld({ publicUrl: 'https://counts.example.com' });
    const user = await secure.user();
    const answer = await secure.anonymous().post('/login', { username: user.email, password, remember: true });
    expect(answer.setCookies.get('__Host-atrium')?.attributes).toBe(
      'Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
    expect([...answer.setCookies.keys()]).toEqual(['__Host-atrium', '__Host-atrium-device']);
    await secure.close();
  });

  it('[S14] ends after 12 idle hours; using it keeps it', async () => {
    const client = await world.signIn(await world.user());
    world.pass({ hours: 11 });
    await client.call(ping);
    world.pass({ hours: 11 });
    await client.call(ping);
    world.pass({ hours: 12 });
    expect((await client.get('/api/ping')).status).toBe(401);
  });

  it('[S14] lives 30 days with remember, used or not, and never longer', async () => {
    const user = await world.user();
    const remembered = world.anonymous();
    await remembered.call(login, { body: { username: user.email, password, remember: true } });
    const busy = await world.signIn(user);
    world.pass({ days: 10 });
    expect((await busy.get('/api/ping')).status).toBe(401);
    world.pass({ days: 19, hours: 23 });
    await remembered.call(ping);
    world.pass({ hours: 1 });
    expect((await remembered.get('/api/ping')).status).toBe(401);
  });

  it('records when it was last seen, at most once a minute', async () => {
    const user = await world.user();
    const client = await world.signIn(user);
    const lastSeen = async () => {
      const [row] = await world.registry.system(({ sql }) =>
        sql.select().from(session).where(eq(session.userId, user.userId)),
      );
      return row?.lastSeenAt;
    };
    const signedInAt = world.now();
    world.pass({ seconds: 59 });
    await client.call(ping);
    expect(await lastSeen()).toEqual(signedInAt);
    world.pass({ seconds: 1 });
    await expect.poll(async () => (await client.call(ping), lastSeen())).toEqual(world.now());
  });

  it('[S11] is new at each sign-in: a planted cookie is never adopted, a replaced one is dead', async () => {
    const [victim, attacker] = [await world.user(), await world.user()];
    const planted = (await world.signIn(attacker)).jar.get('atrium') ?? '';
    const browser = world.anonymous();
    browser.jar.set('atrium', planted);
    await browser.call(login, { body: { username: victim.email, password } });
    expect(browser.jar.get('atrium')).not.toBe(planted);
    expect((await world.anonymous().get('/loggedin', { cookie: `atrium=${planted}` })).body).toBe('0');

    const first = browser.cookieHeader();
    await browser.call(login, { body: { username: victim.email, password } });
    expect((await world.anonymous().get('/loggedin', { cookie: first })).body).toBe('0');
    expect((await browser.get('/loggedin')).body).toBe(victim.userId);
  });

  it('is removed from the registry after it has ended', async () => {
    const user = await world.user();
    await world.signIn(user);
    const left = () =>
      world.registry.system(({ sql }) => sql.select().from(session).where(eq(session.userId, user.userId)));
    world.pass({ hours: 11 });
    await purge();
    expect(await left()).toHaveLength(1);
    world.pass({ hours: 1 });
    await purge();
    expect(await left()).toEqual([]);
  });
});

describe('[S17] sign-in history', () => {
  it('is removed from the registry: failures after two days, locks two days after their end, devices after 400 days', async () => {
    const own = await openWorld();
    const user = await own.user();
    await own.signIn(user);
    const failed = (count: number) =>
      own.registry.system(({ sql }) =>
        sql.insert(loginFailure).values({
          account: `${count}@example.test`,
          address: 'ANY',
          failures: count,
          lastAt: own.now(),
          lockedUntil: count === 5 ? new Date(own.now().getTime() + dayMs) : null,
        }),
      );
    await failed(1);
    await failed(5);
    const left = () =>
      own.registry.system(async ({ sql }) => ({
        failures: (await sql.select().from(loginFailure)).map(({ failures }) => failures).filter((count) => count > 0),
        devices: (await sql.select().from(knownDevice)).length,
      }));
    own.pass({ days: 2 });
    await purge(own);
    expect(await left()).toEqual({ failures: [1, 5], devices: 1 });
    own.pass({ seconds: 1 });
    await purge(own);
    expect(await left()).toEqual({ failures: [5], devices: 1 });
    own.pass({ days: 1 });
    await purge(own);
    expect(await left()).toEqual({ failures: [], devices: 1 });
    own.pass({ days: 396 });
    await purge(own);
    expect(await left()).toEqual({ failures: [], devices: 1 });
    own.pass({ days: 1 });
    await purge(own);
    expect(await left()).toEqual({ failures: [], devices: 0 });
    await own.close();
  });
});

describe('[S15] a change to a person applies to the next call within a second', () => {
  it.each([
    ['the sign-in is disabled', { loginDisabled: true }, 401],
    ['the person is removed', { deletedAt: new Date() }, 401],
  ])('%s', async (_what, change, status) => {
    const user = await world.user();
    const client = await world.signIn(user);
    await client.call(getProfile);
    await world.registry.system(({ sql }) =>
      sql.update(localUser).set(change).where(eq(localUser.userId, user.userId)),
    );
    const changedAt = performance.now();
    await expect.poll(async () => (await client.get('/api/profile')).status, { interval: 20 }).toBe(status);
    expect(performance.now() - changedAt).toBeLessThan(1000);
  });

  it('the role is lowered', async () => {
    const user = await world.user({ role: 'OrganizationAdministrator' });
    const client = await world.signIn(user);
    expect((await client.call(getProfile)).roles).toEqual(['OrganizationAdministrator']);
    await world.registry.system(({ sql }) =>
      sql.update(localUser).set({ roleId: 1 }).where(eq(localUser.userId, user.userId)),
    );
    const changedAt = performance.now();
    await expect
      .poll(async () => (await client.call(getProfile)).roles, { interval: 20 })
      .toEqual(['OrganizationUser']);
    expect(performance.now() - changedAt).toBeLessThan(1000);
  });

  it('even when its notification is lost', async () => {
    const user = await world.user();
    const client = await world.signIn(user);
    await client.call(ping);
    await world.registry.owner.query('ALTER TABLE local_user DISABLE TRIGGER local_user_access');
    await world.registry.system(({ sql }) =>
      sql.update(localUser).set({ loginDisabled: true }).where(eq(localUser.userId, user.userId)),
    );
    const changedAt = performance.now();
    await expect.poll(async () => (await client.get('/api/ping')).status, { interval: 20 }).toBe(401);
    expect(performance.now() - changedAt).toBeLessThan(1000);
    await world.registry.owner.query('ALTER TABLE local_user ENABLE TRIGGER local_user_access');
  });
});
