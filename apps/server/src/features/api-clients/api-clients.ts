import type { ApiClient, ApiClientWithSecret } from '@atrium/contract/api-clients';
import { apiClientProblems, apiClientTexts, linkProblems, maxApiClients } from '@atrium/rules/api-client';
import { hashToken, newToken } from '../../accounts/secrets.ts';
import { auditRecorder } from '../../audit/audit.ts';
import { notFound, Refusal, refuseProblems, refuseStale } from '../../refusal.ts';
import type { ListQuery } from '../../registry/list-query.ts';
import { announceAccess } from '../../registry/notifications.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import {
  addApiClient,
  apiClientPage,
  type ApiClientRow,
  deleteApiClient,
  endTokens,
  findApiClient,
  findUser,
  lockAndCountApiClients,
  lockApiClient,
  saveApiClient,
  shownApiClient,
} from './store.ts';

export interface ApiClients {
  list(scope: Scope, query: ListQuery): Promise<{ rows: ApiClient[]; total: number }>;
  find(scope: Scope, id: string): Promise<ApiClient>;
  create(scope: Scope, wanted: ClientValues): Promise<ApiClientWithSecret>;
  update(scope: Scope, id: string, change: ClientChange): Promise<ApiClient & { clientSecret?: string }>;
  remove(scope: Scope, id: string, seenVersion: number | undefined): Promise<void>;
}

interface ClientValues {
  readonly name: string;
  readonly userId: string;
}

interface ClientChange extends Partial<ClientValues> {
  readonly regenerateSecret: boolean;
  readonly seenVersion: number | undefined;
}

export function createApiClients({ registry, clock }: { registry: Registry; clock: () => Date }): ApiClients {
  /** The entry names the client, never its secret. */
  const record = auditRecorder('api-client', clock);

  return {
    async list(scope, query) {
      const { rows, total } = await registry.tenant(scope, (tx) => apiClientPage(tx, scope.orgId, query));
      return { rows: rows.map(shownApiClient), total };
    },

    find: (scope, id) => registry.tenant(scope, async (tx) => shownApiClient(await existing(tx, scope, id))),

    async create(scope, { name, userId }) {
      refuseProblems(apiClientProblems({ name, userId }));
      const clientSecret = newToken();
      const row = await registry.tenant(scope, async (tx) => {
        const user = await linked(tx, scope, userId);
        if ((await lockAndCountApiClients(tx, scope.orgId)) >= maxApiClients) {
          throw new Refusal('conflict', apiClientTexts.tooMany);
        }
        const secretHash = hashToken(clientSecret);
        const values = { orgId: scope.orgId, name, userId: user.userId, secretHash, createdBy: scope.userId };
        const clientId = await addApiClient(tx, values, clock());
        await record(tx, scope, 'api-client-created', clientId, { name, user: user.name });
        return existing(tx, scope, clientId);
      });
      return { ...shownApiClient(row), clientSecret };
    },

    async update(scope, id, { regenerateSecret, seenVersion, ...wanted }) {
      const clientSecret = regenerateSecret ? newToken() : undefined;
      const row = await registry.tenant(scope, async (tx) => {
        await lockApiClient(tx, id);
        const before = await existing(tx, scope, id);
        refuseStale(seenVersion, before.version);
        const { clientId } = before;
        const { name, userId } = { ...before, ...wanted };
        refuseProblems(apiClientProblems({ name, userId }));
        const user = userId === before.userId ? undefined : await linked(tx, scope, userId);
        const isRenamed = name !== before.name;
        if (!isRenamed && !user && clientSecret === undefined) return before;
        const secretHash = clientSecret === undefined ? {} : { secretHash: hashToken(clientSecret) };
        await saveApiClient(tx, clientId, { name, userId: user?.userId ?? userId, ...secretHash }, clock());
        if (user || clientSecret !== undefined) await endTokens(tx, clientId);
        if (isRenamed || user) {
          const detail = { name, ...(isRenamed && { before: before.name }), ...(user && { user: user.name }) };
          await record(tx, scope, 'api-client-changed', clientId, detail);
        }
        if (clientSecret !== undefined) {
          await record(tx, scope, 'api-client-secret-regenerated', clientId, { name });
        }
        await announceAccess(tx, before.userId);
        return existing(tx, scope, clientId);
      });
      return { ...shownApiClient(row), ...(clientSecret !== undefined && { clientSecret }) };
    },

    async remove(scope, id, seenVersion) {
      await registry.tenant(scope, async (tx) => {
        await lockApiClient(tx, id);
        const before = await existing(tx, scope, id);
        refuseStale(seenVersion, before.version);
        await deleteApiClient(tx, before.clientId);
        await record(tx, scope, 'api-client-deleted', before.clientId, { name: before.name });
        await announceAccess(tx, before.userId);
      });
    },
  };
}

/** Refuses a user who is unknown or cannot have a client. */
async function linked(tx: Transaction, scope: Scope, id: string) {
  const user = await findUser(tx, scope.orgId, id);
  if (!user) throw notFound('The user');
  refuseProblems(linkProblems(user));
  return user;
}

async function existing(tx: Transaction, scope: Scope, id: string): Promise<ApiClientRow> {
  const found = await findApiClient(tx, scope.orgId, id);
  if (!found) throw notFound('The API client');
  return found;
}
