import { getOutboxMessage, listOutbox } from '@atrium/contract/mail';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import type { Http } from '../../http/server.ts';
import { findMessage, messagePage } from '../../outbox/store.ts';
import { notFound } from '../../refusal.ts';
import type { Registry } from '../../registry/registry.ts';

/** Staff can read sent and waiting messages: without a mail server this is where invitations are found. */
export function bindMail(http: Http, registry: Registry, clock: () => Date): void {
  http.bind(listOutbox, async ({ query, reply }) => {
    const { rows, total } = await registry.system((tx) => messagePage(tx, query));
    reply.total(total);
    return rows;
  });
  http.bind(getOutboxMessage, ({ actor, params }) =>
    registry.system(async (tx) => {
      const message = await findMessage(tx, params.outboxMessageId);
      if (!message) throw notFound('The message');
      // It may contain a link that opens someone's account.
      await recordAudit(tx, {
        ...doneBy(actor),
        orgId: null,
        at: clock(),
        action: 'outbox-message-read',
        entityType: 'outbox-message',
        entityId: message.outboxMessageId,
        detail: { subject: message.subject, recipient: message.recipient, organization: message.organizationName },
      });
      return message;
    }),
  );
}
