import { setSsoConnection } from '@atrium/contract/sso';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Forgery, type HostileProvider, startHostileProvider } from './hostile-provider.ts';
import { failed, openSsoWorld, type SsoWorld } from './sso-world.ts';

let at: SsoWorld;
let hostile: HostileProvider;
beforeAll(async () => {
  at = await openSsoWorld();
  hostile = await startHostileProvider();
});
afterAll(async () => {
  await hostile.close();
  await at.close();
});

/** Someone in an organization whose provider sends such a token; where they end up, and as whom. */
async function receive(forgery: (email: string) => Forgery) {
  const { orgId } = await at.world.organization();
  const domain = `${randomUUID().slice(0, 8)}.example.test`;
  const { issuer, clientId } = hostile;
  await at.staff.call(setSsoConnection, { params: { orgId }, body: { issuer, clientId, domains: [domain] } });
  const { email, userId } = await at.world.user({ orgId, email: `ada@${domain}`, passwordHash: null });
  const client = at.browser();
  const authorizationUrl = await at.depart(client, email);
  hostile.forge(authorizationUrl, forgery(email));
  const state = new URL(authorizationUrl).searchParams.get('state') ?? '';
  const landed = await at.arrive(client, new URL(`/sso/callback?code=any&state=${state}`, at.world.url));
  return { landed, isThem: (await client.get('/loggedin')).body === userId };
}

const person = (email: string) => ({ sub: randomUUID(), email });
const past = () => Math.floor(Date.now() / 1000) - 3600;

describe('[S53] [S54] a response from a provider', () => {
  it('is accepted when everything is right, and nothing more is requested', async () => {
    expect(await receive((email) => ({ claims: person(email) }))).toEqual({ landed: '/#/app/welcome', isThem: true });
  });

  it.each<[string, (email: string) => Forgery]>([
    ['is not signed', (email) => ({ claims: person(email), alg: 'none' })],
    ['is signed with another key', (email) => ({ claims: person(email), otherKey: true })],
    ['is meant for another application', (email) => ({ claims: { ...person(email), aud: 'another' } })],
    ['comes from another issuer', (email) => ({ claims: { ...person(email), iss: 'https://evil.example' } })],
    ['answers another question', (email) => ({ claims: { ...person(email), nonce: 'a'.repeat(43) } })],
    ['answers no question', (email) => ({ claims: { ...person(email), nonce: undefined } })],
    ['has expired', (email) => ({ claims: { ...person(email), iat: past() - 60, exp: past() } })],
    ['names nobody', (email) => ({ claims: { email } })],
  ])('is refused when it %s', async (_, forgery) => {
    expect(await receive(forgery)).toEqual({ landed: failed, isThem: false });
  });
});
