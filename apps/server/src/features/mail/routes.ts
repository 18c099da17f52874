import { getOutboxMessage, listOutbox } from '@atrium/contract/audit';
import type { Http } from '../../http/server.ts';
import { findMessage, messagePage } from '../../outbox/store.ts';
import { notFound } from '../../refusal.ts';
import type { Registry } from '../../registry/registry.ts';

/** Staff read what was sent and what waits: without a mail server this is where invitations are found. */
export function bindMail(http: Http, registry: Registry): void {
  http.bind(listOutbox, async ({ query, reply }) => {
    const { rows, total } = await registry.system((tx) => messagePage(tx, query));
    reply.total(total);
    return rows;
  });
  http.bind(getOutboxMessage, async ({ params }) => {
    const message = await registry.system((tx) => findMessage(tx, params.outboxMessageId));
    if (!message) throw notFound('The message');
    return message;
  });
}
