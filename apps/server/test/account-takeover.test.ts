import { request } from 'node:http';
import * as factors from '@atrium/contract/second-factor';
import { setSsoConnection } from '@atrium/contract/sso';
import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownDevice, localUser, session } from '../src/registry/schema/people.ts';
import type { Transaction } from '../src/registry/registry.ts';
import type { Answer, Client } from './client.ts';
import { password } from './estate.ts';
import { startIdentityProvider } from './identity-provider.ts';
import { mailsFor } from './mailbox.ts';
import { addApp, addKey } from './second-factors.ts';
import { openWorld, type World } from './world.ts';

/*
 * Someone has an open session, a former password or a device of someone else, and tries to keep it or to gain more
 * access.
 */

let world: World;
beforeAll(async () => {
  world = await openWorld({
    trustedProxies: ['loopback'],
    publicUrl: 'http://localhost:8080',
    internalHosts: ['127.0.0.1'],
  });
});
afterAll(() => world.close());

let lastAddress = 0;
const someone = () => world.anonymous({ 'x-forwarded-for': `198.51.100.${(lastAddress += 1)}` });
const enter = (email: string) => () => someone().post('/login', { username: email, password });
const administrator = (orgId: string) => world.user({ orgId, role: 'OrganizationAdministrator' });

async function fail(client: Client, times: number, body: object): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) statuses.push((await client.post('/api/profile/proof', body)).status);
  return statuses;
}

/** Lets a request proceed up to the account lock, changes something there, and then lets the request continue. */
async function meanwhile<T>(userId: string, ask: () => Promise<T>, change: (tx: Transaction) => Promise<unknown>) {
  let asked: Promise<T> | undefined;
  await world.registry.system(async (tx) => {
    await tx.sql.select().from(localUser).where(eq(localUser.userId, userId)).for('update');
    asked = ask();
    await expect.poll(() => waiting()).toBeGreaterThan(0);
    await change(tx);
  });
  return asked!;
}

async function waiting(): Promise<number> {
  const { rows } = await world.registry.owner.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]!.n;
}

const endSessionsOf = (userId: string) => (tx: Transaction) => tx.sql.delete(session).where(eq(session.userId, userId));

describe('unlocking', () => {
  it('[S110] is never self-service, so an open session cannot keep guessing', async () => {
    const { orgId } = await world.organization();
    const admin = await administrator(orgId);
    const client = await world.signIn(admin, { 'x-forwarded-for': '203.0.113.1' });
    expect(await fail(client, 6, { password: 'Wrong-password-1' })).toEqual([400, 400, 400, 400, 400, 429]);
    const unlock = await client.send('PUT', `/api/user/${admin.userId}/resetlogin`);
    const shouted = await client.send('PUT', `/api/user/${admin.userId.toUpperCase()}/resetlogin`);
    expect(shouted.status).toBe(409);
    expect(unlock).toMatchObject({ status: 409, body: { message: expect.stringContaining('your own account') } });
    expect(await fail(client, 1, { password })).toEqual([429]);

    const staff = await world.staff();
    const visitor = await world.signIn(staff);
    expect((await visitor.send('PUT', `/api/user/${staff.userId}/resetlogin`)).status).toBe(409);
  });

  it('[S110] an administrator by another administrator unlocks the password, and only staff unlock the code', async () => {
    const { orgId } = await world.organization();
    const [victim, peer] = [await administrator(orgId), await administrator(orgId)];
    const client = await world.signIn(victim, { 'x-forwarded-for': '203.0.113.2' });
    await addApp(world, client);
    expect(await fail(client, 6, { code: '000000' })).toEqual([400, 400, 400, 400, 400, 429]);
    const helper = await world.signIn(peer);
    expect((await helper.send('PUT', `/api/user/${victim.userId}/resetlogin`)).status).toBe(200);
    expect(await fail(client, 1, { code: '000000' })).toEqual([429]);
    const staff = await world.signIn(await world.staff());
    expect((await staff.send('PUT', `/api/user/${victim.userId}/resetlogin`)).status).toBe(200);
    expect(await fail(client, 1, { code: '000000' })).toEqual([400]);
  });

  it('[S107] comes with the reset of a second factor', async () => {
    const { orgId } = await world.organization();
    const person = await world.user({ orgId });
    const client = await world.signIn(person, { 'x-forwarded-for': '203.0.113.3' });
    await addApp(world, client);
    await fail(client, 6, { code: '000000' });
    const admin = await world.signIn(await administrator(orgId));
    await admin.call(factors.resetSecondFactor, { params: { userId: person.userId } });
    expect((await client.post('/login', { username: person.email, password })).status).toBe(200);
    await addApp(world, client);
    expect(await fail(client, 1, { code: '000000' })).toEqual([400]);
  });
});

describe('a sign-in in progress', () => {
  it('[S111] ends with the password it began with', async () => {
    const person = await world.user();
    const answer = await meanwhile(person.userId, enter(person.email), ({ sql }) =>
      sql.update(localUser).set({ passwordHash: 'another' }).where(eq(localUser.userId, person.userId)),
    );
    expect(answer).toMatchObject({ status: 401 });
    expect(answer.setCookies.size).toBe(0);
  });

  it('[S111] ends when the sign-in is disabled in the meantime', async () => {
    const person = await world.user();
    const answer = await meanwhile(person.userId, enter(person.email), ({ sql }) =>
      sql.update(localUser).set({ loginDisabled: true }).where(eq(localUser.userId, person.userId)),
    );
    expect(answer.status).toBe(403);
  });

  it('[S111] asks for a second factor that is added in the meantime', async () => {
    const person = await world.user();
    const owner = await world.user();
    await addApp(world, await world.signIn(owner));
    const answer = await meanwhile(person.userId, enter(person.email), ({ client }) =>
      client.query('UPDATE totp_factor SET user_id = $1 WHERE user_id = $2', [person.userId, owner.userId]),
    );
    expect(answer.body).toMatchObject({ secondFactor: ['authenticator'] });
  });

  it('[S111] with a passkey ends when the passkey is removed in the meantime', async () => {
    const person = await world.user();
    const { authenticator } = await addKey(world, await world.signIn(person));
    const visitor = someone();
    const options = await visitor.call(factors.startPasskeySignIn, { body: { step: 'first', remember: false } });
    const body = { answer: authenticator.get(options) };
    const answer = await meanwhile(
      person.userId,
      () => visitor.post('/login/passkey/answer', body),
      ({ client }) => client.query('DELETE FROM passkey WHERE user_id = $1', [person.userId]),
    );
    expect(answer.status).toBe(401);
  });
});

describe('a session that has ended in the meantime', () => {
  it('[S112] changes no password and brings no new session', async () => {
    const person = await world.user();
    const client = await world.signIn(person);
    const change = { currentPassword: password, newPassword: 'Analytical-engine-1' };
    const answer = await meanwhile(
      person.userId,
      () => client.send('PUT', '/api/profile/password', change),
      endSessionsOf(person.userId),
    );
    expect(answer).toMatchObject({ status: 401 });
    expect((await someone().post('/login', { username: person.email, password })).status).toBe(200);
  });

  it('[S112] adds no factor', async () => {
    const person = await world.user();
    const client = await world.signIn(person);
    const app = await addApp(world, client);
    const answer: Answer = await meanwhile(
      person.userId,
      () => client.send('DELETE', '/api/profile/authenticator'),
      endSessionsOf(person.userId),
    );
    expect(answer.status).toBe(401);
    const again = someone();
    await again.post('/login', { username: person.email, password });
    expect((await again.post('/login/code', { code: app.nextCode() })).status).toBe(200);
  });

  it('[S112] makes no recovery codes', async () => {
    const person = await world.user();
    const client = await world.signIn(person);
    const { recoveryCodes } = await addApp(world, client);
    const answer: Answer = await meanwhile(
      person.userId,
      () => client.post('/api/profile/recovery-codes'),
      endSessionsOf(person.userId),
    );
    expect(answer.status).toBe(401);
    const again = someone();
    await again.post('/login', { username: person.email, password });
    expect((await again.post('/login/code', { code: recoveryCodes[0]! })).status).toBe(200);
  });

  it('[S112] asks for no other email address', async () => {
    const person = await world.user();
    const client = await world.signIn(person);
    const change = { email: `new-${person.email}`, currentPassword: password };
    const answer: Answer = await meanwhile(
      person.userId,
      () => client.send('PUT', '/api/profile', change),
      endSessionsOf(person.userId),
    );
    expect(answer.status).toBe(401);
    expect(await mailsFor(await world.signIn(await world.staff()), change.email)).toEqual([]);
  });

  it('[S112] does not let staff start a login-as', async () => {
    const staff = await world.staff();
    const person = await world.user();
    const client = await world.signIn(staff);
    let asked: Promise<Answer> | undefined;
    await world.registry.system(async (tx) => {
      await tx.sql.select().from(session).where(eq(session.userId, staff.userId)).for('update');
      asked = client.post('/login-as', { username: person.email });
      await expect.poll(() => waiting()).toBeGreaterThan(0);
      await endSessionsOf(staff.userId)(tx);
    });
    expect((await asked!).status).toBe(401);
  });
});

it('[S116] checks rights again when a request body has arrived', async () => {
  const { orgId } = await world.organization();
  const [admin, colleague] = [await administrator(orgId), await administrator(orgId)];
  const client = await world.signIn(admin);
  const helper = await world.signIn(colleague);
  const slow = request(`${world.url}/api/user/${admin.userId}/enable-login`, {
    method: 'PUT',
    headers: { cookie: client.cookieHeader(), 'content-type': 'application/json', 'content-length': 2 },
  });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    slow.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
  });
  slow.write('{');
  // The server has admitted it once a later request of the same session is answered.
  expect((await client.get('/api/profile')).status).toBe(200);
  expect((await helper.send('PUT', `/api/user/${admin.userId}/disable-login`)).status).toBe(200);
  slow.end('}');
  expect(await answered).toBe(401);
  expect((await someone().post('/login', { username: admin.email, password })).status).toBe(403);
});

it('[S117] switching on single sign-on ends the sessions that began with a password', async () => {
  const provider = await startIdentityProvider(`${world.http.publicUrl()}/sso/callback`);
  try {
    const { orgId } = await world.organization();
    const thief = await world.signIn(await administrator(orgId));
    const staff = await world.signIn(await world.staff());
    const { issuer, clientId, clientSecret } = provider;
    const body = { issuer, clientId, clientSecret, domains: ['takeover.example.test'] };
    await staff.call(setSsoConnection, { params: { orgId }, body });
    expect((await thief.get('/api/profile')).status).toBe(401);
  } finally {
    await provider.close();
  }
});

describe('a known device', () => {
  it('[S113] is forgotten with the password it signed in with', async () => {
    const person = await world.user();
    const thief = someone();
    await thief.post('/login', { username: person.email, password });
    const owner = await world.signIn(person);
    const newPassword = 'Analytical-engine-1';
    await owner.send('PUT', '/api/profile/password', { currentPassword: password, newPassword });
    const devices = await world.registry.system(({ sql }) =>
      sql.select({ n: count() }).from(knownDevice).where(eq(knownDevice.userId, person.userId)),
    );
    expect(devices).toEqual([{ n: 1 }]);
    const signIn = { username: person.email, password: 'Wrong-password-1' };
    for (let i = 0; i < 5; i++) for (let j = 0; j < 5; j++) await someone().post('/login', signIn);
    expect((await thief.post('/login', signIn)).status).toBe(429);
    expect((await owner.post('/login', { ...signIn, password: newPassword })).status).toBe(200);
  });

  it('[S113] is one of at most twenty: the least recently used is forgotten', async () => {
    const person = await world.user();
    for (let i = 0; i < 22; i++) {
      await someone().post('/login', { username: person.email, password });
      world.pass({ seconds: 1 });
    }
    const devices = await world.registry.system(({ sql }) =>
      sql.select({ n: count() }).from(knownDevice).where(eq(knownDevice.userId, person.userId)),
    );
    expect(devices).toEqual([{ n: 20 }]);
  });
});

describe('staff in a login-as', () => {
  it('[S114] lose it when staff are required to have a second factor and they have none', async () => {
    const client = await world.signIn(await world.staff());
    const { email } = await world.user();
    expect((await client.post('/login-as', { username: email })).status).toBe(200);
    const colleague = await world.signIn(await world.staff());
    await colleague.call(factors.setStaffPolicy, { body: { requireSecondFactor: true } });
    expect((await client.get('/api/profile')).status).toBe(401);
    await addApp(world, colleague);
    await colleague.call(factors.setStaffPolicy, { body: { requireSecondFactor: false } });
  });

  it('[S114] have no session left once they are disabled', async () => {
    const staff = await world.staff();
    const client = await world.signIn(staff);
    const { email } = await world.user();
    await client.post('/login-as', { username: email });
    const colleague = await world.signIn(await world.staff());
    expect((await colleague.send('PUT', `/api/user/${staff.userId}/disable-login`)).status).toBe(200);
    const left = await world.registry.system(({ sql }) =>
      sql.select().from(session).where(eq(session.actingStaffId, staff.userId)),
    );
    expect(left).toEqual([]);
  });
});

it('[S115] strangers who start many passkey sign-ins do not block anyone’s second step', async () => {
  const person = await world.user();
  const { authenticator } = await addKey(world, await world.signIn(person));
  const begin = (i: number) =>
    world
      .anonymous({ 'x-forwarded-for': `192.0.2.${Math.floor(i / 60) + 1}` })
      .post('/login/passkey', { step: 'first', remember: false });
  const statuses = new Set<number>();
  // On a slow machine the limit refills during the attempts, so they continue until it is reached.
  for (let i = 0; i < 6_000 && !statuses.has(429); i += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, each) => begin(i + each)));
    for (const { status } of answers) statuses.add(status);
  }
  expect(statuses).toEqual(new Set([200, 429]));
  const visitor = someone();
  await visitor.post('/login', { username: person.email, password });
  const options = await visitor.call(factors.startPasskeySignIn, { body: { step: 'second', remember: false } });
  expect((await visitor.post('/login/passkey/answer', { answer: authenticator.get(options) })).status).toBe(200);
});
