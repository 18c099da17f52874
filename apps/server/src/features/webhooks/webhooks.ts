import type { AuditAction } from '@atrium/contract/audit';
import type { Webhook, WebhookWithSecret } from '@atrium/contract/webhooks';
import { maxWebhooks, webhookProblems, webhookTexts } from '@atrium/rules/webhook';
import { newToken, type Secrets } from '../../accounts/secrets.ts';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import { queueWebhookCall } from '../../outbox/outbox.ts';
import type { Outgoing } from '../../outgoing/guarded-fetch.ts';
import { notFound, Refusal, refuseProblems, refuseStale } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { addWebhook, findWebhook, lockAndCountWebhooks, saveWebhook, shownWebhook, type WebhookRow } from './store.ts';

export interface Webhooks {
  create(scope: Scope, url: string): Promise<WebhookWithSecret>;
  update(
    scope: Scope,
    id: string,
    change: { readonly url?: string; readonly isEnabled?: boolean },
    seenVersion: number | undefined,
  ): Promise<Webhook>;
  renewSecret(scope: Scope, id: string): Promise<WebhookWithSecret>;
  remove(scope: Scope, id: string, seenVersion: number | undefined): Promise<void>;
  /** Returns the id of the call. */
  test(scope: Scope, id: string): Promise<string>;
}

export interface WebhookDependencies {
  readonly registry: Registry;
  readonly secrets: Secrets;
  readonly outgoing: Pick<Outgoing, 'isInternal'>;
  readonly clock: () => Date;
}

export function createWebhooks({ registry, secrets, outgoing, clock }: WebhookDependencies): Webhooks {
  /** An address may hold a key: the entry names its host. */
  const record = (tx: Transaction, scope: Scope, action: AuditAction, { webhookId, url }: WebhookRow) =>
    recordAudit(tx, {
      ...doneBy(scope),
      orgId: scope.orgId,
      at: clock(),
      action,
      entityType: 'webhook',
      entityId: webhookId,
      detail: { name: hostOf(url) },
    });
  const refuseWrong = (url: string) => refuseProblems(webhookProblems(url, (parsed) => outgoing.isInternal(parsed)));

  return {
    async create(scope, url) {
      refuseWrong(url);
      const secret = newToken();
      const { orgId } = scope;
      const made = await registry.tenant(scope, async (tx) => {
        if ((await lockAndCountWebhooks(tx, orgId)) >= maxWebhooks) {
          throw new Refusal('conflict', `${webhookTexts.tooMany}.`);
        }
        const now = clock();
        const row = await addWebhook(tx, { orgId, url, secret: secrets.seal(secret), createdAt: now, updatedAt: now });
        await record(tx, scope, 'webhook-created', row);
        return row;
      });
      return { ...shownWebhook(made), secret };
    },

    async update(scope, id, { url, isEnabled }, seenVersion) {
      if (url !== undefined) refuseWrong(url);
      return registry.tenant(scope, async (tx) => {
        const before = await locked(tx, scope, id);
        refuseStale(seenVersion, before.version);
        const isTurnedOn = isEnabled === true && !before.isEnabled;
        const changes = {
          url: url ?? before.url,
          isEnabled: isEnabled ?? before.isEnabled,
          ...(isTurnedOn && { failures: 0, failedAt: null }),
        };
        if (changes.url === before.url && changes.isEnabled === before.isEnabled) return shownWebhook(before);
        const after = await saveWebhook(tx, before, changes, clock());
        await record(tx, scope, 'webhook-changed', after);
        return shownWebhook(after);
      });
    },

    async renewSecret(scope, id) {
      const secret = newToken();
      const after = await registry.tenant(scope, async (tx) => {
        const before = await locked(tx, scope, id);
        await record(tx, scope, 'webhook-secret-renewed', before);
        return saveWebhook(tx, before, { secret: secrets.seal(secret) }, clock());
      });
      return { ...shownWebhook(after), secret };
    },

    remove: (scope, id, seenVersion) =>
      registry.tenant(scope, async (tx) => {
        const before = await locked(tx, scope, id);
        refuseStale(seenVersion, before.version);
        await saveWebhook(tx, before, { deletedAt: clock() }, clock());
        await record(tx, scope, 'webhook-deleted', before);
      }),

    test: (scope, id) =>
      registry.tenant(scope, async (tx) => {
        const found = await locked(tx, scope, id);
        if (!found.isEnabled) throw new Refusal('conflict', 'This webhook is switched off. Switch it on first.');
        const now = clock();
        const call = { event: 'test', body: { orgId: scope.orgId, text: 'Test: this webhook works.' } };
        const made = await queueWebhookCall(tx, { ...found, host: hostOf(found.url), ...call }, now);
        if (made.isOverLimit) throw new Refusal('too_many', 'This webhook was called too often today.');
        await record(tx, scope, 'webhook-tested', found);
        return made.id;
      }),
  };
}

export async function existingWebhook(tx: Transaction, scope: Scope, id: string): Promise<WebhookRow> {
  const found = await findWebhook(tx, scope.orgId, id);
  if (!found) throw notFound('The webhook');
  return found;
}

export function hostOf(url: string): string {
  return new URL(url).host;
}

async function locked(tx: Transaction, scope: Scope, id: string): Promise<WebhookRow> {
  const found = await findWebhook(tx, scope.orgId, id, true);
  if (!found) throw notFound('The webhook');
  return found;
}
