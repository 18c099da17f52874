import { getSsoLoginUrl, setSsoConnection } from '@atrium/contract/sso';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Client } from './client.ts';
import type { User } from './estate.ts';
import { type IdentityProvider, startIdentityProvider } from './identity-provider.ts';
import { openWorld, type World } from './world.ts';

/** Where a refused browser ends up. */
export const failed = '/#/login?sso=failed';
/** The same, with the reason that the provider has another address for the person. */
export const otherAddress = '/#/login?sso=other-address';

/** An organization with single sign-on. */
export interface Connected {
  readonly orgId: string;
  readonly domain: string;
  /** Someone without a password, whom the provider does not know yet. */
  readonly member: (name?: string) => Promise<User>;
}

/** A world with two providers. */
export interface SsoWorld {
  readonly world: World;
  readonly staff: Client;
  readonly provider: IdentityProvider;
  readonly otherProvider: IdentityProvider;
  connected(at?: IdentityProvider): Promise<Connected>;
  /** Each with its own network address. */
  browser(): Client;
  /** Enters the address on the sign-in page; returns where the browser is sent. */
  depart(client: Client, email: string, remember?: boolean): Promise<string>;
  /** Returns from the provider; returns where the browser ends up. */
  arrive(client: Client, back: URL): Promise<string>;
  signInAt(at: IdentityProvider, email: string, subject: string): Promise<{ client: Client; landed: string }>;
  close(): Promise<void>;
}

export async function openSsoWorld(): Promise<SsoWorld> {
  const world = await openWorld({ internalHosts: ['127.0.0.1'], trustedProxies: ['loopback'] });
  const redirectUri = `${world.http.publicUrl()}/sso/callback`;
  const provider = await startIdentityProvider(redirectUri);
  const otherProvider = await startIdentityProvider(redirectUri);
  const colleague = await world.staff();
  const staff = await world.signIn(colleague);
  let lastAddress = 0;

  const browser = () => world.anonymous({ 'x-forwarded-for': `198.51.100.${(lastAddress += 1)}` });

  return {
    world,
    staff,
    provider,
    otherProvider,
    browser,
    depart,
    arrive,

    async connected(at = provider) {
      const { orgId } = await world.organization({ name: 'Acme' });
      const domain = `${randomUUID().slice(0, 8)}.example.test`;
      const { issuer, clientId, clientSecret } = at;
      const body = { issuer, clientId, clientSecret, domains: [domain] };
      // Tests move the clock, and connecting needs a recent proof.
      const connecting = await world.signIn(colleague);
      await connecting.call(setSsoConnection, { params: { orgId }, body });
      const member = (name = 'ada') => world.user({ orgId, email: `${name}@${domain}`, passwordHash: null });
      return { orgId, domain, member };
    },

    async signInAt(at, email, subject) {
      const client = browser();
      return { client, landed: await arrive(client, await at.visit(await depart(client, email), subject)) };
    },

    async close() {
      await Promise.all([provider.close(), otherProvider.close()]);
      await world.close();
    },
  };
}

async function depart(client: Client, email: string, remember = false): Promise<string> {
  return (await client.call(getSsoLoginUrl, { body: { email, remember } })).url;
}

async function arrive(client: Client, back: URL): Promise<string> {
  const answer = await client.get(`${back.pathname}${back.search}`);
  expect(answer.status).toBe(302);
  return answer.headers.get('location') ?? '';
}
