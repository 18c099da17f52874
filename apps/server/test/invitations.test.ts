import {
  cancelInvitation,
  invite,
  inviteMany,
  type Invitation,
  listInvitations,
  renewInvitation,
} from '@atrium/contract/invitations';
import { getOutboxMessage } from '@atrium/contract/mail';
import { getUser, listUsers } from '@atrium/contract/users';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ssoConnection } from '../src/registry/schema/organization-details.ts';
import { localUser } from '../src/registry/schema/people.ts';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { expireInvitations } from './invitation-job.ts';
import { mailsFor } from './mailbox.ts';
import { openWorld, type World } from './world.ts';

const start = new Date('2026-03-04T12:00:00Z');
let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld({ now: start, publicUrl: 'https://counts.example.com' });
  staff = await world.signIn(await world.staff());
});
afterAll(() => world.close());

async function team() {
  const { orgId } = await world.organization({ name: 'Acme' });
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  return { orgId, params: { orgId }, admin };
}
const newAddress = () => `${randomUUID()}@example.test`;
interface Refused {
  message: string;
  details?: { path: string }[];
}
const mailsTo = (recipient: string) => mailsFor(staff, recipient);
describe('an invitation', () => {
  it('[R233] [R238] creates a pending person with role and locations, and sends a link for seven days', async () => {
    const { orgId, params, admin } = await team();
    const place = await world.location({ orgId });
    const inviteeEmail = `Ada.${newAddress()}`;
    const body = {
      inviteeEmail: ` ${inviteeEmail} `,
      inviteRole: 1 as const,
      locationIds: [place.locationId.toUpperCase()],
    };
    const { link = '', ...made } = await admin.call(invite, { params, body });
    const expiration = '2026-03-11T12:00:00.000Z';
    expect(made).toEqual({
      invitationId: expect.any(String),
      userId: expect.any(String),
      inviteeEmail,
      inviteRole: 1,
      locationIds: [place.locationId],
      status: 'Sent',
      expiration,
      createdAt: start.toISOString(),
    });
    expect(await admin.call(getUser, { params: { userId: made.userId } })).toMatchObject({
      name: inviteeEmail,
      email: inviteeEmail,
      roleId: 1,
      expiration,
      firstLogin: true,
      locationIds: [place.locationId],
    });
    expect(await admin.call(listInvitations, { params })).toEqual([made]);
    const [mail] = await mailsTo(inviteeEmail);
    expect(mail).toMatchObject({ orgId, organizationName: 'Acme', subject: 'You are invited to Acme', sentAt: null });
    const opening = `https://counts.example.com/#/register?email=${encodeURIComponent(inviteeEmail)}&invitationId=`;
    expect(link.startsWith(opening)).toBe(true);
    expect(mail?.text).toContain(link);
    expect(mail?.text).toContain('March 11, 2026, 12:00 UTC');
    const opened = { params: { outboxMessageId: mail?.outboxMessageId ?? '' } };
    const { html, ...rest } = await staff.call(getOutboxMessage, opened);
    expect({ ...rest, html }).toEqual(mail);
    expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
    expect((await staff.get(`/api/outbox/${randomUUID()}`)).status).toBe(404);
    expect(await auditOf(world, orgId)).toContainEqual(
      expect.objectContaining({ action: 'user-invited', entityType: 'user', entityId: made.userId }),
    );
    const signIn = await world.anonymous().post('/login', { username: inviteeEmail, password: 'Whatever-1' });
    expect(signIn.status).toBe(401);
  });

  it('leads to the single sign-on page where the organization uses it', async () => {
    const { orgId, params, admin } = await team();
    await world.registry.system(({ sql }) =>
      sql.insert(ssoConnection).values({ orgId, issuer: 'https://id.acme.test', clientId: 'atrium' }),
    );
    const inviteeEmail = newAddress();
    await admin.call(invite, { params, body: { inviteeEmail, inviteRole: 1 } });
    expect((await mailsTo(inviteeEmail))[0]?.text).toContain('https://counts.example.com/#/register-sso?email=');
  });

  it('[R236] [R237] is for an administrator first, and never for staff', async () => {
    const { orgId } = await world.organization();
    const params = { orgId };
    // Former members do not count.
    await world.user({ orgId, deletedAt: world.now() });
    const refused = await staff.post<Refused>(`/api/org/${orgId}/invitations`, {
      inviteeEmail: newAddress(),
      inviteRole: 1,
    });
    expect([refused.status, refused.body.message, refused.body.details?.[0]?.path]).toEqual([
      400,
      'The first person of an organization must be its administrator.',
      'inviteRole',
    ]);
    await staff.call(invite, { params, body: { inviteeEmail: newAddress(), inviteRole: 2 } });
    await staff.call(invite, { params, body: { inviteeEmail: newAddress(), inviteRole: 1 } });
    for (const inviteRole of [3, 0, '1', null]) {
      const answer = await staff.post(`/api/org/${orgId}/invitations`, { inviteeEmail: newAddress(), inviteRole });
      expect(answer.status).toBe(400);
    }
  });

  it('is refused for an address in use, and says where', async () => {
    const [ours, theirs] = [await team(), await team()];
    const pending = newAddress();
    await ours.admin.call(invite, { params: ours.params, body: { inviteeEmail: pending, inviteRole: 1 } });
    const colleague = await world.user({ orgId: ours.orgId });
    const stranger = await world.user({ orgId: theirs.orgId });
    const staffUser = await world.staff();
    for (const [inviteeEmail, message] of [
      [pending.toUpperCase(), 'is already invited. Renew the invitation instead.'],
      [colleague.email, 'already belongs to this organization.'],
      [stranger.email, 'is already in use.'],
      [staffUser.email, 'is already in use.'],
    ] as const) {
      const answer = await ours.admin.post<Refused>('/api/org/myorg/invitations', { inviteeEmail, inviteRole: 1 });
      expect([answer.status, answer.body.message]).toEqual([409, `${inviteeEmail} ${message}`]);
      expect(await mailsTo(inviteeEmail)).toHaveLength(inviteeEmail === pending.toUpperCase() ? 1 : 0);
    }
    expect(await ours.admin.call(listUsers, { query: { kind: 'invited' } })).toHaveLength(1);
  });

  it('goes to one of two callers who invite the same address at the same time', async () => {
    const [ours, theirs] = [await team(), await team()];
    const body = { inviteeEmail: newAddress(), inviteRole: 1 };
    const statuses = await Promise.all(
      [ours, theirs, ours].map(async ({ admin }) => (await admin.post('/api/org/myorg/invitations', body)).status),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await mailsTo(body.inviteeEmail)).toHaveLength(1);
  });

  it.each([
    ['no address', { inviteRole: 1 }],
    ['half an address', { inviteeEmail: 'ada@', inviteRole: 1 }],
    ['two addresses', { inviteeEmail: 'ada@example.test,eve@example.test', inviteRole: 1 }],
    ['a header in the address', { inviteeEmail: 'ada@example.test\r\nBcc: eve@example.test', inviteRole: 1 }],
    ['an unknown field', { inviteeEmail: 'ada@example.test', inviteRole: 1, name: 'Ada' }],
  ])('[S36] is refused with %s', async (_what, body) => {
    const { admin } = await team();
    expect((await admin.post('/api/org/myorg/invitations', body)).status).toBe(400);
  });

  it('[S01] accepts only locations of the organization', async () => {
    const { admin } = await team();
    const foreign = await world.location();
    for (const locationId of [foreign.locationId, randomUUID(), 'nonsense']) {
      const body = { inviteeEmail: newAddress(), inviteRole: 1, locationIds: [locationId] };
      const answer = await admin.post<Refused>('/api/org/myorg/invitations', body);
      expect([answer.status, answer.body.message]).toEqual([404, 'A location was not found.']);
    }
    expect(await admin.call(listUsers, { query: { kind: 'invited' } })).toEqual([]);
  });

  it('shows the exact organization name, markup included, in a one-line subject', async () => {
    const { orgId } = await world.organization({ name: '<b>Acme</b> & Söhne' });
    const inviteeEmail = newAddress();
    await staff.call(invite, { params: { orgId }, body: { inviteeEmail, inviteRole: 2 } });
    expect((await mailsTo(inviteeEmail))[0]?.subject).toBe('You are invited to <b>Acme</b> & Söhne');
  });
});

describe('the list of invitations', () => {
  it('is newest first, paged, searched and filtered by status, with lapsed ones as expired', async () => {
    const { orgId, params, admin } = await team();
    const day = (n: number) => new Date(start.getTime() + n * 24 * 60 * 60 * 1000);
    await world.invitation({ orgId, inviteeEmail: `old.${newAddress()}`, createdAt: day(-9), expiration: day(-2) });
    await world.invitation({ orgId, inviteeEmail: `edge.${newAddress()}`, createdAt: day(-7), expiration: start });
    await world.invitation({ orgId, inviteeEmail: `new.${newAddress()}`, createdAt: day(-1), status: 'Activated' });
    const list = async (query: object) =>
      (await admin.call(listInvitations, { params, query })).map(
        ({ inviteeEmail, status }) => `${inviteeEmail.split('.')[0]} ${status}`,
      );
    expect(await list({})).toEqual(['new Activated', 'edge Expired', 'old Expired']);
    expect(await list({ status: 'Expired', limit: 1, offset: 1 })).toEqual(['old Expired']);
    expect(await list({ status: 'Sent' })).toEqual([]);
    expect(await list({ search: 'EDGE.' })).toEqual(['edge Expired']);
    const answer = await admin.get('/api/org/myorg/invitation?status=Expired&limit=1');
    expect(answer.headers.get('x-total-count')).toBe('2');
    expect((await admin.get('/api/org/myorg/invitations?status=Lost')).status).toBe(400);
  });
});

describe('[R234] canceling an invitation', () => {
  it('cancels it, removes the pending person and frees the address', async () => {
    const { orgId, params, admin } = await team();
    const inviteeEmail = newAddress();
    const { link: _, ...made } = await admin.call(invite, { params, body: { inviteeEmail, inviteRole: 1 } });
    const path = { params: { orgId, invitationId: made.invitationId } };
    expect(await admin.call(cancelInvitation, path)).toEqual({ ...made, status: 'Canceled' });
    expect((await admin.get(`/api/user/${made.userId}`)).status).toBe(404);
    expect(await admin.call(cancelInvitation, path)).toMatchObject({ status: 'Canceled' });
    await admin.call(invite, { params, body: { inviteeEmail, inviteRole: 1 } });
    const statuses = (await admin.call(listInvitations, { params })).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(['Canceled', 'Sent']);
    const actions = (await auditOf(world, orgId)).filter(({ entityId }) => entityId === made.userId);
    expect(actions.map(({ action }) => action)).toEqual(['user-invited', 'invitation-canceled']);
  });

  it('is too late once someone has registered, and leaves them alone', async () => {
    const { orgId, admin } = await team();
    const made = await world.invitation({ orgId, status: 'Registered' });
    await world.registry.system(({ sql }) =>
      sql.update(localUser).set({ expiration: null }).where(eq(localUser.userId, made.userId)),
    );
    const answer = await admin.post<Refused>(`/api/org/myorg/invitations/${made.invitationId}/cancel`);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      `The invitation of ${made.inviteeEmail} is already registered.`,
    ]);
    expect((await admin.get(`/api/user/${made.userId}`)).status).toBe(200);
  });

  it('[S01] is not possible for another organization’s', async () => {
    const [ours, theirs] = [await team(), await team()];
    const made = await world.invitation({ orgId: theirs.orgId });
    for (const client of [ours.admin, staff]) {
      const path = `/api/org/${ours.orgId}/invitations/${made.invitationId}`;
      for (const tail of ['', '/cancel']) expect((await client.post(path + tail)).status).toBe(404);
    }
    expect((await theirs.admin.call(listInvitations, { params: theirs.params }))[0]?.status).toBe('Sent');
  });

  it('happens automatically when the pending person is deleted', async () => {
    const { orgId, params, admin } = await team();
    const [made, other] = [await world.invitation({ orgId }), await world.invitation({ orgId })];
    await admin.send('DELETE', `/api/user/${made.userId}`);
    const left = await admin.call(listInvitations, { params });
    expect(Object.fromEntries(left.map(({ invitationId, status }) => [invitationId, status]))).toEqual({
      [made.invitationId]: 'Deleted',
      [other.invitationId]: 'Sent',
    });
    expect((await admin.post(`/api/org/myorg/invitations/${made.invitationId}/cancel`)).status).toBe(409);
  });
});

const tokenIn = (link: string | undefined) => /invitationId=(\w+)/.exec(link ?? '')?.[1] ?? '';
const activated = async (invitationId: string) =>
  (await world.anonymous().post('/api/registration/activate-invitation', { invitationId })).status;

describe('[S79] the link of an invitation', () => {
  it('is opened by a random token, never by the id, and only by the newest one', async () => {
    const { orgId, params, admin } = await team();
    const made = await admin.call(invite, { params, body: { inviteeEmail: newAddress(), inviteRole: 1 } });
    const first = tokenIn(made.link);
    expect(first).toMatch(/^[0-9a-z]{32}$/);
    const stored = await world.registry.owner.query('SELECT * FROM invitation WHERE org_id = $1', [orgId]);
    expect(JSON.stringify(stored.rows)).not.toContain(first);
    const user = { name: 'Mallory', password: 'Analytical-engine-1' };
    const byId = { invitationId: made.invitationId, user, timeZone: 'UTC' };
    expect((await world.anonymous().post('/api/registration', byId)).status).toBe(400);
    expect([await activated(made.invitationId), await activated(first)]).toEqual([400, 200]);

    const [renewed] = await admin.call(renewInvitation, { params: { userId: made.userId } });
    const second = tokenIn(renewed?.link);
    expect(second).not.toBe(first);
    expect([await activated(first), await activated(second)]).toEqual([400, 200]);
    await admin.post(`/api/org/myorg/invitations/${made.invitationId}/cancel`);
    expect(await activated(second)).toBe(400);
  });

  it('[S80] is in the reply to sending it while there is no mail server, and in no list', async () => {
    const { params, admin } = await team();
    const body = { inviteeEmail: newAddress(), inviteRole: 1 as const };
    const { link, userId } = await admin.call(invite, { params, body });
    expect(link).toContain('https://counts.example.com/#/register?');
    const [bulk] = await admin.call(inviteMany, {
      params,
      body: { invitations: [{ inviteeEmail: newAddress(), inviteRole: 1 }] },
    });
    expect(bulk?.link).toContain('https://counts.example.com/#/register?');
    const seen = [
      await admin.get('/api/org/myorg/invitations'),
      await admin.get(`/api/user/${userId}`),
      await admin.get('/api/user?kind=invited'),
    ];
    expect(JSON.stringify(seen.map((answer) => answer.body))).not.toMatch(/register|token/i);
    const refreshed = await admin.call(renewInvitation, { params: { userId } });
    expect(refreshed.filter((row) => row.link !== undefined).map((row) => row.userId)).toEqual([userId]);
  });
});

describe('[R235] renewing an invitation', () => {
  it('sends it again for seven days from now and returns the refreshed list', async () => {
    const { params, admin } = await team();
    const inviteeEmail = newAddress();
    const { link: first = '', ...made } = await admin.call(invite, { params, body: { inviteeEmail, inviteRole: 1 } });
    world.pass({ days: 20 });
    const boss = await world.signIn(await world.user({ orgId: params.orgId, role: 'OrganizationAdministrator' }));
    await expireInvitations(world);
    expect((await boss.call(listInvitations, { params }))[0]?.status).toBe('Expired');
    const [refreshed, ...others] = await boss.call(renewInvitation, { params: { userId: made.userId } });
    const { link: second = '', ...renewed } = refreshed ?? {};
    expect([renewed, others]).toEqual([{ ...made, status: 'Sent', expiration: '2026-03-31T12:00:00.000Z' }, []]);
    expect(await boss.call(getUser, { params: { userId: made.userId } })).toMatchObject({
      expiration: '2026-03-31T12:00:00.000Z',
    });
    world.setNow(start);
    const mails = await mailsTo(inviteeEmail);
    expect(mails).toHaveLength(2);
    expect(mails.map(({ text }) => [text.includes(first), text.includes(second)])).toEqual([
      [true, false],
      [false, true],
    ]);
    const byStaff = await staff.post<Invitation[]>(`/renew-invitation/${made.userId}`);
    expect(byStaff.body.map(({ status }) => status)).toEqual(['Sent']);
  });

  it('is refused for registered people, and not found for a canceled one or one of another organization', async () => {
    const [ours, theirs] = [await team(), await team()];
    const registered = await world.user({ orgId: ours.orgId });
    expect((await ours.admin.post(`/api/registration/renew-invitation/${registered.userId}`)).status).toBe(409);
    const foreign = await world.invitation({ orgId: theirs.orgId });
    expect((await ours.admin.post(`/api/renew-invitation/${foreign.userId}`)).status).toBe(404);
    expect((await staff.post(`/renew-invitation/${foreign.userId}?orgId=${ours.orgId}`)).status).toBe(404);
    const canceled = await world.invitation({ orgId: ours.orgId });
    await ours.admin.post(`/api/org/myorg/invitations/${canceled.invitationId}/cancel`);
    expect((await ours.admin.post(`/renew-invitation/${canceled.userId}`)).status).toBe(404);
  });

  it('[S37] has a rate limit per address, and per organization', async () => {
    const { orgId, params, admin } = await team();
    const inviteeEmail = newAddress();
    const made = await admin.call(invite, { params, body: { inviteeEmail, inviteRole: 1 } });
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) statuses.push((await admin.post(`/renew-invitation/${made.userId}`)).status);
    expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 429, 429]);
    await world.registry.owner.query(
      `INSERT INTO outbox_message (org_id, kind, recipient, text, created_at)
       SELECT $1, 'mail', 'x' || i || '@example.test', '', $2 FROM generate_series(1, 980) i`,
      [orgId, start],
    );
    const answer = await admin.post<Refused>('/api/org/myorg/invitations', {
      inviteeEmail: newAddress(),
      inviteRole: 1,
    });
    expect([answer.status, answer.body.message]).toEqual([
      429,
      'The organization has already sent 1,000 emails today. Try again tomorrow.',
    ]);
    expect(await admin.call(listUsers, { query: { kind: 'invited' } })).toHaveLength(1);
    world.pass({ hours: 24, seconds: 1 });
    const later = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
    await later.call(invite, { params, body: { inviteeEmail: newAddress(), inviteRole: 1 } });
    world.setNow(start);
  });
});
