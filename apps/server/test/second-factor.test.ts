import { listOwnSessions } from '@atrium/contract/account';
import { getProfile } from '@atrium/contract/profile';
import * as factors from '@atrium/contract/second-factor';
import { login } from '@atrium/contract/session';
import { getUser, resetLogin } from '@atrium/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import type { User } from './estate.ts';
import { mailsFor } from './mailbox.ts';
import { addApp } from './second-factors.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ trustedProxies: ['loopback'] });
});
afterAll(() => world.close());

let lastAddress = 0;
/** A browser with its own network address. */
const browser = () => world.anonymous({ 'x-forwarded-for': `198.51.100.${(lastAddress += 1)}` });

const givePassword = (client: Client, { email, password }: User, remember = false) =>
  client.call(login, { body: { username: email, password, remember } });
const giveCode = (client: Client, code: string) => client.post<{ message: string }>('/login/code', { code });

async function personWithApp(values: Parameters<World['user']>[0] = {}) {
  const person = await world.user(values);
  const client = await world.signIn(person);
  return { person, client, app: await addApp(world, client) };
}

describe('an authenticator app', () => {
  it('[S98] is required after the password, and only its code begins a session', async () => {
    const { person, app } = await personWithApp();
    const client = browser();
    expect(await givePassword(client, person, true)).toEqual({ isSSO: false, secondFactor: ['authenticator'] });
    expect([...client.jar.keys()]).toEqual(['atrium-step']);
    expect((await client.get('/api/profile')).status).toBe(401);
    expect((await client.get('/loggedin')).body).toBe('0');
    expect((await giveCode(client, '000000')).status).toBe(401);
    expect((await giveCode(client, app.nextCode())).status).toBe(200);
    expect([...client.jar.keys()].toSorted()).toEqual(['atrium', 'atrium-device']);
    const sessions = await client.call(listOwnSessions);
    expect(sessions.find(({ current }) => current)?.remember).toBe(true);
  });

  it('[S98] keeps its secret sealed and shows it once', async () => {
    const person = await world.user();
    const client = await world.signIn(person);
    const { secret, uri } = await client.call(factors.startAuthenticator);
    expect(uri).toContain(`secret=${secret}`);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Atrium:.+issuer=Atrium.+digits=6&period=30/);
    await addApp(world, client);
    const stored = await world.registry.owner.query('SELECT * FROM totp_factor t, session_challenge c');
    expect(JSON.stringify(stored.rows)).not.toContain(secret);
    expect(JSON.stringify(await client.call(factors.getSecondFactor))).not.toContain('secret');
  });

  it('[S98] accepts each time step once, one step early or late, and never an older one', async () => {
    const { person, app } = await personWithApp();
    const enter = async (code: string) => {
      const client = browser();
      await givePassword(client, person);
      return (await giveCode(client, code)).status;
    };
    expect(await enter(app.code())).toBe(401); // the code that added the app
    world.pass({ seconds: 90 });
    expect(await enter(app.code(-2))).toBe(401);
    expect(await enter(app.code(2))).toBe(401);
    expect(await enter(app.code(-1))).toBe(200);
    expect(await enter(app.code(1))).toBe(200);
    expect(await enter(app.code(0))).toBe(401);
    expect(await enter(app.code(1))).toBe(401);
    world.pass({ seconds: 60 });
    const code = app.code();
    expect((await Promise.all([enter(code), enter(code)])).toSorted()).toEqual([200, 401]);
  });

  it('[S100] grants nothing but the next step: not as a session, not for another person, not after ten minutes', async () => {
    const { person, app } = await personWithApp();
    const other = await personWithApp();
    const client = browser();
    await givePassword(client, person);
    const token = client.jar.get('atrium-step') ?? '';
    const thief = browser();
    thief.jar.set('atrium', token);
    expect((await thief.get('/api/profile')).status).toBe(401);
    const planted = browser();
    planted.jar.set('atrium-step', (await world.signIn(await world.user())).jar.get('atrium') ?? '');
    expect((await giveCode(planted, app.nextCode())).status).toBe(401);
    expect((await giveCode(client, other.app.nextCode())).status).toBe(401);
    world.pass({ minutes: 10, seconds: 1 });
    expect((await giveCode(client, app.code())).body).toMatchObject({ status: 'signInExpired' });
    await givePassword(client, person);
    expect((await giveCode(client, app.code())).status).toBe(200);
    const used = browser();
    used.jar.set('atrium-step', token);
    expect((await giveCode(used, app.nextCode())).status).toBe(401);
  });

  it('[S100] ends a pending sign-in with the account or the password it began with', async () => {
    const { person, app } = await personWithApp();
    const admin = await world.signIn(await world.user({ orgId: person.orgId!, role: 'OrganizationAdministrator' }));
    const client = browser();
    await givePassword(client, person);
    await admin.send('PUT', `/api/user/${person.userId}/disable-login`);
    await admin.send('PUT', `/api/user/${person.userId}/enable-login`);
    expect((await giveCode(client, app.nextCode())).status).toBe(401);
  });

  it('[S101] locks after five wrong codes, never the password, and no stranger can cause it', async () => {
    const { person, app } = await personWithApp();
    const admin = await world.signIn(await world.user({ orgId: person.orgId!, role: 'OrganizationAdministrator' }));
    const stranger = browser();
    for (let n = 0; n < 10; n += 1) await giveCode(stranger, '000000');
    const client = browser();
    for (let n = 0; n < 5; n += 1) {
      // A right password does not grant new attempts.
      await givePassword(client, person);
      expect((await giveCode(client, '000000')).status).toBe(401);
    }
    await givePassword(client, person);
    const locked = await giveCode(client, app.nextCode());
    expect(locked.status).toBe(429);
    expect(locked.headers.get('retry-after')).not.toBeNull();
    const shown = await admin.call(getUser, { params: { userId: person.userId } });
    expect(shown).toMatchObject({ failedLoginCounter: 5, secondFactors: ['authenticator'] });
    expect(shown.lockedUntil).not.toBeNull();
    const elsewhere = browser();
    await givePassword(elsewhere, person);
    expect((await giveCode(elsewhere, app.nextCode())).status).toBe(200);
    await admin.call(resetLogin, { params: { userId: person.userId } });
    expect((await giveCode(client, app.nextCode())).status).toBe(200);
    const actions = (await auditOf(world, person.orgId!)).map(({ action }) => action);
    expect(actions).toContain('second-factor-failed');
    expect(actions).toContain('second-factor-locked');
  });

  it('[S101] stops guessing from many addresses', async () => {
    const { person, app } = await personWithApp();
    for (let n = 0; n < 25; n += 1) {
      const client = browser();
      await givePassword(client, person);
      expect((await giveCode(client, '000000')).status).toBe(401);
    }
    const client = browser();
    await givePassword(client, person);
    expect((await giveCode(client, app.nextCode())).status).toBe(429);
  });

  it('[S102] is replaced only once the new one works, and changing it ends all other sessions', async () => {
    const { person, client, app } = await personWithApp();
    const before = client.jar.get('atrium');
    await client.call(factors.startAuthenticator);
    const elsewhere = browser();
    await givePassword(elsewhere, person);
    expect((await giveCode(elsewhere, app.nextCode())).status).toBe(200);
    const replacement = await addApp(world, client);
    expect(replacement.recoveryCodes).toEqual([]);
    expect(client.jar.get('atrium')).not.toBe(before);
    expect((await elsewhere.get('/api/profile')).status).toBe(401);
    expect((await client.get('/api/profile')).status).toBe(200);
    await givePassword(elsewhere, person);
    expect((await giveCode(elsewhere, app.nextCode())).status).toBe(401);
    expect((await giveCode(elsewhere, replacement.code())).status).toBe(200);
    await client.call(login, { body: { username: person.email, password: person.password } });
    expect((await giveCode(client, replacement.nextCode())).status).toBe(200);
    await client.call(factors.removeAuthenticator);
    expect(await client.call(factors.getSecondFactor)).toMatchObject({ authenticator: null, recoveryCodes: 0 });
    expect(await givePassword(browser(), person)).toMatchObject({ userId: person.userId });
  });
});

describe('recovery codes', () => {
  it('[S99] are ten, shown once, stored as hashes, and each signs in once', async () => {
    const { person, client, app } = await personWithApp();
    const [first = '', second = ''] = app.recoveryCodes;
    expect(new Set(app.recoveryCodes).size).toBe(10);
    const stored = await world.registry.owner.query('SELECT * FROM recovery_code');
    expect(JSON.stringify(stored.rows)).not.toContain(first.replaceAll('-', ''));
    const enter = async (code: string) => {
      const visitor = browser();
      await givePassword(visitor, person);
      return (await giveCode(visitor, code)).status;
    };
    expect((await Promise.all([enter(first), enter(first)])).toSorted()).toEqual([200, 401]);
    expect(await enter(second.toUpperCase().replaceAll('-', ' '))).toBe(200);
    expect(await client.call(factors.getSecondFactor)).toMatchObject({ recoveryCodes: 8 });
    const { recoveryCodes } = await client.call(factors.renewRecoveryCodes);
    expect(recoveryCodes).toHaveLength(10);
    expect(await enter(app.recoveryCodes[2]!)).toBe(401);
    expect(await enter(recoveryCodes[0]!)).toBe(200);
  });

  it('[S103] every change writes an audit entry and sends an email, without a secret', async () => {
    const { person, client, app } = await personWithApp();
    const visitor = browser();
    await givePassword(visitor, person);
    await giveCode(visitor, app.recoveryCodes[0]!);
    await client.call(factors.renewRecoveryCodes);
    await client.call(factors.removeAuthenticator);
    const entries = (await auditOf(world, person.orgId!)).filter(({ entityId }) => entityId === person.userId);
    expect(entries.map(({ action }) => action)).toEqual([
      'second-factor-added',
      'recovery-code-used',
      'recovery-codes-renewed',
      'second-factor-removed',
    ]);
    expect(JSON.stringify(entries)).not.toContain(app.recoveryCodes[0]!.slice(0, 9));
    const mails = await mailsFor(await world.signIn(await world.staff()), person.email);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'A recovery code was used (Atrium)',
      'A second factor was added to your account (Atrium)',
      'A second factor was removed from your account (Atrium)',
      'You have new recovery codes (Atrium)',
    ]);
  });
});

it('[S104] reports in the profile that no factor is required', async () => {
  expect(await (await world.signIn(await world.user())).call(getProfile)).toMatchObject({ owesSecondFactor: false });
});
