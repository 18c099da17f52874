import { listInvitations, renewInvitation } from '@atrium/contract/invitations';
import { getProfile } from '@atrium/contract/profile';
import { activateInvitation, register, resetPassword, sendPasswordReset } from '@atrium/contract/registration';
import { login } from '@atrium/contract/session';
import { passwordMessage, passwordSymbols } from '@atrium/rules/password';
import { sendUserPasswordReset } from '@atrium/contract/users';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invitation } from '../src/registry/schema/organization-details.ts';
import { localUser } from '../src/registry/schema/people.ts';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { password } from './estate.ts';
import { mailsFor } from './mailbox.ts';
import { openWorld, type World } from './world.ts';

const publicUrl = 'https://counts.example.com';
let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld({ publicUrl, trustedProxies: ['loopback'] });
  staff = await world.signIn(await world.staff());
});
afterAll(() => world.close());

let lastAddress = 0;
const someone = (headers: Record<string, string> = {}) =>
  world.anonymous({ 'x-forwarded-for': `203.0.113.${(lastAddress += 1) % 250}`, ...headers });
const newAddress = () => `${randomUUID()}@example.test`;
const newPassword = 'Analytical-engine-1';
interface Refused {
  code: string;
  message: string;
  err: string;
  status?: string;
  reason?: string;
  failedRules?: string[];
  details?: { path: string; message: string }[];
}
const mailsTo = (recipient: string) => mailsFor(staff, recipient);
/** The last link of the last email, parsed. */
async function linkTo(recipient: string) {
  const mail = (await mailsTo(recipient)).at(-1);
  const url = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  const [screen = '', query = ''] = url.split('#')[1]?.split('?') ?? [];
  return { url, screen, query: Object.fromEntries(new URLSearchParams(query)) };
}
const registering = (invitationId: string) => ({
  invitationId,
  user: { name: ' Ada Lovelace ', password: newPassword, phone: '+44 20 7946 0000' },
  timeZone: 'Europe/London',
});

describe('registering from an invitation', () => {
  it('[R052] activates and signs in the pending person, with the details they entered', async () => {
    const { orgId } = await world.organization({ name: 'Acme' });
    const { token, userId } = await world.invitation({ orgId, inviteRole: 2 });
    const client = someone();
    const answer = await client.call(register, { body: registering(token) });
    expect(answer).toEqual({ userId, landing: '/app/welcome' });
    expect(await client.call(getProfile)).toMatchObject({
      userId,
      name: 'Ada Lovelace',
      phone: '+44 20 7946 0000',
      timezone: 'Europe/London',
      roles: ['OrganizationAdministrator'],
      firstLogin: true,
    });
    const [row] = await world.registry.system(({ sql }) =>
      sql.select().from(localUser).where(eq(localUser.userId, userId)),
    );
    expect(row).toMatchObject({ expiration: null, passwordHash: expect.stringMatching(/^\$argon2id\$/) });
    expect(await staff.call(listInvitations, { params: { orgId } })).toMatchObject([{ status: 'Registered' }]);
    expect(await auditOf(world, orgId)).toMatchObject([
      { action: 'user-registered', userId, entityId: userId },
      { action: 'signed-in', userId },
    ]);
    await world.anonymous().call(login, { body: { username: row?.email ?? '', password: newPassword } });
  });

  it('[R054] [R235] opening the link activates the invitation, any number of times', async () => {
    const { orgId } = await world.organization({ name: 'Acme' });
    const { invitationId, token, inviteeEmail } = await world.invitation({ orgId });
    for (const _ of ['first', 'second']) {
      expect(await someone().call(activateInvitation, { body: { invitationId: token } })).toEqual({
        email: inviteeEmail,
        organizationName: 'Acme',
        isSSO: false,
        isSignUp: false,
        name: null,
      });
    }
    const [row] = await world.registry.system(({ sql }) =>
      sql.select().from(invitation).where(eq(invitation.invitationId, invitationId)),
    );
    expect(row?.status).toBe('Activated');
  });

  it('works with a renewed invitation that had expired', async () => {
    const { orgId } = await world.organization();
    const { token, userId, inviteeEmail } = await world.invitation({ orgId, expiration: world.now() });
    expect((await someone().post('/api/registration', registering(token))).status).toBe(400);
    await staff.call(renewInvitation, { params: { userId } });
    const renewed = (await linkTo(inviteeEmail)).query['invitationId'] ?? '';
    expect((await someone().post('/api/registration', registering(token))).status).toBe(400);
    expect((await someone().post('/api/registration', registering(renewed))).status).toBe(200);
  });

  it('[R052] is refused with "Invalid or expired invitation" for anything that is not, or no longer, one', async () => {
    const { orgId } = await world.organization();
    const closed = await world.organization({ isEnabled: false });
    const ids = {
      unknown: randomUUID(),
      malformed: "' OR 1=1--",
      expired: (await world.invitation({ orgId, expiration: world.now() })).token,
      canceled: (await world.invitation({ orgId, status: 'Canceled' })).token,
      deleted: (await world.invitation({ orgId, status: 'Deleted' })).token,
      registered: (await world.invitation({ orgId, status: 'Registered' })).token,
      'of a disabled organization': (await world.invitation({ orgId: closed.orgId })).token,
      'named by its id': (await world.invitation({ orgId })).invitationId,
    };
    for (const [what, invitationId] of Object.entries(ids)) {
      const bodies = {
        '/api/registration': registering(invitationId),
        '/api/registration/activate-invitation': { invitationId },
      };
      for (const [path, body] of Object.entries(bodies)) {
        const answer = await someone().post<Refused>(path, body);
        expect([what, answer.status, answer.body.message, answer.body.err]).toEqual([
          what,
          400,
          'Invalid or expired invitation',
          'Invalid or expired invitation',
        ]);
      }
    }
  });

  it('[S51] works once, even for two concurrent requests', async () => {
    const { token: invitationId } = await world.invitation({ orgId: (await world.organization()).orgId });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => someone().post('/api/registration', registering(invitationId))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
  });

  it.each([
    ['Short-1', 'Use at least 8 characters.'],
    [`Aa1${'x'.repeat(98)}`, 'Use at most 100 characters.'],
    ['analytical-1', 'Use at least one uppercase letter.'],
    ['ANALYTICAL-1', 'Use at least one lowercase letter.'],
    ['AnalyticalEngine', `Use at least one number or one of these symbols: ${passwordSymbols}`],
    ['Analytical€ngine', `Use at least one number or one of these symbols: ${passwordSymbols}`],
  ])('[R047] [R058] refuses the password %s', async (weak, rule) => {
    const { token: invitationId } = await world.invitation({ orgId: (await world.organization()).orgId });
    const body = { ...registering(invitationId), user: { name: 'Ada', password: weak } };
    const answer = await someone().post<Refused>('/api/registration', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      message: passwordMessage,
      reason: passwordMessage,
      failedRules: [rule],
      details: [{ path: 'user.password', message: rule }],
    });
  });

  it.each([
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ user: { name: ' ', password: newPassword } }, 'user.name'],
    [{ user: { name: 'A\r\nBcc: x@evil.test', password: newPassword } }, 'user.name'],
    [{ user: { name: 'Ada', password: newPassword, roleId: 3 } }, 'user.roleId'],
    [{ orgId: randomUUID() }, 'orgId'],
  ])('refuses %j', async (change, path) => {
    const { token: invitationId } = await world.invitation({ orgId: (await world.organization()).orgId });
    const answer = await someone().post<Refused>('/api/registration', { ...registering(invitationId), ...change });
    expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, path]);
  });

  it('[S52] ends the session that the browser had before', async () => {
    const client = await world.signIn(await world.user());
    const former = client.cookieHeader();
    const { token: invitationId, userId } = await world.invitation({ orgId: (await world.organization()).orgId });
    await client.call(register, { body: registering(invitationId) });
    expect((await client.get('/loggedin')).body).toBe(userId);
    expect((await world.anonymous().get('/loggedin', { cookie: former })).body).toBe('0');
  });
});

const keyFor = async (email: string) => {
  await someone().call(sendPasswordReset, { body: { email } });
  return (await linkTo(email)).query['resetKey'] ?? '';
};

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

describe('a forgotten password', () => {
  it('[R049] is answered with an email and a link, with the same response for known and unknown addresses', async () => {
    const user = await world.user({ name: 'Ada' });
    const pending = await world.invitation({ orgId: (await world.organization()).orgId });
    const disabled = await world.user({ loginDisabled: true });
    const addresses = [user.email.toUpperCase(), newAddress(), pending.inviteeEmail, disabled.email];
    for (const email of addresses) {
      expect(await someone().call(sendPasswordReset, { body: { email } })).toEqual({ ok: true });
    }
    expect(await mailsTo(user.email)).toMatchObject([{ subject: 'Choose a new password for Atrium' }]);
    expect((await linkTo(user.email)).screen).toBe('/reset-password');
    for (const email of addresses.slice(1)) expect(await mailsTo(email)).toEqual([]);
  });

  it('[R049] is refused for an invalid address', async () => {
    for (const email of ['', 'nobody', 'a@b', 'a@b.test\r\nBcc: c@d.test', 5, null, ['a@b.test']]) {
      const answer = await someone().post<Refused>('/api/reset-password/send-request', { email });
      expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, 'email']);
    }
  });

  it('[S55] takes as long for a known address as for an unknown one', async () => {
    const user = await world.user();
    const spans: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 12; round++) {
      for (const [kind, email] of [
        ['known', user.email],
        ['unknown', newAddress()],
      ] as const) {
        const from = performance.now();
        await someone().call(sendPasswordReset, { body: { email } });
        spans[kind].push(performance.now() - from);
      }
    }
    expect(Math.abs(median(spans.known) / median(spans.unknown) - 1)).toBeLessThan(0.05);
  });

  it('[S55] [S83] cannot be blocked by strangers: the last link works, and there is a new one every five minutes', async () => {
    const user = await world.user();
    const first = await keyFor(user.email);
    const flood = Array.from({ length: 21 }, () =>
      someone()
        .post('/api/reset-password/send-request', { email: user.email })
        .then(({ status }) => status),
    );
    expect(new Set(await Promise.all(flood))).toEqual(new Set([200]));
    expect(await mailsTo(user.email)).toHaveLength(1);
    // As if that had continued all day.
    await world.registry.owner.query(
      `INSERT INTO outbox_message (org_id, kind, recipient, text, request_kind, created_at)
       SELECT org_id, kind, recipient, '', request_kind, created_at - i * interval '5 minutes'
       FROM outbox_message, generate_series(1, 250) i WHERE recipient = $1`,
      [user.email],
    );
    world.pass({ minutes: 5 });
    const second = await keyFor(user.email);
    expect(second).not.toBe(first);
    // Others can still write to them, too.
    world.pass({ seconds: 1 });
    await staff.call(sendUserPasswordReset, { params: { userId: user.userId } });
    const resetKey = (await linkTo(user.email)).query['resetKey'] ?? '';
    expect((await someone().post('/api/reset-password', { resetKey, newPassword })).status).toBe(200);
    world.pass({ seconds: 1 });
    // After using a link they can ask for the next one at once.
    expect(await keyFor(user.email)).not.toBe(resetKey);
  });

  it.each<Record<string, string>>([
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
    { forwarded: 'host=evil.example' },
  ])('[S51] sends a link to the configured address, whatever the request says: %j', async (headers) => {
    const user = await world.user();
    await someone(headers).call(sendPasswordReset, { body: { email: user.email } });
    expect((await linkTo(user.email)).url).toMatch(new RegExp(`^${publicUrl}/#/reset-password\\?resetKey=\\w{32}$`));
  });

  it('[R051] [S51] sets the new password once, ends all sessions and unlocks the account', async () => {
    const user = await world.user();
    const open = await world.signIn(user);
    const guesser = someone();
    for (let i = 0; i < 6; i++) await guesser.post('/login', { username: user.email, password: 'Wrong-one-1' });
    const resetKey = await keyFor(user.email);
    expect(await someone().call(resetPassword, { body: { resetKey, newPassword } })).toEqual({ ok: true });
    expect((await open.get('/loggedin')).body).toBe('0');
    const again = await someone().post<Refused>('/api/reset-password', { resetKey, newPassword });
    expect([again.status, again.body.message]).toEqual([
      400,
      'This link was already used, or it is more than 30 minutes old. Ask for a new one.',
    ]);
    expect((await guesser.post('/login', { username: user.email, password })).status).toBe(401);
    expect((await guesser.post('/login', { username: user.email, password: newPassword })).status).toBe(200);
    const actions = (await auditOf(world, user.orgId ?? '')).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['password-reset-requested', 'password-reset']));
  });

  it('[R051] names the rules a weak password breaks, and does not consume the key', async () => {
    const resetKey = await keyFor((await world.user()).email);
    const weak = await someone().post<Refused>('/api/reset-password', { resetKey, newPassword: 'short' });
    expect([weak.status, weak.body.reason]).toEqual([400, passwordMessage]);
    expect(weak.body.failedRules).toHaveLength(3);
    const common = await someone().post<Refused>('/api/reset-password', { resetKey, newPassword: 'Password123!' });
    expect(common.body.reason).toBe('This password is among the most common ones. Please choose another.');
    expect((await someone().post('/api/reset-password', { resetKey, newPassword })).status).toBe(200);
  });

  it('[R048] [S86] accepts the password of the specification, whose only symbol is a tilde', async () => {
    const resetKey = await keyFor((await world.user()).email);
    const answer = await someone().post('/api/reset-password', { resetKey, newPassword: 'Abcdefg~' });
    expect(answer.status).toBe(200);
  });

  it('[S51] works for 30 minutes', async () => {
    const user = await world.user();
    const resetKey = await keyFor(user.email);
    world.pass({ minutes: 30 });
    expect((await someone().post('/api/reset-password', { resetKey, newPassword })).status).toBe(400);
    const fresh = await keyFor(user.email);
    world.pass({ minutes: 29, seconds: 59 });
    expect((await someone().post('/api/reset-password', { resetKey: fresh, newPassword })).status).toBe(200);
  });

  it('[S51] only the newest key works, and none for someone who was disabled in the meantime', async () => {
    const user = await world.user();
    const first = await keyFor(user.email);
    world.pass({ minutes: 5 });
    const second = await keyFor(user.email);
    expect((await someone().post('/api/reset-password', { resetKey: first, newPassword })).status).toBe(400);
    await world.registry.system(({ sql }) =>
      sql.update(localUser).set({ loginDisabled: true }).where(eq(localUser.userId, user.userId)),
    );
    expect((await someone().post('/api/reset-password', { resetKey: second, newPassword })).status).toBe(400);
  });

  it('[S51] works once for two concurrent requests, and never appears in the log', async () => {
    const resetKey = await keyFor((await world.user()).email);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => someone().post('/api/reset-password', { resetKey, newPassword })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
    expect(world.log.join('')).not.toContain(resetKey);
  });

  it.each([
    ['/api/reset-password', '198.51.100.77', () => ({ resetKey: randomUUID(), newPassword })],
    ['/api/registration/activate-invitation', '198.51.100.79', () => ({ invitationId: randomUUID() })],
  ])('[S51] allows at most 60 guesses a minute from one address: %s', async (path, address, guess) => {
    const guesser = world.anonymous({ 'x-forwarded-for': address });
    const statuses = await Promise.all(
      Array.from({ length: 70 }, () => guesser.post(path, guess()).then(({ status }) => status)),
    );
    expect(statuses.filter((status) => status !== 429)).toEqual(Array.from({ length: 60 }, () => 400));
  });
});
