import { maxFailures } from '@atrium/rules/webhook';
import type { Secrets } from '../../accounts/secrets.ts';
import { recordAudit } from '../../audit/audit.ts';
import { queueWebhookCall } from '../../outbox/outbox.ts';
import type { WebhookTarget } from '../../outbox/webhook.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { enabledWebhooks, findTarget, lockTarget, saveHealth } from './store.ts';
import { hostOf } from './webhooks.ts';

/** Something happened that an organization wants to be called for. */
export interface WebhookEvent {
  readonly orgId: string;
  readonly event: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface WebhookCalls {
  /** Joins the transaction of what happened. Returns the ids of the calls, one for each webhook. */
  queue(tx: Transaction, event: WebhookEvent, now: Date): Promise<string[]>;
  /** Where to call, and what to sign with; undefined if it should not be called any more. */
  targetOf(webhookId: string): Promise<WebhookTarget | undefined>;
  /** Joins the transaction in which the outcome of an attempt is stored. */
  onOutcome(tx: Transaction, webhookId: string, isSent: boolean): Promise<void>;
}

export function createWebhookCalls(deps: { registry: Registry; secrets: Secrets; clock: () => Date }): WebhookCalls {
  const { registry, secrets, clock } = deps;
  return {
    async queue(tx, { orgId, event, body }, now) {
      const made: string[] = [];
      for (const { webhookId, url } of await enabledWebhooks(tx, orgId)) {
        made.push((await queueWebhookCall(tx, { orgId, webhookId, host: hostOf(url), event, body }, now)).id);
      }
      return made;
    },

    async targetOf(webhookId) {
      const found = await registry.system((tx) => findTarget(tx, webhookId));
      return found && { url: found.url, secret: secrets.open(found.secret) };
    },

    async onOutcome(tx, webhookId, isSent) {
      const found = await lockTarget(tx, webhookId);
      // What was not called because it is switched off is no failure of the other side.
      if (!found) return;
      const now = clock();
      if (isSent) return saveHealth(tx, webhookId, { failures: 0, lastSentAt: now });
      const failures = found.failures + 1;
      if (failures < maxFailures) return saveHealth(tx, webhookId, { failures });
      await saveHealth(tx, webhookId, { failures, isEnabled: false, failedAt: now });
      const entry = { orgId: found.orgId, at: now, userId: null, action: 'webhook-switched-off' } as const;
      const detail = { name: hostOf(found.url), failures };
      await recordAudit(tx, { ...entry, entityType: 'webhook', entityId: webhookId, detail });
    },
  };
}
