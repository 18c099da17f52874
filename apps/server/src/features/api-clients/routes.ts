import {
  createApiClient,
  deleteApiClient,
  getApiClient,
  listApiClients,
  updateApiClient,
} from '@atrium/contract/api-clients';
import { requireRecentProof } from '../../http/access.ts';
import type { Http } from '../../http/server.ts';
import type { Registry } from '../../registry/registry.ts';
import type { SecurityLog } from '../../audit/security-log.ts';
import { createApiClients } from './api-clients.ts';
import { bindTokens } from './token-routes.ts';

interface Dependencies {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly security: Pick<SecurityLog, 'note'>;
}

export function bindApiClients(http: Http, { registry, clock, security }: Dependencies): void {
  const clients = createApiClients({ registry, clock });

  http.bind(listApiClients, async ({ scope, query, reply }) => {
    const { rows, total } = await clients.list(scope, query);
    reply.total(total);
    return rows;
  });
  http.bind(getApiClient, ({ scope, params }) => clients.find(scope, params.clientId));
  http.bind(createApiClient, ({ scope, body }) =>
    clients.create(scope, { name: body.name?.trim() ?? '', userId: body.userId ?? '' }),
  );
  http.bind(updateApiClient, ({ actor, scope, params, query, body = {}, seenVersion }) => {
    const { name, userId } = body;
    const regenerateSecret = query.regenerateSecret === 'true' || body.regenerateSecret === true;
    if (regenerateSecret) requireRecentProof(actor, clock());
    return clients.update(scope, params.clientId, {
      ...(name !== undefined && { name: name?.trim() ?? '' }),
      ...(userId !== undefined && { userId: userId?.toLowerCase() ?? '' }),
      regenerateSecret,
      seenVersion,
    });
  });
  http.bind(deleteApiClient, async ({ scope, params, seenVersion }) => {
    await clients.remove(scope, params.clientId, seenVersion);
    return { ok: true } as const;
  });
  bindTokens(http.pages, { registry, clock, security });
}
