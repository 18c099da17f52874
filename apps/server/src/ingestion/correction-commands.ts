import { asSystem, type Transaction } from '../registry/registry.ts';
import type { Command } from './commands.ts';
import { appendCommand } from './inbox.ts';
import type { Ingestion } from './ingestion.ts';

/** What corrections put into the inbox, in transactions of one organization; wakes the pump afterward. */
export function inboxOfCorrections(ingestion: Pick<Ingestion, 'wake'>, clock: () => Date) {
  return {
    async add(tx: Transaction, orgId: string, command: Command): Promise<void> {
      tx.afterCommit(() => ingestion.wake());
      await asSystem(tx, () => appendCommand(tx, orgId, command, clock()));
    },
  };
}
