import * as apiClients from '@atrium/contract/api-clients';
import { eq } from 'drizzle-orm';
import { apiClient } from '../src/registry/schema/api-clients.ts';
import { type Entry, entry, type Ids } from './access-entry.ts';
import type { World } from './world.ts';

/** The requests of the access matrix about API clients. */
export const apiClientEntries: readonly Entry[] = [
  entry(apiClients.listApiClients, () => ({})),
  entry(apiClients.getApiClient, ofClient),
  entry(apiClients.createApiClient, ({ userId }) => ({ body: { name: 'New', userId } }), { fresh: noneOfThese }),
  entry(apiClients.updateApiClient, {
    'its name': (ids) => ({ ...ofClient(ids), body: { name: 'Renamed' } }),
    'its user': (ids) => ({ ...ofClient(ids), body: { userId: ids.administratorId } }),
    'its secret': (ids) => ({ ...ofClient(ids), query: { regenerateSecret: 'true' as const } }),
  }),
  entry(apiClients.deleteApiClient, ofClient, { fresh: anApiClient }),
];

function ofClient({ clientId }: Ids) {
  return { params: { clientId } };
}

/** Makes room: an organization has a limited number of clients. */
async function noneOfThese(world: World) {
  await world.registry.system(({ sql }) => sql.delete(apiClient).where(eq(apiClient.name, 'New')));
  return {};
}

/** An API client of an organization, for its id. */
export async function anApiClient(world: World, { orgId, userId }: Pick<Ids, 'orgId' | 'userId'>) {
  const values = { orgId, userId, name: 'Doomed', secretHash: '', createdAt: world.now(), updatedAt: world.now() };
  const [made] = await world.registry.system(({ sql }) => sql.insert(apiClient).values(values).returning());
  return { clientId: made!.clientId };
}
