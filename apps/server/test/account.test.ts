import {
  acceptTerms,
  cancelEmailChange,
  changePassword,
  disableLoginDisclaimer,
  endOtherSessions,
  endOwnSession,
  getHomepage,
  getOwnRoles,
  listOwnSessions,
  resendEmailChange,
  setHomepage,
  updateProfile,
} from '@atrium/contract/account';
import { getProductInfo, getTerms } from '@atrium/contract/product-info';
import { getProfile } from '@atrium/contract/profile';
import { sendPasswordReset } from '@atrium/contract/registration';
import { login } from '@atrium/contract/session';
import { passwordMessage } from '@atrium/rules/password';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localUser } from '../src/registry/schema/people.ts';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { password } from './estate.ts';
import { mailsFor } from './mailbox.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld({
    trustedProxies: ['loopback'],
    billingPhone: '+1 512 555 0100',
    maintenance: { from: new Date('2026-03-05T20:00:00Z'), to: new Date('2026-03-05T22:00:00Z') },
  });
  staff = await world.signIn(await world.staff());
});
afterAll(() => world.close());

interface Refused {
  message: string;
  reason?: string;
  details?: { path: string; message: string }[];
}
let lastAddress = 0;
const somewhere = () => ({ 'x-forwarded-for': `203.0.113.${(lastAddress += 1)}`, 'user-agent': 'Test/1.0' });
const newPassword = 'Analytical-engine-1';
const mailsTo = async (recipient: string) =>
  (await mailsFor(staff, recipient)).filter((mail) => mail.recipient === recipient);
const emailKeyFor = async (email: string) =>
  /\/#\/confirm-email\?emailKey=(\w{32})/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? '';
const confirmed = (emailKey: string) => world.anonymous().post('/api/email-change/confirm', { emailKey });
const status = async (client: Client) => (await client.get('/loggedin')).body;

describe('personal details', () => {
  it('[R069] [S32] are updated for the given fields only', async () => {
    const user = await world.user({ name: 'Ada', timezone: 'Europe/London' });
    const client = await world.signIn(user);
    const body = { name: ' Ada Lovelace ', phone: '+44 20 7946 0000' };
    expect(await client.call(updateProfile, { body })).toMatchObject({
      name: 'Ada Lovelace',
      phone: '+44 20 7946 0000',
      timezone: 'Europe/London',
      email: user.email,
    });
    expect(await client.call(updateProfile, { body: { phone: null, timezone: null } })).toMatchObject({
      name: 'Ada Lovelace',
      phone: null,
      timezone: null,
    });
    expect((await auditOf(world, user.orgId ?? '')).filter(({ action }) => action === 'profile-changed')).toMatchObject(
      [
        { userId: user.userId, detail: { changed: { name: 'Ada Lovelace', phone: '+44 20 7946 0000' } } },
        { detail: { changed: { phone: null, timezone: null } } },
      ],
    );
  });

  it.each([
    [{ name: '' }, 'name', 'Name is required'],
    [{ name: null }, 'name', 'Name is required'],
    [{ email: null }, 'email', 'Valid email is required'],
    [{ email: 'nobody' }, 'email', 'Valid email is required'],
    [{ timezone: 'Mars/Olympus' }, 'timezone', 'is not a time zone'],
    [{ name: 'a\r\nb' }, 'name', 'must be on one line'],
    [{ name: 'x'.repeat(201) }, 'name', 'must have at most 200 characters'],
    [{ roles: ['SenSourceUser'] }, 'roles', 'is not a known field'],
    [{ orgId: randomUUID() }, 'orgId', 'is not a known field'],
  ])('are refused: %j', async (body, path, message) => {
    const client = await world.signIn(await world.user());
    const answer = await client.send<Refused>('PUT', '/api/profile', body);
    expect([answer.status, answer.body.details?.[0]]).toEqual([400, { path, message }]);
  });

  it('[S81] change the email address with the current password, once the link sent there is opened', async () => {
    const user = await world.user();
    const client = await world.signIn(user);
    const email = `${randomUUID()}@example.test`;
    for (const currentPassword of [undefined, 'Wrong-one-1']) {
      const answer = await client.send<Refused>('PUT', '/api/profile', { email, currentPassword });
      expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, 'currentPassword']);
    }
    const pending = await client.call(updateProfile, { body: { email, currentPassword: password } });
    expect(pending).toMatchObject({ email: user.email, pendingEmail: email });
    expect(await mailsTo(user.email)).toMatchObject([{ subject: 'Your email address in Atrium is about to change' }]);
    expect((await world.anonymous().post('/login', { username: email, password })).status).toBe(401);
    await world.anonymous().call(login, { body: { username: user.email, password } });

    const first = await emailKeyFor(email);
    const stored = await world.registry.owner.query('SELECT * FROM email_change');
    expect(JSON.stringify(stored.rows)).not.toContain(first);
    world.pass({ seconds: 1 });
    await client.call(resendEmailChange);
    const emailKey = await emailKeyFor(email);
    expect((await confirmed(first)).status).toBe(400);
    world.pass({ seconds: 1 });
    expect(await confirmed(emailKey)).toMatchObject({ status: 200, body: { email } });
    expect((await confirmed(emailKey)).status).toBe(400);
    expect((await mailsTo(user.email)).at(-1)).toMatchObject({ subject: 'Your email address in Atrium was changed' });
    expect(await client.call(getProfile)).toMatchObject({ email, pendingEmail: null });
    expect((await world.anonymous().post('/login', { username: user.email, password })).status).toBe(401);
    await world.anonymous().call(login, { body: { username: email, password } });
    const actions = (await auditOf(world, user.orgId ?? '')).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['email-change-requested', 'email-changed']));
  });

  it.each([
    ['canceled', (client: Client) => client.call(cancelEmailChange)],
    ['older than an hour', async () => world.pass({ hours: 1 })],
    [
      'overtaken by a new password',
      (client: Client) => client.call(changePassword, { body: { currentPassword: password, newPassword } }),
    ],
    [
      'of a disabled account',
      async (client: Client) => {
        const { userId } = await client.call(getProfile);
        await staff.send('PUT', `/api/user/${userId}/disable-login`);
      },
    ],
    [
      'of an address that someone else has by now',
      async (client: Client) => world.user({ email: (await client.call(getProfile)).pendingEmail ?? '' }),
    ],
  ])('[S81] do not change the email address after a request that is %s', async (_, end) => {
    const user = await world.user();
    const client = await world.signIn(user);
    const email = `${randomUUID()}@example.test`;
    await client.call(updateProfile, { body: { email, currentPassword: password } });
    const emailKey = await emailKeyFor(email);
    await end(client);
    expect([400, 409]).toContain((await confirmed(emailKey)).status);
    const [row] = await world.registry.system(({ sql }) =>
      sql.select().from(localUser).where(eq(localUser.userId, user.userId)),
    );
    expect(row?.email).toBe(user.email);
  });

  it('refuse an email address that someone else uses', async () => {
    const [user, other] = [await world.user(), await world.user()];
    const client = await world.signIn(user);
    const body = { email: other.email.toUpperCase(), currentPassword: password };
    const answer = await client.send<Refused>('PUT', '/api/profile', body);
    expect([answer.status, answer.body.message]).toEqual([409, 'This email address is already in use.']);
  });

  it('[R073] include roles by name', async () => {
    const admin = await world.signIn(await world.user({ role: 'OrganizationAdministrator' }));
    expect(await admin.call(getOwnRoles)).toEqual(['OrganizationAdministrator']);
    expect(await staff.call(getOwnRoles)).toEqual(['SenSourceUser']);
  });
});

describe('one’s own password', () => {
  it('[R072] [S52] is changed with the current one; every other session ends and this one gets a new token', async () => {
    const user = await world.user();
    const [client, elsewhere] = [await world.signIn(user), await world.signIn(user)];
    const former = client.cookieHeader();
    await client.call(changePassword, { body: { currentPassword: password, newPassword } });
    expect([await status(client), await status(elsewhere)]).toEqual([user.userId, '0']);
    expect((await world.anonymous().get('/loggedin', { cookie: former })).body).toBe('0');
    expect((await world.anonymous().post('/login', { username: user.email, password })).status).toBe(401);
    expect((await world.anonymous().post('/login', { username: user.email, password: newPassword })).status).toBe(200);
    expect((await auditOf(world, user.orgId ?? '')).map(({ action }) => action)).toContain('password-changed');
  });

  it('keeps a remembered session remembered', async () => {
    const user = await world.user();
    const client = world.anonymous();
    await client.call(login, { body: { username: user.email, password, remember: true } });
    const answer = await client.send('PUT', '/api/profile/password', { currentPassword: password, newPassword });
    expect(answer.setCookies.get('atrium')?.attributes).toContain(`Max-Age=${30 * 24 * 60 * 60}`);
  });

  it('[R058] [R072] is refused by the same rule as anywhere else', async () => {
    const client = await world.signIn(await world.user());
    const body = { currentPassword: password, newPassword: 'short' };
    const answer = await client.send<Refused>('PUT', '/api/profile/password', body);
    expect([answer.status, answer.body.reason]).toEqual([400, passwordMessage]);
  });

  it('[S17] limits guesses of the current password as strictly as sign-in does', async () => {
    const user = await world.user();
    const client = await world.signIn(user, somewhere());
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      const body = { currentPassword: `Wrong-one-${i}`, newPassword };
      statuses.push((await client.send('PUT', '/api/profile/password', body)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it('[S51] voids links that were emailed before the change', async () => {
    const user = await world.user();
    const client = await world.signIn(user);
    await world.anonymous().call(sendPasswordReset, { body: { email: user.email } });
    const mail = (await mailsFor(staff, user.email)).at(-1);
    const resetKey = /resetKey=(\w+)/.exec(mail?.text ?? '')?.[1];
    await client.call(changePassword, { body: { currentPassword: password, newPassword } });
    const late = await world.anonymous().post('/api/reset-password', { resetKey, newPassword: `${newPassword}2` });
    expect(late.status).toBe(400);
  });
});

describe('the homepage', () => {
  it('[R074] [R040] is read and set, and is where sign-in leads', async () => {
    const user = await world.user();
    const client = await world.signIn(user);
    expect(await client.call(getHomepage)).toEqual({ homepage: null });
    const homepage = '/app/user?userId=1';
    expect(await client.call(setHomepage, { body: { homepage } })).toEqual({ homepage });
    expect(await client.call(getHomepage)).toEqual({ homepage });
    const answer = await world.anonymous().call(login, { body: { username: user.email, password } });
    expect(answer).toMatchObject({ landing: homepage });
    expect(await client.call(setHomepage, { body: { homepage: null } })).toEqual({ homepage: null });
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '\tjavascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'https:evil.example',
    'http://user@evil.example',
    '/login',
    '/app/../login#x',
    'app/welcome',
    '',
  ])('[S34] cannot be %j', async (homepage) => {
    const client = await world.signIn(await world.user());
    expect((await client.send('PUT', '/api/profile/homepage', { homepage })).status).toBe(400);
    expect(await client.call(getHomepage)).toEqual({ homepage: null });
  });
});

describe('the list of one’s sessions', () => {
  it('marks the current one', async () => {
    const user = await world.user();
    const from = somewhere();
    const [here] = [await world.signIn(user, from), await world.signIn(user), await world.signIn(await world.user())];
    const sessions = await here.call(listOwnSessions);
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ current }) => current)).toMatchObject({
      address: from['x-forwarded-for'],
      userAgent: 'Test/1.0',
      remember: false,
      createdAt: world.now().toISOString(),
    });
  });

  it('ends them one by one, or all others at once', async () => {
    const user = await world.user();
    const [here, second, third] = [await world.signIn(user), await world.signIn(user), await world.signIn(user)];
    const current = (await second.call(listOwnSessions)).find((session) => session.current);
    await here.call(endOwnSession, { params: { sessionId: current?.sessionId ?? '' } });
    expect([await status(here), await status(second), await status(third)]).toEqual([user.userId, '0', user.userId]);
    expect(await here.call(endOtherSessions)).toEqual({ ended: 1 });
    expect([await status(here), await status(third)]).toEqual([user.userId, '0']);
    expect(await here.call(listOwnSessions)).toHaveLength(1);
  });

  it('[S01] does not reveal the sessions of others', async () => {
    const [one, other] = [await world.signIn(await world.user()), await world.signIn(await world.user())];
    const [session] = await other.call(listOwnSessions);
    expect((await one.send('DELETE', `/api/profile/sessions/${session?.sessionId}`)).status).toBe(404);
    expect((await other.call(listOwnSessions)).length).toBe(1);
  });
});

const signedIn = async (values: Parameters<World['organization']>[0]) => {
  const { orgId } = await world.organization({ name: 'Acme', ...values });
  const user = await world.user({ orgId });
  const client = world.anonymous();
  return { client, user, answer: await client.call(login, { body: { username: user.email, password } }) };
};

describe('an expired subscription', () => {
  it('[R037] [R064] [R060] leads to the expired-account page of the occupancy product, on its day', async () => {
    const today = '2026-03-04';
    const { answer } = await signedIn({ headroomEnabled: true, headroomExpiration: today });
    expect(answer).toMatchObject({ landing: '/expired-account-headroom' });
    for (const values of [
      { headroomEnabled: true, headroomExpiration: '2026-03-05' },
      { headroomEnabled: false, headroomExpiration: today },
      { headroomEnabled: true, headroomExpiration: null },
    ]) {
      expect((await signedIn(values)).answer).toMatchObject({ landing: '/app/welcome' });
    }
  });

  it('[S29] [R060] closes an organization that has only the occupancy product, but for the profile', async () => {
    const over = { headroomEnabled: true, isHeadroomLite: true, headroomExpiration: '2026-03-04' };
    const { client } = await signedIn(over);
    const closed = await client.get<Refused>('/api/location');
    expect([closed.status, closed.body.message]).toEqual([403, 'The Headroom subscription of Acme has expired.']);
    const both = await signedIn({ ...over, isHeadroomLite: false });
    expect((await both.client.get('/api/location')).status).toBe(200);
  });

  it('[S29] leaves profile, password, homepage, sessions, terms and sign-out', async () => {
    const { client, user } = await signedIn({ subExpiration: '2026-03-04' });
    expect((await client.get('/api/location')).status).toBe(403);
    await client.call(getProfile, { query: { include: 'organization' } });
    await client.call(updateProfile, { body: { name: 'Ada' } });
    await client.call(getOwnRoles);
    await client.call(getHomepage);
    await client.call(setHomepage, { body: { homepage: '/app/welcome' } });
    await client.call(listOwnSessions);
    await client.call(endOtherSessions);
    await client.call(acceptTerms, { body: { version: (await client.call(getTerms)).version } });
    await client.call(changePassword, { body: { currentPassword: password, newPassword } });
    await client.call(disableLoginDisclaimer, { params: { userId: user.userId } });
  });

  it('[R066] shows everyone the billing phone number and the planned maintenance', async () => {
    expect(await world.anonymous().call(getProductInfo)).toEqual({
      name: 'Atrium',
      version: '3.40.0',
      production: true,
      billingPhone: '+1 512 555 0100',
      maintenance: { from: '2026-03-05T20:00:00.000Z', to: '2026-03-05T22:00:00.000Z' },
      needsSetup: false,
      weather: false,
    });
  });
});

describe('a pending person', () => {
  it('cannot sign in, even with a password', async () => {
    const user = await world.user({ expiration: new Date('2026-04-01T00:00:00Z') });
    expect((await world.anonymous().post('/login', { username: user.email, password })).status).toBe(401);
    const rows = await world.registry.system(({ sql }) =>
      sql.select().from(localUser).where(eq(localUser.userId, user.userId)),
    );
    expect(rows[0]?.lastSeenAt).toBeNull();
  });
});
