import * as contract from '@atrium/contract/webhooks';
import type { Http } from '../../http/server.ts';
import { deliveryPage, shownWebhook, webhookPage } from './store.ts';
import { createWebhooks, existingWebhook, type WebhookDependencies } from './webhooks.ts';

export function bindWebhooks(http: Http, dependencies: WebhookDependencies): void {
  const { registry } = dependencies;
  const webhooks = createWebhooks(dependencies);

  http.bind(contract.listWebhooks, async ({ scope, query, reply }) => {
    const { rows, total } = await registry.tenant(scope, (tx) => webhookPage(tx, scope.orgId, query));
    reply.total(total);
    return rows.map(shownWebhook);
  });
  http.bind(contract.getWebhook, ({ scope, params }) =>
    registry.tenant(scope, async (tx) => shownWebhook(await existingWebhook(tx, scope, params.webhookId))),
  );
  http.bind(contract.createWebhook, ({ scope, body }) => webhooks.create(scope, body.url?.trim() ?? ''));
  http.bind(contract.updateWebhook, ({ scope, params, body, seenVersion }) => {
    const { url, isEnabled } = body;
    const change = {
      ...(url !== undefined && { url: url?.trim() ?? '' }),
      ...(isEnabled !== undefined && { isEnabled }),
    };
    return webhooks.update(scope, params.webhookId, change, seenVersion);
  });
  http.bind(contract.renewWebhookSecret, ({ scope, params }) => webhooks.renewSecret(scope, params.webhookId));
  http.bind(contract.deleteWebhook, async ({ scope, params, seenVersion }) => {
    await webhooks.remove(scope, params.webhookId, seenVersion);
    return { ok: true } as const;
  });
  http.bind(contract.testWebhook, async ({ scope, params }) => ({
    deliveryId: await webhooks.test(scope, params.webhookId),
  }));
  http.bind(contract.listWebhookDeliveries, async ({ scope, params, query, reply }) => {
    const { rows, total } = await registry.tenant(scope, async (tx) => {
      const { webhookId } = await existingWebhook(tx, scope, params.webhookId);
      return deliveryPage(tx, webhookId, query);
    });
    reply.total(total);
    return rows;
  });
}
