import type { TestEngines } from '@atrium/engines/testing';
import { openMaintenance } from '@atrium/facts/maintenance';
import { openTransfer } from '@atrium/facts/transfer';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { RestoreTarget } from '../src/backup/restore-backup.ts';
import { openRegistry } from '../src/registry/registry.ts';

/** Empty databases and folders for a restore, and what to close at the end. For tests. */
export async function emptyTarget(engines: TestEngines, folder: string, clock: () => Date) {
  const stores = [await engines.createDatabase(), await engines.createClickHouseDatabase()] as const;
  const data = await mkdtemp(join(folder, 'target-'));
  const registry = openRegistry(stores[0].address);
  const [facts, care] = [openTransfer(stores[1].address), openMaintenance(stores[1].address)];
  const key = { file: join(data, 'secret.key') };
  const places = { filesFolder: join(data, 'files'), sftpFolder: join(data, 'sftp'), key };
  const target: RestoreTarget = { registry, facts, care, ...places, clock, say: () => {} };
  const close = async () => {
    await care.close();
    await facts.close();
    await registry.close();
  };
  return { ...target, stores, keyFile: key.file, close };
}
