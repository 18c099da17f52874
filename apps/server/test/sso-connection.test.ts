import { listOrganizations } from '@atrium/contract/organizations';
import { getProfile } from '@atrium/contract/profile';
import { activateInvitation, registerSso } from '@atrium/contract/registration';
import { login } from '@atrium/contract/session';
import { deleteSsoConnection, getSsoConnection, setSsoConnection } from '@atrium/contract/sso';
import { listUsers } from '@atrium/contract/users';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ssoConnection, ssoIdentity } from '../src/registry/schema/organization-details.ts';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { password } from './estate.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { failed, openSsoWorld, otherAddress, type SsoWorld } from './sso-world.ts';
import type { World } from './world.ts';

let at: SsoWorld;
let world: World;
let staff: Client;
let provider: IdentityProvider;
let otherProvider: IdentityProvider;
beforeAll(async () => {
  at = await openSsoWorld();
  ({ world, staff, provider, otherProvider } = at);
});
afterAll(() => at.close());

interface Refused {
  message: string;
  status?: string;
  details?: { path: string; message: string }[];
}

describe('the single sign-on connection of an organization', () => {
  it('is set, read and removed by staff; the secret is never shown', async () => {
    const { orgId } = await world.organization();
    const params = { orgId };
    expect(await staff.call(getSsoConnection, { params })).toBeNull();
    const { issuer, clientId, clientSecret } = provider;
    const domain = `${randomUUID()}.example.test`;
    const body = { issuer, clientId, clientSecret, domains: [` @${domain.toUpperCase()} `, domain] };
    const set = await staff.call(setSsoConnection, { params, body });
    expect(set).toEqual({
      ssoConnectionId: expect.any(String),
      issuer,
      clientId,
      hasClientSecret: true,
      domains: [domain],
      redirectUri: `${world.http.publicUrl()}/sso/callback`,
    });
    expect(await staff.call(getSsoConnection, { params })).toEqual(set);
    const [row] = await world.registry.system(({ sql }) =>
      sql.select().from(ssoConnection).where(eq(ssoConnection.orgId, orgId)),
    );
    expect(row?.clientSecretSealed).not.toContain(clientSecret);
    await staff.call(setSsoConnection, { params, body: { issuer, clientId, domains: [domain] } });
    expect(await staff.call(getSsoConnection, { params })).toMatchObject({ hasClientSecret: true });
    await staff.call(deleteSsoConnection, { params });
    expect(await staff.call(getSsoConnection, { params })).toBeNull();
    const actions = (await auditOf(world, orgId)).map(({ action, detail }) => [action, JSON.stringify(detail)]);
    expect(actions.map(([action]) => action)).toEqual([
      'sso-connection-set',
      'sso-connection-set',
      'sso-connection-removed',
    ]);
    expect(actions.join()).not.toContain(clientSecret);
  });

  it('is shown at its organization and at no other', async () => {
    const tag = randomUUID();
    for (const name of ['with', 'without']) {
      const { orgId } = await world.organization({ name: `${tag} ${name}` });
      await world.user({ orgId, name: `${tag} ${name}` });
      const body = { issuer: provider.issuer, clientId: 'atrium', domains: [`${tag}.example.test`] };
      if (name === 'with') await staff.call(setSsoConnection, { params: { orgId }, body });
    }
    const organizations = await staff.call(listOrganizations, { query: { search: tag } });
    expect(organizations.map(({ ssoConnId }) => ssoConnId)).toEqual([expect.any(String), null]);
    const people = await staff.call(listUsers, { query: { search: tag } });
    expect(people.map(({ isSSOUser }) => isSSOUser)).toEqual([true, false]);
  });

  it('lets people use passwords again when it is removed', async () => {
    const { orgId, domain } = await at.connected();
    const ada = await world.user({ orgId, email: `ada@${domain}` });
    await staff.call(deleteSsoConnection, { params: { orgId } });
    expect(await at.browser().call(login, { body: { username: ada.email, password } })).toMatchObject({ isSSO: false });
  });

  it('[S53] with another issuer forgets the identities at the former one', async () => {
    const { orgId, domain, member } = await at.connected();
    const { email, userId } = await member();
    const subject = randomUUID();
    provider.people.set(subject, { email, email_verified: true });
    await at.signInAt(provider, email, subject);
    const identities = () =>
      world.registry.system(({ sql }) => sql.select().from(ssoIdentity).where(eq(ssoIdentity.userId, userId)));
    expect(await identities()).toHaveLength(1);
    const { issuer, clientId, clientSecret } = otherProvider;
    const body = { issuer, clientId, clientSecret, domains: [domain] };
    await staff.call(setSsoConnection, { params: { orgId }, body });
    expect(await identities()).toEqual([]);
  });

  it.each([
    [{ issuer: 'http://127.0.0.1:1' }, 'issuer', /does not respond as an OpenID Connect provider/],
    [{ issuer: 'http://10.0.0.1' }, 'issuer', /does not use https/],
    [{ issuer: 'https://10.0.0.1' }, 'issuer', /not on the open internet/],
    [{ issuer: 'https://169.254.169.254' }, 'issuer', /not on the open internet/],
    [{ issuer: 'https://localhost' }, 'issuer', /not on the open internet/],
    [{ issuer: 'file:///etc/passwd' }, 'issuer', /must be an address/],
    [{ issuer: 'nonsense' }, 'issuer', /must be an address/],
    [{ domains: ['not a domain'] }, 'domains', /is not a domain/],
    [{ domains: ['gmail.com'] }, 'domains', /is a public email domain/],
    [{ domains: ['co.uk'] }, 'domains', /is a public email domain/],
    [{ domains: ['github.io'] }, 'domains', /is a public email domain/],
  ])('[S50] [S95] refuses %j', async (change, path, message) => {
    const { orgId } = await world.organization();
    const { issuer, clientId } = provider;
    const body = { issuer, clientId, domains: [`${randomUUID()}.example.test`], ...change };
    const answer = await staff.send<Refused>('PUT', `/api/org/${orgId}/sso-connection`, body);
    expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, path]);
    expect(answer.body.message).toMatch(message);
    expect(await staff.call(getSsoConnection, { params: { orgId } })).toBeNull();
  });

  it('[S50] refuses a provider that names another issuer', async () => {
    const { orgId } = await world.organization();
    const { issuer, clientId } = provider;
    const body = { issuer: `${issuer}/`, clientId, domains: [`${randomUUID()}.example.test`] };
    expect((await staff.send('PUT', `/api/org/${orgId}/sso-connection`, body)).status).toBe(200);
    const aliased = { ...body, issuer: issuer.replace('127.0.0.1', 'localhost') };
    expect((await staff.send('PUT', `/api/org/${orgId}/sso-connection`, aliased)).status).toBe(400);
  });

  it('refuses a domain of another organization', async () => {
    const { domain } = await at.connected();
    const { orgId } = await world.organization();
    const { issuer, clientId } = provider;
    const body = { issuer, clientId, domains: [domain] };
    const answer = await staff.send<Refused>('PUT', `/api/org/${orgId}/sso-connection`, body);
    expect([answer.status, answer.body.message]).toEqual([409, `${domain}: in use by another organization.`]);
  });
});

async function invited() {
  const { orgId, domain } = await at.connected();
  const inviteeEmail = `new.${randomUUID().slice(0, 6)}@${domain}`;
  const invitation = await world.invitation({ orgId, inviteeEmail });
  return { ...invitation, invitationId: invitation.token, orgId, inviteeEmail };
}

const body = (invitationId: string) => ({
  invitationId,
  user: { name: 'Ada Lovelace', phone: '+44 20 7946 0000' },
  timeZone: 'Europe/London',
});

describe('registering with single sign-on', () => {
  it('[R053] sends invitation, name and time zone, and becomes an account when the provider has vouched', async () => {
    const { invitationId, userId, inviteeEmail, orgId } = await invited();
    const client = at.browser();
    expect(await client.call(activateInvitation, { body: { invitationId } })).toEqual({
      email: inviteeEmail,
      organizationName: 'Acme',
      isSSO: true,
      isSignUp: false,
      name: null,
    });
    const { url } = await client.call(registerSso, { body: body(invitationId) });
    const subject = randomUUID();
    provider.people.set(subject, { email: inviteeEmail.toUpperCase() });
    expect(await at.arrive(client, await provider.visit(url, subject))).toBe('/#/app/welcome');
    expect(await client.call(getProfile)).toMatchObject({
      userId,
      name: 'Ada Lovelace',
      phone: '+44 20 7946 0000',
      timezone: 'Europe/London',
      firstLogin: true,
    });
    expect((await auditOf(world, orgId)).map(({ action }) => action)).toContain('user-registered');
    const again = await at.signInAt(provider, inviteeEmail, subject);
    expect((await again.client.get('/loggedin')).body).toBe(userId);
  });

  it('[S53] is refused to someone whom the provider knows under another address, and leaves the invitation open', async () => {
    const { invitationId, inviteeEmail } = await invited();
    for (const person of [
      { email: 'someone.else@example.test', email_verified: true },
      { email: inviteeEmail, email_verified: false },
      {},
    ]) {
      const client = at.browser();
      const { url } = await client.call(registerSso, { body: body(invitationId) });
      const subject = randomUUID();
      provider.people.set(subject, person);
      expect(await at.arrive(client, await provider.visit(url, subject))).toBe(otherAddress);
    }
    expect(await at.browser().call(activateInvitation, { body: { invitationId } })).toMatchObject({ isSSO: true });
  });

  it('is refused when the invitation ends on the way, and to someone who is registered already', async () => {
    const { invitationId, inviteeEmail } = await invited();
    const client = at.browser();
    const subject = randomUUID();
    provider.people.set(subject, { email: inviteeEmail });
    const trip = async (traveller: Client) =>
      provider.visit((await traveller.call(registerSso, { body: body(invitationId) })).url, subject);
    const slow = at.browser();
    const late = await trip(slow);
    expect(await at.arrive(client, await trip(client))).toBe('/#/app/welcome');
    expect(await at.arrive(slow, late)).toBe(failed);
  });

  it('stays apart from registering with a password', async () => {
    const { invitationId } = await invited();
    const withPassword = { ...body(invitationId), user: { name: 'Ada', password: 'Analytical-engine-1' } };
    const wrong = await at.browser().post<Refused>('/api/registration', withPassword);
    expect([wrong.status, wrong.body.message]).toEqual([
      409,
      'Acme uses Enterprise Single-Sign-On. Please register with it.',
    ]);
    const plain = await world.invitation({ orgId: (await world.organization({ name: 'Plain' })).orgId });
    const other = await at.browser().post<Refused>('/api/registration/sso', body(plain.token));
    expect([other.status, other.body.message]).toEqual([
      409,
      'Plain does not use Enterprise Single-Sign-On. Please register with a password.',
    ]);
  });
});
