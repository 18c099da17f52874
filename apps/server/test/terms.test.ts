import { acceptTerms, disableLoginDisclaimer, updateProfile } from '@atrium/contract/account';
import { getOutboxMessage, listOutbox } from '@atrium/contract/mail';
import { loginAs, returnFromLoginAs } from '@atrium/contract/login-as';
import { getTerms } from '@atrium/contract/product-info';
import { getProfile } from '@atrium/contract/profile';
import { logout, ping } from '@atrium/contract/session';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { termsAcceptance } from '../src/registry/schema/people.ts';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { password } from './estate.ts';
import { screensOf, waiting } from './screen.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let staff: Client;
const screens = screensOf(() => world);
beforeAll(async () => {
  world = await openWorld({ trustedProxies: ['loopback'] });
  staff = await world.signIn(await world.staff());
});
afterAll(async () => {
  screens.closeAll();
  await world.close();
});

interface Refused {
  message: string;
}
const somewhere = () => ({ 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Test/1.0' });
const status = async (client: Client) => (await client.get('/loggedin')).body;

describe('the terms of service', () => {
  it('[R038] are public, and must be accepted at the first sign-in', async () => {
    const terms = await world.anonymous().call(getTerms);
    expect(terms.paragraphs.length).toBeGreaterThan(3);
    const user = await world.user({ firstLogin: true });
    const client = await world.signIn(user, somewhere());
    expect(await client.call(getProfile)).toMatchObject({ firstLogin: true });
    expect((await client.post('/api/profile/terms', { version: 'an older one' })).status).toBe(409);
    await client.call(acceptTerms, { body: { version: terms.version } });
    await client.call(acceptTerms, { body: { version: terms.version } });
    expect(await client.call(getProfile)).toMatchObject({ firstLogin: false });
    const accepted = await world.registry.system(({ sql }) =>
      sql.select().from(termsAcceptance).where(eq(termsAcceptance.userId, user.userId)),
    );
    expect(accepted).toEqual([
      {
        userId: user.userId,
        termsVersion: terms.version,
        acceptedAt: world.now(),
        address: client.headers['x-forwarded-for'],
      },
    ]);
    const actions = (await auditOf(world, user.orgId ?? '')).map(({ action }) => action);
    expect(actions.filter((action) => action === 'terms-accepted')).toHaveLength(1);
  });

  it('[R039] disable the account and sign out everywhere when rejected', async () => {
    const user = await world.user({ firstLogin: true, role: 'OrganizationAdministrator' });
    const [client, elsewhere] = [await world.signIn(user), await world.signIn(user)];
    await client.call(disableLoginDisclaimer, { params: { userId: user.userId } });
    expect([await status(client), await status(elsewhere)]).toEqual(['0', '0']);
    const again = await world.anonymous().post<Refused>('/login', { username: user.email, password });
    expect([again.status, again.body.message]).toEqual([
      403,
      'Sign-in is disabled for this account. Ask your administrator.',
    ]);
    expect((await auditOf(world, user.orgId ?? '')).map(({ action }) => action)).toContain('terms-rejected');
  });

  it('[S59] block everything but profile and sign-out until they are accepted', async () => {
    const location = await world.location();
    const user = await world.user({ orgId: location.orgId, firstLogin: true });
    const client = await world.signIn(user);
    for (const path of ['/api/location', '/api/search?text=a', '/server/sidebar-menu.json', '/api/user/emails']) {
      const { status: code, body } = await client.get<Refused>(path);
      expect([path, code, body.message]).toEqual([path, 403, 'Please accept the terms of service first.']);
    }
    const screen = await screens.open(client);
    const subscribe = () => screen.subscribe('location', location.locationId);
    expect(await subscribe()).toEqual({ error: 'Please accept the terms of service first.', code: 'forbidden' });
    await client.call(updateProfile, { body: { name: 'Still myself' } });
    await client.call(ping);
    await client.call(acceptTerms, { body: { version: (await client.call(getTerms)).version } });
    expect((await client.get('/api/location')).status).toBe(200);
    await vi.waitFor(async () => expect(await subscribe()).toEqual({ ok: true }), waiting);
    const newcomer = await world.signIn(await world.user({ firstLogin: true }));
    await newcomer.call(logout);
    expect(await status(newcomer)).toBe('0');
  });

  it('[S59] apply to staff too, but not to staff in a login-as', async () => {
    const colleague = await world.signIn(await world.staff({ firstLogin: true }));
    expect((await colleague.get('/api/org')).status).toBe(403);
    const person = await world.user({ firstLogin: true });
    await staff.call(loginAs, { body: { username: person.email } });
    expect((await staff.get('/api/location')).status).toBe(200);
    await staff.call(returnFromLoginAs);
  });

  it('[S38] notify staff when the last administrator rejects them', async () => {
    const place = await openWorld();
    const reader = await place.staff({ email: 'reader@example.test' });
    await place.staff({ loginDisabled: true });
    const { orgId } = await place.organization({ name: 'Lonely Books' });
    const administrators = [
      await place.user({ orgId, role: 'OrganizationAdministrator', firstLogin: true }),
      await place.user({
        orgId,
        role: 'OrganizationAdministrator',
        firstLogin: true,
        name: 'Ada',
        email: 'ada@x.test',
      }),
    ];
    const clients = await Promise.all(administrators.map((person) => place.signIn(person)));
    // At the same time: whichever comes second is the last one.
    await Promise.all(
      clients.map((client, index) =>
        client.call(disableLoginDisclaimer, { params: { userId: administrators[index]?.userId ?? '' } }),
      ),
    );
    const client = await place.signIn(reader);
    const mails = await client.call(listOutbox);
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['reader@example.test', 'Lonely Books has no administrator'],
    ]);
    const { text } = await client.call(getOutboxMessage, {
      params: { outboxMessageId: mails[0]?.outboxMessageId ?? '' },
    });
    expect(text).toContain(`/#/app/org/${orgId}`);
    const rejected = (await auditOf(place, orgId)).filter(({ action }) => action === 'terms-rejected');
    expect(rejected.map(({ detail }) => detail?.['lastAdministrator'])).toEqual([undefined, true]);
    await place.close();
  });

  it('[S01] [S41] cannot be rejected for someone else', async () => {
    const { orgId } = await world.organization();
    const victim = await world.user({ orgId });
    const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
    for (const client of [admin, staff, await world.signIn(await world.user())]) {
      expect((await client.send('PUT', `/api/user/${victim.userId}/disable-login-disclaimer`)).status).toBe(404);
    }
    expect(await status(await world.signIn(victim))).toBe(victim.userId);
  });

  it('[S38] cannot lock out the last staff user', async () => {
    const alone = await openWorld();
    const only = await alone.staff({ firstLogin: true });
    const client = await alone.signIn(only);
    const answer = await client.send<Refused>('PUT', `/api/user/${only.userId}/disable-login-disclaimer`);
    expect([answer.status, answer.body.message]).toEqual([409, 'You are the last staff user who can sign in.']);
    await alone.staff();
    expect((await client.send('PUT', `/api/user/${only.userId}/disable-login-disclaimer`)).status).toBe(200);
    await alone.close();
  });
});
