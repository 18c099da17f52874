import type { Role } from '@atrium/contract/access';
import * as account from '@atrium/contract/account';
import type { Endpoint } from '@atrium/contract/endpoint';
import * as visits from '@atrium/contract/login-as';
import { login } from '@atrium/contract/session';
import * as factors from '@atrium/contract/second-factor';
import * as registration from '@atrium/contract/registration';
import * as sso from '@atrium/contract/sso';
import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueEmailKey } from '../src/accounts/email-change-store.ts';
import { issueResetKey } from '../src/accounts/reset-key-store.ts';
import { Client, pathOf } from './client.ts';
import { password, type User } from './estate.ts';
import { type IdentityProvider, startIdentityProvider } from './identity-provider.ts';
import { addApp, addKey } from './second-factors.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';
import { openWorld, type World } from './world.ts';

/*
 * The part of the access matrix with one-time secrets: sessions, invitations, keys. Every cell has its own caller and
 * secret.
 */

const actors = ['anonymous', 'user', 'admin', 'staff'] as const;
type ActorName = (typeof actors)[number];
const roles: Record<Exclude<ActorName, 'anonymous' | 'staff'>, Exclude<Role, 'SenSourceUser'>> = {
  user: 'OrganizationUser',
  admin: 'OrganizationAdministrator',
};

let world: World;
let provider: IdentityProvider;
let connectedOrg: string;
let cells = 0;
beforeAll(async () => {
  world = await openWorld({ internalHosts: ['127.0.0.1'], trustedProxies: ['loopback'] });
  provider = await startIdentityProvider(`${world.http.publicUrl()}/sso/callback`);
  connectedOrg = (await world.organization()).orgId;
  const { issuer, clientId } = provider;
  const staff = await world.signIn(await world.staff());
  const body = { issuer, clientId, domains: ['acme.example.test'] };
  await staff.call(sso.setSsoConnection, { params: { orgId: connectedOrg }, body });
});
afterAll(async () => {
  await provider.close();
  await world.close();
  console.log(`Access matrix of accounts: ${cells} cells.`);
});

interface Asking {
  readonly client: Client;
  readonly person: User | undefined;
}

let lastAddress = 0;
async function asking(actor: ActorName): Promise<Asking> {
  const headers = { 'x-forwarded-for': `203.0.113.${(lastAddress += 1)}` };
  if (actor === 'anonymous') return { client: world.anonymous(headers), person: undefined };
  const person = await (actor === 'staff' ? world.staff() : world.user({ role: roles[actor] }));
  return { client: await world.signIn(person, headers), person };
}

interface Parts {
  readonly params?: Record<string, string>;
  readonly body?: unknown;
}
type Made = (asked: Asking) => Promise<Parts>;

const newPassword = 'Analytical-engine-1';
const entered = { user: { name: 'Ada' }, timeZone: 'UTC' };
const invitationTo = async (orgId: string) => (await world.invitation({ orgId })).token;
const emailKeyOf = (userId: string) =>
  world.registry.system((tx) => issueEmailKey(tx, userId, `${randomUUID()}@example.test`, world.now()));
const openOrg = async () => (await world.organization()).orgId;
const sessionOf = async (client: Client) => {
  const [session] = client.jar.size > 0 ? await client.call(account.listOwnSessions) : [];
  return session?.sessionId ?? randomUUID();
};

/** Enters the password of someone with a second factor, in this browser; its session is not affected. */
const askForFactor = async (client: Client, person: User) => {
  await client.call(login, { body: { username: person.email, password: person.password } });
};
const keyOf = async (client: Client) => {
  if (!client.jar.has('atrium')) return randomUUID();
  await addKey(world, client);
  return (await client.call(factors.getSecondFactor)).passkeys[0]!.passkeyId;
};

/** A request that succeeds with own ids, and the same with someone else's. */
const entries: { endpoint: Endpoint; own: Made; foreign?: Made }[] = [
  { endpoint: account.changePassword, own: async () => ({ body: { currentPassword: password, newPassword } }) },
  {
    endpoint: account.endOwnSession,
    own: async ({ client }) => ({ params: { sessionId: await sessionOf(client) } }),
    foreign: async () => ({ params: { sessionId: await sessionOf(await world.signIn(await world.user())) } }),
  },
  {
    endpoint: account.resendEmailChange,
    own: async ({ person }) => {
      if (person) await emailKeyOf(person.userId);
      return {};
    },
  },
  {
    endpoint: factors.enterCode,
    own: async ({ client }) => {
      const someone = await world.user();
      const app = await addApp(world, await world.signIn(someone));
      await askForFactor(client, someone);
      return { body: { code: app.nextCode() } };
    },
  },
  {
    endpoint: factors.finishPasskeySignIn,
    own: async ({ client }) => {
      const { authenticator } = await addKey(world, await world.signIn(await world.user()));
      const options = await client.call(factors.startPasskeySignIn, { body: { step: 'first' } });
      return { body: { answer: authenticator.get(options) } };
    },
  },
  {
    endpoint: factors.finishAuthenticator,
    own: async ({ client, person }) => {
      if (!person) return { body: { code: '123456' } };
      const { secret } = await client.call(factors.startAuthenticator);
      const app = new TOTP({ secret: Secret.fromBase32(secret) });
      return { body: { code: app.generate({ timestamp: world.now().getTime() }) } };
    },
  },
  {
    endpoint: factors.removeAuthenticator,
    own: async ({ client, person }) => {
      if (person) await addApp(world, client);
      return {};
    },
  },
  {
    endpoint: factors.addPasskey,
    own: async ({ client, person }) => {
      const authenticator = new SoftwareAuthenticator(world.http.publicUrl());
      const options = person ? await client.call(factors.startPasskey) : { challenge: 'none' };
      return { body: { name: 'Phone', answer: authenticator.create(options) } };
    },
  },
  {
    endpoint: factors.renamePasskey,
    own: async ({ client }) => ({ params: { passkeyId: await keyOf(client) }, body: { name: 'Phone' } }),
    foreign: async () => ({
      params: { passkeyId: await keyOf(await world.signIn(await world.user())) },
      body: { name: 'Phone' },
    }),
  },
  {
    endpoint: factors.removePasskey,
    own: async ({ client }) => ({ params: { passkeyId: await keyOf(client) } }),
    foreign: async () => ({ params: { passkeyId: await keyOf(await world.signIn(await world.user())) } }),
  },
  {
    endpoint: factors.renewRecoveryCodes,
    own: async ({ client, person }) => {
      if (person) await addApp(world, client);
      return {};
    },
  },
  { endpoint: account.cancelEmailChange, own: async () => ({}) },
  {
    endpoint: account.confirmEmailChange,
    own: async () => ({ body: { emailKey: await emailKeyOf((await world.user()).userId) } }),
  },
  { endpoint: account.endOtherSessions, own: async () => ({}) },
  {
    endpoint: account.disableLoginDisclaimer,
    own: async ({ person }) => ({ params: { userId: person?.userId ?? randomUUID() } }),
    foreign: async () => ({ params: { userId: (await world.user()).userId } }),
  },
  {
    endpoint: registration.resetPassword,
    own: async () => {
      const { userId } = await world.user();
      const resetKey = await world.registry.system((tx) => issueResetKey(tx, userId, world.now()));
      return { body: { resetKey, newPassword } };
    },
  },
  {
    endpoint: registration.activateInvitation,
    own: async () => ({ body: { invitationId: await invitationTo(await openOrg()) } }),
  },
  {
    endpoint: registration.register,
    own: async () => ({
      body: {
        ...entered,
        invitationId: await invitationTo(await openOrg()),
        user: { name: 'Ada', password: newPassword },
      },
    }),
  },
  {
    endpoint: registration.registerSso,
    own: async () => ({ body: { ...entered, invitationId: await invitationTo(connectedOrg) } }),
  },
  {
    endpoint: registration.selfSignUp,
    own: async () => ({
      params: { product: 'headroom' },
      body: {
        name: 'Ada',
        email: `${randomUUID()}@example.test`,
        organizationName: 'Engines',
        password: newPassword,
        timeZone: 'UTC',
      },
    }),
  },
  { endpoint: sso.getSsoLoginUrl, own: async () => ({ body: { email: 'anyone@acme.example.test' } }) },
];

describe('[S01] [S02] [S04] calls that consume a one-time key', () => {
  const questions = entries.flatMap(({ endpoint, ...rest }) =>
    [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => ({ endpoint, path, ...rest })),
  );

  it.each(questions)('$endpoint.method $path', async ({ endpoint, path, own, foreign }) => {
    const wrong: string[] = [];
    const ask = async (actor: ActorName, make: Made, allowed: number, search = '') => {
      const asked = await asking(actor);
      const { params, body } = await make(asked);
      const answer = await asked.client.send(endpoint.method, `${pathOf(path, params)}${search}`, body);
      const expected = endpoint.access.kind === 'session' && actor === 'anonymous' ? 401 : allowed;
      if (answer.status !== expected) wrong.push(`${actor}: ${answer.status} instead of ${expected}`);
      else cells += 1;
    };
    for (const actor of actors) {
      await ask(actor, own, 200);
      await ask(actor, own, 400, `?orgId=${randomUUID()}`);
      if (!foreign) continue;
      const unknown = (value: () => string) => async (asked: Asking) => ({
        ...(await foreign(asked)),
        params: unknownIds(endpoint, value),
      });
      await ask(actor, foreign, 404);
      await ask(actor, unknown(randomUUID), 404);
      await ask(
        actor,
        unknown(() => 'nonsense'),
        404,
      );
    }
    expect(wrong).toEqual([]);
  });

  it('POST /login-as/return', async () => {
    for (const path of [visits.returnFromLoginAs.path, ...(visits.returnFromLoginAs.aliases ?? [])]) {
      for (const actor of actors) {
        const { client } = await asking(actor);
        expect((await client.send('POST', path)).status).toBe(actor === 'anonymous' ? 401 : 409);
        cells += 1;
      }
      const { client } = await asking('staff');
      await client.call(visits.loginAs, { body: { username: (await world.user()).email } });
      expect((await client.send('POST', path)).status).toBe(200);
      cells += 1;
    }
  });

  it('[S13] refuses all of them from a page on another site', async () => {
    for (const { endpoint, own } of entries) {
      const asked = await asking('user');
      const { params, body } = await own(asked);
      const path = pathOf(endpoint.path, params);
      const answer = await asked.client.send(endpoint.method, path, body, { origin: 'https://evil.example' });
      expect([endpoint.name, answer.status]).toEqual([endpoint.name, 403]);
      cells += 1;
    }
  });
});

function unknownIds(endpoint: Endpoint, value: () => string): Record<string, string> {
  return Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, value()]));
}
