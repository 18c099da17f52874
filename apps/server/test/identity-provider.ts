import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface ProviderPerson {
  readonly email?: string;
  readonly email_verified?: boolean;
}

/** A real OpenID Connect provider on this machine. Any password signs in as the name that is entered. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** By subject. */
  readonly people: Map<string, ProviderPerson>;
  /** Follows the redirect of the product, signs in as this subject, and returns where it is sent back to. */
  visit(url: string, subject: string): Promise<URL>;
  close(): Promise<void>;
}

export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, ProviderPerson>();
  const client = { clientId: 'atrium', clientSecret: 'a secret of the provider' };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    cookies: { keys: ['only for tests'] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) }),
  });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));

  return {
    issuer,
    ...client,
    people,
    visit: (url, subject) => visit(issuer, url, subject),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

/** Follows the pages of the provider: a name, then the consent, until it redirects the browser. */
async function visit(issuer: string, start: string, subject: string): Promise<URL> {
  const jar = new Map<string, string>();
  let next = new URL(start);
  let form: Record<string, string> | undefined;
  for (let step = 0; step < 12; step++) {
    const response = await fetch(next, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    form = undefined;
    if (location !== null) {
      next = new URL(location, next);
      if (next.origin !== issuer) return next;
      continue;
    }
    const page = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (prompt === undefined) throw new Error(`The provider answered ${response.status}: ${page.slice(0, 500)}`);
    form = prompt === 'login' ? { prompt, login: subject, password: 'any' } : { prompt };
  }
  throw new Error('The provider did not send the browser back.');
}
