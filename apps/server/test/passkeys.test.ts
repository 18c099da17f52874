import * as factors from '@atrium/contract/second-factor';
import { login } from '@atrium/contract/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { addApp, addKey } from './second-factors.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function personWithKey() {
  const person = await world.user();
  const client = await world.signIn(person);
  return { person, client, ...(await addKey(world, client)) };
}

const start = (client: Client, step: 'first' | 'second' = 'first', remember = false) =>
  client.call(factors.startPasskeySignIn, { body: { step, remember } });
const answerWith = async (client: Client, answer: unknown) =>
  (await client.post('/login/passkey/answer', { answer })).status;

describe('a passkey', () => {
  it('[S108] signs in without a password, once for each challenge', async () => {
    const { person, authenticator, recoveryCodes } = await personWithKey();
    expect(recoveryCodes).toHaveLength(10);
    const client = world.anonymous();
    const options = await start(client, 'first', true);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options).not.toHaveProperty('allowCredentials.0');
    const pending = client.jar.get('atrium-step')!;
    const answer = authenticator.get(options);
    expect(await answerWith(client, answer)).toBe(200);
    expect(await client.call(factors.getSecondFactor)).toMatchObject({ passkeys: [{ name: 'Laptop' }] });
    expect((await client.get('/loggedin')).body).toBe(person.userId);
    const replay = world.anonymous();
    replay.jar.set('atrium-step', pending);
    expect(await answerWith(replay, answer)).toBe(401);
    await start(replay);
    expect(await answerWith(replay, answer)).toBe(401);
  });

  it('[S108] is the second step after a password, only for its owner', async () => {
    const { person, authenticator } = await personWithKey();
    const other = await personWithKey();
    const client = world.anonymous();
    const { email: username, password } = person;
    expect(await client.call(login, { body: { username, password } })).toEqual({
      isSSO: false,
      secondFactor: ['passkey'],
    });
    expect(await start(client, 'second')).toMatchObject({ allowCredentials: [{ id: authenticator.id }] });
    expect(await answerWith(client, other.authenticator.get(await start(client, 'second')))).toBe(401);
    expect(await answerWith(client, authenticator.get(await start(client, 'second')))).toBe(200);
    expect((await world.anonymous().post('/login/passkey', { step: 'second' })).status).toBe(401);
  });

  it('[S108] is refused for another site, origin, counter, person or challenge', async () => {
    const { person, authenticator } = await personWithKey();
    const other = await personWithKey();
    const lies = {
      origin: { origin: 'https://atrium.example' },
      'site of another name': { rpId: 'example' },
      'nobody verified': { isVerified: false },
      'handle of another person': { userHandle: Buffer.from(other.person.userId).toString('base64url') },
      'no handle': { userHandle: '' },
    };
    for (const [name, lie] of Object.entries(lies)) {
      const client = world.anonymous();
      expect([name, await answerWith(client, authenticator.get(await start(client), lie))]).toEqual([name, 401]);
    }
    const client = world.anonymous();
    expect(await answerWith(client, authenticator.get({ challenge: (await start(client)).challenge.slice(1) }))).toBe(
      401,
    );
    expect(await answerWith(client, authenticator.get(await start(client)))).toBe(200);
    // A copy of the key, whose counter lags behind.
    const lagging = authenticator.get(await start(client), { counter: authenticator.counter });
    expect(await answerWith(client, lagging)).toBe(401);
    expect(await answerWith(world.anonymous(), lagging)).toBe(401);
    expect(await answerWith(client, authenticator.get(await start(client)))).toBe(200);
    const unknown = new SoftwareAuthenticator(world.http.publicUrl());
    expect(await answerWith(client, unknown.get(await start(client)))).toBe(401);
    const failures = (await auditOf(world, person.orgId!)).filter(({ action }) => action === 'signed-in');
    expect(failures.at(-1)?.detail).toMatchObject({ with: 'passkey' });
  });

  it('[S108] is not created for another origin, without verification, with an old challenge or twice', async () => {
    const client = await world.signIn(await world.user());
    const add = async (lies: object, options?: { challenge: string }) => {
      const authenticator = new SoftwareAuthenticator(world.http.publicUrl());
      const answer = authenticator.create(options ?? (await client.call(factors.startPasskey)), lies);
      return (await client.post('/api/profile/passkey', { name: 'Key', answer })).status;
    };
    expect(await add({ origin: 'https://atrium.example' })).toBe(400);
    expect(await add({ rpId: 'example' })).toBe(400);
    expect(await add({ isVerified: false })).toBe(400);
    const options = await client.call(factors.startPasskey);
    world.pass({ minutes: 9 });
    expect(await add({}, options)).toBe(200);
    expect(await add({}, options)).toBe(400);
    const other = await world.signIn(await world.user());
    const theirs = await other.call(factors.startPasskey);
    expect(await add({}, theirs)).toBe(400);
  });

  it('[S108] has a name, can be renamed and removed, and there can be several', async () => {
    const { client, authenticator } = await personWithKey();
    await addKey(world, client, 'Phone');
    const { passkeys } = await client.call(factors.getSecondFactor);
    expect(passkeys.map(({ name }) => name)).toEqual(['Laptop', 'Phone']);
    const passkeyId = passkeys[0]!.passkeyId;
    expect(
      await client.call(factors.renamePasskey, { params: { passkeyId }, body: { name: 'Old laptop' } }),
    ).toMatchObject({
      name: 'Old laptop',
    });
    await client.call(factors.removePasskey, { params: { passkeyId } });
    const visitor = world.anonymous();
    expect(await answerWith(visitor, authenticator.get(await start(visitor)))).toBe(401);
  });

  it('[S105] from before single sign-on neither signs in nor is requested', async () => {
    const { person, authenticator } = await personWithKey();
    await world.registry.owner.query(
      `INSERT INTO sso_connection (org_id, issuer, client_id) VALUES ($1, 'https://idp.example', 'atrium')`,
      [person.orgId],
    );
    const visitor = world.anonymous();
    expect(await answerWith(visitor, authenticator.get(await start(visitor)))).toBe(403);
    await world.registry.owner.query('UPDATE organization SET require_second_factor = true WHERE org_id = $1', [
      person.orgId,
    ]);
  });
});

describe('a recent proof', () => {
  it('[S106] is required before credentials change, once the last one is ten minutes old', async () => {
    const { person, client, authenticator } = await personWithKey();
    const app = await addApp(world, client);
    const renew = () => client.post<{ status?: string }>('/api/profile/recovery-codes');
    const prove = async (body: unknown) => (await client.post('/api/profile/proof', body)).status;
    const age = () => world.pass({ minutes: 10, seconds: 1 });
    expect((await renew()).status).toBe(200);
    age();
    expect(await renew()).toMatchObject({ status: 403, body: { status: 'proofRequired' } });
    expect(await prove({ password: 'Wrong-password-1' })).toBe(400);
    expect(await prove({ code: '000000' })).toBe(400);
    expect((await renew()).status).toBe(403);
    expect(await prove({ password: person.password })).toBe(200);
    expect((await renew()).status).toBe(200);
    age();
    expect(await prove({ code: app.code() })).toBe(200);
    expect(await prove({ code: app.code() })).toBe(400);
    expect((await renew()).status).toBe(200);
    age();
    const { passkey } = await client.call(factors.startProof);
    expect(await prove({ answer: authenticator.get(passkey!) })).toBe(200);
    expect(await prove({ answer: authenticator.get(passkey!) })).toBe(400);
    expect((await renew()).status).toBe(200);
    // Changing a factor does not count as a proof.
    world.pass({ minutes: 6 });
    await client.call(factors.removeAuthenticator);
    world.pass({ minutes: 6 });
    expect((await renew()).status).toBe(403);
  });

  it('[S106] guards push keys and resets of other people, and staff prove their own identity', async () => {
    const { orgId } = await world.organization();
    const admin = await world.user({ orgId, role: 'OrganizationAdministrator' });
    const staff = await world.staff();
    const visitor = await world.signIn(staff);
    await visitor.post('/login-as', { username: admin.email });
    const client = await world.signIn(admin);
    const { userId } = await world.user({ orgId });
    const guarded = (who: Client) => [
      () => who.post('/api/push-key', { name: 'Key' }),
      () => who.send('PUT', `/api/user/${userId}/reset-second-factor`),
    ];
    for (const ask of guarded(client)) expect((await ask()).status).toBe(200);
    world.pass({ minutes: 11 });
    for (const ask of [...guarded(client), ...guarded(visitor)]) {
      expect(await ask()).toMatchObject({ status: 403, body: { status: 'proofRequired' } });
    }
    expect((await client.get('/api/reference/sensor-password/0123456789ab')).body).toMatchObject({
      status: 'proofRequired',
    });
    expect((await visitor.post('/api/profile/proof', { password: `${admin.password}x` })).status).toBe(400);
    await visitor.call(factors.prove, { body: { password: staff.password } });
    for (const ask of guarded(visitor)) expect((await ask()).status).toBe(200);
    const { body } = await visitor.post('/api/profile/authenticator');
    expect(body).toMatchObject({ code: 'forbidden', message: expect.stringContaining('Only the person themselves') });
  });
});
