import { listOutbox } from '@atrium/contract/audit';
import type { Http } from '../../http/server.ts';
import { messagePage } from '../../outbox/store.ts';
import type { Registry } from '../../registry/registry.ts';

/** Staff read what was sent and what waits: without a mail server this is where invitations are found. */
export function bindMail(http: Http, registry: Registry): void {
  http.bind(listOutbox, async ({ query, reply }) => {
    const { rows, total } = await registry.system((tx) => messagePage(tx, query));
    reply.total(total);
    return rows;
  });
}
