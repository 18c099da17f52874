import { getOutboxMessage, listOutbox } from '@atrium/contract/mail';
import type { Client } from './client.ts';

/** The emails to someone, oldest first, with the keys in their links: staff open each of them. */
export async function mailsFor(staff: Client, recipient: string) {
  const listed = await staff.call(listOutbox, { query: { search: recipient } });
  return Promise.all(
    listed.toReversed().map(({ outboxMessageId }) => staff.call(getOutboxMessage, { params: { outboxMessageId } })),
  );
}
