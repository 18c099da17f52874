import { getProfile } from '@atrium/contract/profile';
import { activateInvitation, register, selfSignUp } from '@atrium/contract/registration';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organization } from '../src/registry/schema/organizations.ts';
import { localUser } from '../src/registry/schema/people.ts';
import type { Client } from './client.ts';
import { password } from './estate.ts';
import { mailsFor } from './mailbox.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld({ publicUrl: 'https://counts.example.com', trustedProxies: ['loopback'] });
  staff = await world.signIn(await world.staff());
});
afterAll(() => world.close());

let lastAddress = 0;
const someone = () => world.anonymous({ 'x-forwarded-for': `203.0.113.${(lastAddress += 1) % 250}` });
const newAddress = () => `${randomUUID()}@example.test`;
const newPassword = 'Analytical-engine-1';
interface Refused {
  message: string;
  details?: { path: string; message: string }[];
}
const mailsTo = (recipient: string) => mailsFor(staff, recipient);
/** The link of the last email, parsed. */
async function linkTo(recipient: string) {
  const url = /https?:\/\/\S+/.exec((await mailsTo(recipient)).at(-1)?.text ?? '')?.[0] ?? '';
  const [screen = '', query = ''] = url.split('#')[1]?.split('?') ?? [];
  return { screen, query: Object.fromEntries(new URLSearchParams(query)) };
}
const registering = (invitationId: string) => ({
  invitationId,
  user: { name: 'Ada Lovelace', password: newPassword },
  timeZone: 'Europe/London',
});
const wanted = (email = newAddress()) => ({
  name: 'Ada Lovelace',
  email,
  organizationName: `Engines ${randomUUID()}`,
  refcode: 'friend-7',
  password: newPassword,
  timeZone: 'Europe/London',
});
const organizationNamed = async (name: string) => {
  const [row] = await world.registry.system(({ sql }) =>
    sql.select().from(organization).where(eq(organization.name, name)),
  );
  return row;
};

const peopleWith = (email: string) =>
  world.registry.system(({ sql }) => sql.select().from(localUser).where(eq(localUser.email, email)));
const tokenOf = ({ text }: { text: string }) => /invitationId=(\w+)/.exec(text)?.[1];

describe('signing up for the occupancy product', () => {
  it('[R055] [S82] reserves nothing until the link is opened, then opens an organization on trial for 30 days', async () => {
    const body = wanted();
    const { email, organizationName } = body;
    expect(await someone().call(selfSignUp, { params: { product: 'headroom' }, body })).toEqual({ email });
    expect(await organizationNamed(organizationName)).toBeUndefined();
    expect(await peopleWith(email)).toEqual([]);
    expect((await someone().post('/login', { username: email, password: newPassword })).status).toBe(401);

    world.pass({ hours: 11 });
    const { screen, query } = await linkTo(email);
    expect([screen, query['email']]).toEqual(['/register', email]);
    const invitationId = query['invitationId'] ?? '';
    expect(await someone().call(activateInvitation, { body: { invitationId } })).toEqual({
      email,
      organizationName,
      isSSO: false,
      isSignUp: true,
      name: 'Ada Lovelace',
    });
    expect(await organizationNamed(organizationName)).toBeUndefined();
    const client = someone();
    const chosen = 'Difference-engine-2';
    const user = { name: 'Ada, Countess', password: chosen };
    await client.call(register, { body: { invitationId, user, timeZone: 'Europe/London' } });
    expect(await client.call(getProfile)).toMatchObject({
      email,
      name: 'Ada, Countess',
      timezone: 'Europe/London',
      roles: ['OrganizationAdministrator'],
      firstLogin: true,
    });
    expect(await organizationNamed(organizationName)).toMatchObject({
      headroomEnabled: true,
      isHeadroomLite: true,
      headroomExpiration: new Date(world.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10),
      subExpiration: null,
      accountRepId: 'friend-7',
      canViewOccupancy: true,
      canViewTraffic: true,
      sftpEnabled: false,
    });
    for (const [tried, status] of [
      [newPassword, 401],
      [chosen, 200],
    ] as const) {
      expect((await someone().post('/login', { username: email, password: tried })).status).toBe(status);
    }
    expect((await someone().post('/api/registration/activate-invitation', { invitationId })).status).toBe(400);
  });

  it('[S82] yields to an invitation for the same address, and expires after seven days', async () => {
    const [invitee, slow] = [newAddress(), newAddress()];
    for (const email of [invitee, slow]) await someone().post('/api/self-sign-up/2', wanted(email));
    const { orgId } = await world.organization();
    world.pass({ seconds: 1 });
    const body = { inviteeEmail: invitee, inviteRole: 2 };
    const inviting = await world.signIn(await world.staff());
    expect((await inviting.post(`/api/org/${orgId}/invitations`, body)).status).toBe(200);
    const [invited, signUp] = (await mailsTo(invitee)).map(tokenOf).toReversed();
    const late = await someone().post<Refused>('/api/registration', registering(signUp ?? ''));
    expect([late.status, late.body.message]).toEqual([
      409,
      'This email address already has an account or an invitation. Sign in, or open the link in the invitation.',
    ]);
    expect((await someone().post('/api/registration', registering(invited ?? ''))).status).toBe(200);
    const expired = (await linkTo(slow)).query['invitationId'] ?? '';
    const before = world.now();
    world.pass({ days: 7 });
    expect((await someone().post('/api/registration', registering(expired))).status).toBe(400);
    world.setNow(before);
  });

  it('[S82] emails an address at most every five minutes, no matter who asks', async () => {
    const email = newAddress();
    for (let round = 0; round < 3; round++) await someone().post('/api/self-sign-up/2', wanted(email));
    expect(await mailsTo(email)).toHaveLength(1);
    world.pass({ minutes: 5 });
    await someone().post('/api/self-sign-up/2', wanted(email));
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it('[R055] is for product id 2 only', async () => {
    for (const product of ['1', 'vea', 'atrium', '3', 'Headroom', '__proto__']) {
      const answer = await someone().post<Refused>(`/api/registration/self-sign-up/${product}`, wanted());
      expect([answer.status, answer.body.message]).toEqual([400, 'Invalid product']);
    }
    for (const path of ['/api/registration/self-sign-up/2', '/api/self-sign-up/2', '/self-sign-up/headroom']) {
      expect((await someone().post(path, wanted())).status).toBe(200);
    }
  });

  it('[S55] responds alike for a known address: only its owner learns of it, by email', async () => {
    const user = await world.user();
    const body = wanted(user.email);
    expect(await someone().call(selfSignUp, { params: { product: '2' }, body })).toEqual({ email: user.email });
    expect(await organizationNamed(body.organizationName)).toBeUndefined();
    expect(await mailsTo(user.email)).toMatchObject([{ subject: 'You already have an account in Atrium' }]);
    expect((await someone().post('/login', { username: user.email, password })).status).toBe(200);
  });

  it('[S55] creates one account for two concurrent requests', async () => {
    const email = newAddress();
    const bodies = [wanted(email), wanted(email), wanted(email)];
    const answers = await Promise.all(bodies.map((body) => someone().post('/api/self-sign-up/2', body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const invitationId = (await linkTo(email)).query['invitationId'] ?? '';
    const registered = await Promise.all(
      bodies.map(() =>
        someone()
          .post('/api/registration', registering(invitationId))
          .then(({ status }) => status),
      ),
    );
    expect(registered.toSorted((one, other) => one - other)).toEqual([200, 400, 400]);
    const opened = await Promise.all(bodies.map(({ organizationName }) => organizationNamed(organizationName)));
    expect(opened.filter((row) => row !== undefined)).toHaveLength(1);
  });

  it('is limited to ten an hour from one address', async () => {
    const greedy = world.anonymous({ 'x-forwarded-for': '198.51.100.78' });
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await greedy.post('/api/self-sign-up/2', wanted())).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200));
  });

  it.each([
    [{ email: 'nobody' }, 'email'],
    [{ name: '' }, 'name'],
    [{ organizationName: '  ' }, 'organizationName'],
    [{ timeZone: '' }, 'timeZone'],
    [{ refcode: 'a\nb' }, 'refcode'],
    [{ isEnabled: true }, 'isEnabled'],
  ])('refuses %j', async (change, path) => {
    const answer = await someone().post<Refused>('/api/self-sign-up/2', { ...wanted(), ...change });
    expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, path]);
  });
});
