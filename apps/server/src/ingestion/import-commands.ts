import type { Registry, Transaction } from '../registry/registry.ts';
import type { Command } from './commands.ts';
import { appendCommand } from './inbox.ts';
import type { Ingestion } from './ingestion.ts';
import { replayDevices } from './quarantine.ts';
import { findWaiting } from './todo-store.ts';

/** What imports put into the inbox, in their own transactions across organizations; wakes the pump afterward. */
export function inboxOfImports(registry: Registry, ingestion: Pick<Ingestion, 'wake'>, clock: () => Date) {
  return {
    /** Returns the number of the command. */
    async add(tx: Transaction, orgId: string, command: Command): Promise<number> {
      tx.afterCommit(() => ingestion.wake());
      return Number(await appendCommand(tx, orgId, command, clock()));
    },
    /** Which of these commands are not applied yet. */
    async waiting(numbers: readonly number[]): Promise<number[]> {
      return numbers.length === 0 ? [] : registry.system(({ client }) => findWaiting(client, numbers));
    },
    /** Readings of these devices may count now. */
    async reconsider(tx: Transaction, orgId: string, devices: readonly string[]): Promise<void> {
      tx.afterCommit(() => ingestion.wake());
      await replayDevices(tx, orgId, devices, clock());
    },
  };
}
