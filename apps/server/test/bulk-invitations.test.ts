import { inviteMany, listInvitations } from '@atrium/contract/invitations';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invitation } from '../src/registry/schema/organization-details.ts';
import { localUser } from '../src/registry/schema/people.ts';
import { expireInvitations } from './invitation-job.ts';
import { openWorld, type World } from './world.ts';

const start = new Date('2026-03-04T12:00:00Z');
let world: World;
beforeAll(async () => {
  world = await openWorld({ now: start });
});
afterAll(() => world.close());

async function organization() {
  const { orgId } = await world.organization();
  const boss = await world.user({ orgId, role: 'OrganizationAdministrator' });
  return { orgId, boss, admin: await world.signIn(boss), params: { orgId } };
}
const wanted = (inviteeEmail: string, locations: string[] = [], inviteRole: 1 | 2 = 1) => ({
  inviteeEmail,
  inviteRole,
  locations,
});
const address = () => `${randomUUID()}@example.test`;

describe('[R238] people invited from a file', () => {
  it('are invited one by one, with a result for each', async () => {
    const { orgId, boss, admin, params } = await organization();
    const mall = await world.location({ orgId, name: 'Mall' });
    for (let i = 0; i < 2; i++) await world.location({ orgId, name: 'Twin' });
    await world.location({ name: 'Foreign' });
    const [first, second] = [address(), address()];
    const report = await admin.call(inviteMany, {
      params,
      body: {
        invitations: [
          wanted(first, ['MALL']),
          wanted('nobody@'),
          wanted(boss.email),
          wanted(second, [], 2),
          wanted(first.toUpperCase()),
          wanted(address(), ['Nowhere']),
          wanted(address(), ['twin']),
          wanted(address(), ['Foreign']),
        ],
      },
    });
    expect(report.map(({ invited, message }) => (invited ? 'invited' : message))).toEqual([
      'invited',
      'Valid email is required',
      `${boss.email} already belongs to this organization.`,
      'invited',
      `${first.toUpperCase()} is already invited. Renew the invitation instead.`,
      'There is no location named Nowhere.',
      'There are several locations named twin.',
      'There is no location named Foreign.',
    ]);
    const sent = await admin.call(listInvitations, { params });
    expect(sent.map(({ inviteeEmail, inviteRole, locationIds }) => [inviteeEmail, inviteRole, locationIds])).toEqual(
      expect.arrayContaining([
        [first, 1, [mall.locationId]],
        [second, 2, []],
      ]),
    );
    expect(sent).toHaveLength(2);
  });

  it('number between one and a hundred per call', async () => {
    const { admin, orgId } = await organization();
    const send = async (count: number) => {
      const invitations = Array.from({ length: count }, () => ({ inviteeEmail: address(), inviteRole: 1 }));
      return (await admin.post(`/api/org/${orgId}/invitations/bulk`, { invitations })).status;
    };
    expect([await send(0), await send(100), await send(101)]).toEqual([400, 200, 400]);
  });
});

describe('[R233] an invitation that ran out', () => {
  it('is marked by the job, and forgotten a month later, which frees its address', async () => {
    const { orgId } = await organization();
    const made = await world.invitation({ orgId });
    const registered = await world.invitation({ orgId, status: 'Registered' });
    const statusOf = async (id: string) => {
      const rows = await world.registry.system(({ sql }) =>
        sql.select().from(invitation).where(eq(invitation.invitationId, id)),
      );
      return rows[0]?.status;
    };
    world.pass({ days: 6, hours: 23 });
    await expireInvitations(world);
    expect(await statusOf(made.invitationId)).toBe('Sent');
    world.pass({ hours: 1 });
    await expireInvitations(world);
    expect(await statusOf(made.invitationId)).toBe('Expired');
    world.pass({ days: 30 });
    await expireInvitations(world);
    expect(await statusOf(made.invitationId)).toBe('Deleted');
    expect(await statusOf(registered.invitationId)).toBe('Registered');
    world.setNow(start);
    await world.user({ email: made.inviteeEmail });
  });

  it('takes nobody along who has become a member all the same', async () => {
    const { orgId, admin } = await organization();
    const { userId, invitationId } = await world.invitation({ orgId, status: 'Expired' });
    await world.registry.system(({ sql }) =>
      sql.update(localUser).set({ expiration: null }).where(eq(localUser.userId, userId)),
    );
    world.pass({ days: 38 });
    await expireInvitations(world);
    world.setNow(start);
    expect((await admin.get(`/api/user/${userId}`)).status).toBe(200);
    const [left] = await admin.call(listInvitations, { params: { orgId } });
    expect(left).toMatchObject({ invitationId, status: 'Deleted' });
  });
});
