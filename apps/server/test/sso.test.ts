import { changePassword, updateProfile } from '@atrium/contract/account';
import { getProfile } from '@atrium/contract/profile';
import { resetPassword, sendPasswordReset } from '@atrium/contract/registration';
import { login } from '@atrium/contract/session';
import { deleteSsoConnection, setSsoConnection } from '@atrium/contract/sso';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ssoConnection } from '../src/registry/schema/organization-details.ts';
import { localUser } from '../src/registry/schema/people.ts';
import { auditOf } from './audit-trail.ts';
import { password } from './estate.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { mailsFor } from './mailbox.ts';
import { failed, openSsoWorld, otherAddress, type SsoWorld } from './sso-world.ts';
import type { World } from './world.ts';

let at: SsoWorld;
let world: World;
let provider: IdentityProvider;
let otherProvider: IdentityProvider;
beforeAll(async () => {
  at = await openSsoWorld();
  ({ world, provider, otherProvider } = at);
});
afterAll(() => at.close());

interface Refused {
  message: string;
  status?: string;
  details?: { path: string; message: string }[];
}

const mailsTo = (recipient: string) => mailsFor(at.staff, recipient);
const resetKeyFor = async (email: string) =>
  /resetKey=(\w+)/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? '';

describe('signing in at a provider', () => {
  it('[R035] [R036] leads there by email address, and back into a session', async () => {
    const { member } = await at.connected();
    const ada = await member();
    const subject = randomUUID();
    provider.people.set(subject, { email: ada.email, email_verified: true });
    const { client, landed } = await at.signInAt(provider, ` ${ada.email.toUpperCase()} `, subject);
    expect(landed).toBe('/#/app/welcome');
    expect((await client.get('/loggedin')).body).toBe(ada.userId);
    expect(await client.call(getProfile)).toMatchObject({ userId: ada.userId, isSSOUser: true });
  });

  it('uses PKCE, a state and a nonce that are new each time, and names the person', async () => {
    const { member } = await at.connected();
    const { email } = await member();
    const [first, second] = [
      new URL(await at.depart(at.browser(), email)),
      new URL(await at.depart(at.browser(), email)),
    ];
    expect(first.origin).toBe(provider.issuer);
    expect(Object.fromEntries(first.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'atrium',
      redirect_uri: `${world.http.publicUrl()}/sso/callback`,
      code_challenge_method: 'S256',
      login_hint: email,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
      expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name));
    }
  });

  it('[R036] is where the sign-in form sends people with such an address, known or not, with any password', async () => {
    const { domain, member } = await at.connected();
    const { email } = await member();
    for (const username of [email, `nobody@${domain}`]) {
      const client = at.browser();
      const answer = await client.call(login, { body: { username, password: 'Whatever-1' } });
      expect(answer).toMatchObject({ isSSO: true, url: expect.stringContaining(provider.issuer) });
      expect((await client.get('/loggedin')).body).toBe('0');
    }
  });

  it('[S57] accepts no password anymore, not even the right one', async () => {
    const { orgId, domain } = await at.connected();
    const ada = await world.user({ orgId, email: `ada@${domain}` });
    const outsider = await world.user({ orgId });
    for (const { email } of [ada, outsider]) {
      const client = at.browser();
      const answer = await client.call(login, { body: { username: email, password } });
      expect(answer.isSSO).toBe(true);
      expect((await client.get('/loggedin')).body).toBe('0');
    }
  });

  it('[S53] [S77] links an account by its former password only to the same verified address, with an email about it', async () => {
    const { orgId } = await at.connected();
    const outsider = await world.user({ orgId, name: 'Olga' });
    const visit = async (person: { email?: string; email_verified?: boolean }) => {
      const client = at.browser();
      const answer = await client.call(login, { body: { username: outsider.email, password } });
      if (!answer.isSSO) throw new Error('There is a session already');
      const subject = randomUUID();
      provider.people.set(subject, person);
      const landed = await at.arrive(client, await provider.visit(answer.url, subject));
      return { client, subject, landed };
    };
    for (const person of [
      { email: 'mallory@example.test', email_verified: true },
      { email: outsider.email, email_verified: false },
      { email: outsider.email },
      {},
    ]) {
      const { client, landed } = await visit(person);
      expect([person, landed, (await client.get('/loggedin')).body]).toEqual([person, otherAddress, '0']);
    }
    expect(await mailsTo(outsider.email)).toEqual([]);

    const owner = await visit({ email: outsider.email.toUpperCase(), email_verified: true });
    expect(owner.landed).toBe('/#/app/welcome');
    expect((await owner.client.get('/loggedin')).body).toBe(outsider.userId);
    expect(await mailsTo(outsider.email)).toMatchObject([
      { orgId, subject: 'Single sign-on was connected to your Atrium account' },
    ]);
    expect((await auditOf(world, orgId)).map(({ action }) => action)).toContain('sso-linked');
    // The password has served its purpose.
    const again = await at.browser().post<Refused>('/login', { username: outsider.email, password });
    expect(again.status).toBe(401);
  });

  it('lets a staff user with an address in such a domain use a password', async () => {
    const { domain } = await at.connected();
    const colleague = await world.staff({ email: `staff@${domain}` });
    const answer = await at.browser().call(login, { body: { username: colleague.email, password } });
    expect(answer).toMatchObject({ isSSO: false, userId: colleague.userId });
  });

  it('is remembered for 30 days on request', async () => {
    const { member } = await at.connected();
    const { email } = await member();
    const client = at.browser();
    const subject = randomUUID();
    provider.people.set(subject, { email, email_verified: true });
    const back = await provider.visit(await at.depart(client, email, true), subject);
    const answer = await client.get(`${back.pathname}${back.search}`);
    expect(answer.setCookies.get('atrium')?.attributes).toContain(`Max-Age=${30 * 24 * 60 * 60}`);
  });

  it.each(['nobody@unknown.example.test', 'nonsense', '@', 'a@b@c.test'])(
    '[R042] is refused with "Invalid login" for %s',
    async (email) => {
      const answer = await at.browser().post<Refused>('/sso/get-login-url', { email });
      expect([answer.status, answer.body.message]).toEqual([400, 'Invalid login']);
    },
  );

  it('[R042] says so when the provider is not responding', async () => {
    const { orgId, member } = await at.connected();
    await world.registry.system(({ sql }) =>
      sql.update(ssoConnection).set({ issuer: 'http://127.0.0.1:1', version: 2 }).where(eq(ssoConnection.orgId, orgId)),
    );
    const answer = await at.browser().post<Refused>('/api/sso/get-login-url', { email: (await member()).email });
    expect(answer.status).toBe(503);
    expect(answer.body.message).toMatch(/^Invalid login\./);
  });
});

describe('[S53] an identity', () => {
  it('is issuer and subject: a new address at the provider changes nothing', async () => {
    const { member } = await at.connected();
    const [ada, eve] = [await member('ada'), await member('eve')];
    const [adaThere, eveThere] = [randomUUID(), randomUUID()];
    provider.people.set(adaThere, { email: ada.email, email_verified: true });
    provider.people.set(eveThere, { email: eve.email, email_verified: true });
    await at.signInAt(provider, ada.email, adaThere);
    await at.signInAt(provider, eve.email, eveThere);
    provider.people.set(eveThere, { email: ada.email, email_verified: true });
    provider.people.set(adaThere, { email: 'elsewhere@example.test', email_verified: false });
    const again = await at.signInAt(provider, ada.email, eveThere);
    expect((await again.client.get('/loggedin')).body).toBe(eve.userId);
    const still = await at.signInAt(provider, ada.email, adaThere);
    expect((await still.client.get('/loggedin')).body).toBe(ada.userId);
  });

  it('is unknown for a second subject with the same address', async () => {
    const { member } = await at.connected();
    const ada = await member();
    const [first, second] = [randomUUID(), randomUUID()];
    for (const subject of [first, second]) provider.people.set(subject, { email: ada.email, email_verified: true });
    await at.signInAt(provider, ada.email, first);
    const { client, landed } = await at.signInAt(provider, ada.email, second);
    expect([landed, (await client.get('/loggedin')).body]).toEqual([failed, '0']);
  });

  it.each([
    ['that the provider has not verified', false],
    ['that the provider does not say is verified', undefined],
  ])('is unknown by an address %s', async (_, verified) => {
    const { member } = await at.connected();
    const { email } = await member();
    const subject = randomUUID();
    provider.people.set(subject, { email, ...(verified !== undefined && { email_verified: verified }) });
    expect((await at.signInAt(provider, email, subject)).landed).toBe(failed);
  });

  it('is unknown by an address outside the domains, and in another organization', async () => {
    const { orgId, member } = await at.connected();
    const outsider = await world.user({ orgId });
    const { email } = await member();
    const subject = randomUUID();
    provider.people.set(subject, { email: outsider.email, email_verified: true });
    expect((await at.signInAt(provider, email, subject)).landed).toBe(failed);

    const victim = await (await at.connected(otherProvider)).member();
    const stranger = randomUUID();
    provider.people.set(stranger, { email: victim.email, email_verified: true });
    expect((await at.signInAt(provider, email, stranger)).landed).toBe(failed);
  });

  it('with the same subject at another provider is someone else', async () => {
    const here = await at.connected();
    const there = await at.connected(otherProvider);
    const [ada, eve] = [await here.member(), await there.member()];
    const subject = randomUUID();
    provider.people.set(subject, { email: ada.email, email_verified: true });
    otherProvider.people.set(subject, { email: eve.email, email_verified: true });
    const first = await at.signInAt(provider, ada.email, subject);
    const second = await at.signInAt(otherProvider, eve.email, subject);
    expect((await first.client.get('/loggedin')).body).toBe(ada.userId);
    expect((await second.client.get('/loggedin')).body).toBe(eve.userId);
  });

  it('is refused for people who are disabled, pending or deleted', async () => {
    for (const state of [
      { loginDisabled: true },
      { expiration: new Date('2026-04-01T00:00:00Z') },
      { deletedAt: world.now() },
    ]) {
      const { orgId, domain } = await at.connected();
      const { email } = await world.user({ orgId, email: `ada@${domain}`, passwordHash: null, ...state });
      const subject = randomUUID();
      provider.people.set(subject, { email, email_verified: true });
      expect((await at.signInAt(provider, email, subject)).landed).toBe(failed);
    }
  });
});

const hasPassword = async ({ userId }: { userId: string }) => {
  const [row] = await world.registry.system(({ sql }) =>
    sql.select().from(localUser).where(eq(localUser.userId, userId)),
  );
  return row?.passwordHash !== null;
};

describe('[S78] switching single sign-on on and off', () => {
  it('deletes the passwords and reset links it replaces, and a reset by email restores access afterward', async () => {
    const { orgId } = await world.organization();
    const domain = `${randomUUID().slice(0, 8)}.example.test`;
    const ada = await world.user({ orgId, email: `ada@${domain}` });
    const outsider = await world.user({ orgId });
    const neighbor = await world.user({ email: `bob@${domain}` });
    const colleague = await world.staff({ email: `staff@${domain}` });
    await at.browser().call(sendPasswordReset, { body: { email: ada.email } });
    const key = await resetKeyFor(ada.email);

    const { issuer, clientId, clientSecret } = provider;
    const connect = (domains: string[]) =>
      at.staff.call(setSsoConnection, { params: { orgId }, body: { issuer, clientId, clientSecret, domains } });
    await connect([`other.${domain}`]);
    expect(await hasPassword(ada)).toBe(true);
    await connect([`other.${domain}`, domain]);
    expect(await Promise.all([ada, outsider, neighbor, colleague].map(hasPassword))).toEqual([false, true, true, true]);

    await at.staff.call(deleteSsoConnection, { params: { orgId } });
    const newPassword = 'Analytical-engine-1';
    expect((await at.browser().post('/api/reset-password', { resetKey: key, newPassword })).status).toBe(400);
    expect((await at.browser().post('/login', { username: ada.email, password })).status).toBe(401);
    world.pass({ minutes: 1 });
    await at.browser().call(sendPasswordReset, { body: { email: ada.email } });
    const resetKey = await resetKeyFor(ada.email);
    await at.browser().call(resetPassword, { body: { resetKey, newPassword } });
    expect((await at.browser().post('/login', { username: ada.email, password: newPassword })).status).toBe(200);
  });
});

/** Someone who has signed in at the provider and is about to return. */
async function underWay() {
  const { member } = await at.connected();
  const { email, userId } = await member();
  const subject = randomUUID();
  provider.people.set(subject, { email, email_verified: true });
  const client = at.browser();
  return { client, userId, email, subject, back: await provider.visit(await at.depart(client, email), subject) };
}

describe('[S54] the callback', () => {
  it('is open only to the browser that started the sign-in', async () => {
    const { back } = await underWay();
    const victim = at.browser();
    expect(await at.arrive(victim, back)).toBe(failed);
    expect((await victim.get('/loggedin')).body).toBe('0');
  });

  it('is refused in a browser with another sign-in in progress: its state differs', async () => {
    const { back, email } = await underWay();
    const victim = at.browser();
    await at.depart(victim, email);
    expect(await at.arrive(victim, back)).toBe(failed);
    expect((await victim.get('/loggedin')).body).toBe('0');
  });

  it('works once', async () => {
    const { client, userId, back } = await underWay();
    const carried = client.cookieHeader();
    expect(await at.arrive(client, back)).toBe('/#/app/welcome');
    expect((await client.get('/loggedin')).body).toBe(userId);
    const thief = world.anonymous({ cookie: carried });
    expect(await at.arrive(thief, back)).toBe(failed);
  });

  it('expires after 15 minutes', async () => {
    const { client, back } = await underWay();
    world.pass({ minutes: 16 });
    expect(await at.arrive(client, back)).toBe(failed);
  });

  it.each([
    ['a made-up code', (back: URL) => back.searchParams.set('code', 'made-up')],
    ['another state', (back: URL) => back.searchParams.set('state', 'a'.repeat(43))],
    ['no state', (back: URL) => back.searchParams.delete('state')],
    ['another issuer', (back: URL) => back.searchParams.set('iss', 'https://evil.example')],
    ['no issuer, though this provider names it', (back: URL) => back.searchParams.delete('iss')],
    ['an error', (back: URL) => back.searchParams.set('error', 'access_denied')],
    ['a doubled state', (back: URL) => back.searchParams.append('state', 'b')],
  ])('is refused with %s', async (_, change) => {
    const { client, back } = await underWay();
    change(back);
    expect(await at.arrive(client, back)).toBe(failed);
    expect((await client.get('/loggedin')).body).toBe('0');
  });

  it.each(['', '?', '?code', '?code=x&state=y'])('is refused without a matching request, with %j', async (query) => {
    const answer = await at.browser().get(`/sso/callback${query}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, failed]);
  });

  it('refuses what someone else has sealed, and logs neither code nor cookie', async () => {
    const { client, back } = await underWay();
    const name = [...client.jar.keys()].find((key) => key.endsWith('-sso')) ?? '';
    const sealed = client.jar.get(name) ?? '';
    client.jar.set(name, `${sealed.slice(0, -6)}AAAAAA`);
    expect(await at.arrive(client, back)).toBe(failed);
    const written = world.log.join('');
    for (const secret of [back.searchParams.get('code') ?? '', sealed]) expect(written).not.toContain(secret);
  });

  it('begins a session with its own token, whatever the browser had before', async () => {
    const { client, back } = await underWay();
    const planted = 'a'.repeat(43);
    client.jar.set('atrium', planted);
    await at.arrive(client, back);
    expect(client.jar.get('atrium')).not.toBe(planted);
    expect((await world.anonymous().get('/loggedin', { cookie: `atrium=${planted}` })).body).toBe('0');
  });
});

describe('[S57] an organization with single sign-on', () => {
  const refusal = 'This organization uses Enterprise Single-Sign-On and cannot send password resets';

  it('[R050] gets no password resets: by the domain of the address, whether it exists or not', async () => {
    const { domain, member } = await at.connected();
    for (const email of [(await member()).email, `nobody@${domain}`]) {
      const answer = await at.browser().post<Refused>('/api/reset-password/send-request', { email });
      expect([answer.status, answer.body.status, answer.body.message]).toEqual([403, 'ssoNoResetAllowed', refusal]);
    }
  });

  it('[R070] lets its people change everything here except password and address', async () => {
    const { member } = await at.connected();
    const { email } = await member();
    const subject = randomUUID();
    provider.people.set(subject, { email, email_verified: true });
    const { client } = await at.signInAt(provider, email, subject);
    const change = { currentPassword: password, newPassword: 'Analytical-engine-1' };
    expect((await client.send('PUT', changePassword.path, change)).status).toBe(403);
    expect((await client.send('PUT', updateProfile.path, { email: 'new@example.test' })).status).toBe(403);
    expect(await client.call(updateProfile, { body: { name: 'Ada', email } })).toMatchObject({ name: 'Ada', email });
  });
});
