import { type ApiClientWithSecret, createApiClient, type TokenReply, tokenPath } from '@atrium/contract/api-clients';
import { Client } from './client.ts';
import type { User } from './estate.ts';
import type { World } from './world.ts';

/** An organization that may have API clients, and its administrator. */
export async function aClientShop(world: World, values: Parameters<World['organization']>[0] = {}) {
  const { orgId } = await world.organization({ apiClientsEnabled: true, canViewTraffic: true, ...values });
  const administrator = await world.user({ orgId, role: 'OrganizationAdministrator' });
  return { orgId, administrator, admin: await world.signIn(administrator) };
}

export async function createFor(admin: Client, user: User, name = 'Reports'): Promise<ApiClientWithSecret> {
  return admin.call(createApiClient, { body: { name, userId: user.userId } });
}

type Credentials = Pick<ApiClientWithSecret, 'clientId' | 'clientSecret'>;

export function formOf({ clientId, clientSecret }: Credentials): string {
  return new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  }).toString();
}

export const asForm = { 'content-type': 'application/x-www-form-urlencoded' };

export async function tokenFor(world: World, credentials: Credentials): Promise<string> {
  const answer = await world.anonymous().post<TokenReply>(tokenPath, formOf(credentials), asForm);
  if (answer.status !== 200) throw new Error(`No token: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.access_token;
}

/** A caller with an access token and nothing else. */
export function bearer(world: World, token: string): Client {
  return world.anonymous({ authorization: `Bearer ${token}` });
}

export async function bearerOf(world: World, admin: Client, user: User): Promise<Client> {
  return bearer(world, await tokenFor(world, await createFor(admin, user)));
}
