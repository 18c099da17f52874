import { openMaintenance } from '@atrium/facts/maintenance';
import { openTransfer } from '@atrium/facts/transfer';
import { setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { keyFileName } from './accounts/secret-key.ts';
import { keepNewest } from './backup/backup-folder.ts';
import { makeBackup } from './backup/make-backup.ts';
import { steadily } from './backup/progress.ts';
import { noteBackup } from './backup/state-store.ts';
import { type Config, readConfig } from './config.ts';
import { runProgram } from './program.ts';
import { reachStores, type StoreAddresses } from './reach-stores.ts';
import { openRegistry, type Registry } from './registry/registry.ts';
import { openStores } from './stores/stores.ts';

/**
 * `npm run backup -- DIR`: copies this installation, running or stopped, into a new folder below DIR. With `--keep N`
 * older backups of the installation are removed.
 */
const usage = `npm run backup -- DIR [--keep N]

Copies everything that this installation stores into a new folder below DIR, while the server runs or while it is
stopped. With --keep, all but the newest N backups of this installation in DIR are removed afterwards.
The backup contains the key that seals passwords: keep it as safe as the data folder. Exit code 0: it is complete.`;

const clock = () => new Date();
lowerPriority();
await runProgram(run);

async function run(): Promise<boolean> {
  const [into, ...rest] = process.argv.slice(2);
  const keep = rest[0] === '--keep' && /^[1-9]\d{0,3}$/.test(rest[1] ?? '') ? Number(rest[1]) : undefined;
  if (into === undefined || into.startsWith('-') || rest.length > (keep === undefined ? 0 : 2)) {
    console.error(usage);
    return false;
  }
  const config = readConfig(process.env);
  const target = resolve(into);
  await reachStores(config, {
    opened: (addresses) => backUp(config, addresses, { target, keep, isRunning: false }),
    beside: (addresses) => backUp(config, addresses, { target, keep, isRunning: true }),
  });
  return true;
}

interface Wanted {
  readonly target: string;
  readonly keep: number | undefined;
  /** A server has these stores open, and compared them at its start. */
  readonly isRunning: boolean;
}

async function backUp(config: Config, { postgres, clickhouse }: StoreAddresses, wanted: Wanted): Promise<void> {
  const registry = openRegistry(postgres);
  const facts = openTransfer(clickhouse);
  try {
    const factsLackSince = wanted.isRunning ? undefined : await compare(registry, clickhouse);
    const made = await makeBackup(
      {
        registry,
        facts,
        filesFolder: join(config.dataFolder, 'files'),
        sftpFolder: join(config.dataFolder, 'sftp'),
        key: { key: config.secretKey, file: join(config.dataFolder, keyFileName) },
        clock,
        say: steadily(console.log),
        factsLackSince,
      },
      wanted.target,
    );
    await noteBackup(registry, made, clock());
    const { keep, target } = wanted;
    const removed = keep === undefined ? [] : await keepNewest(target, made.installation, keep);
    for (const name of removed) console.log(`Removed ${name}`);
    if (made.warning !== undefined) console.error(made.warning);
    console.log(`Done in ${made.seconds.toFixed(1)} s: ${made.folder} (${(made.bytes / 1024 ** 2).toFixed(1)} MB)`);
  } finally {
    await facts.close();
    await registry.close();
  }
}

/** Throws if the stores do not match. Returns since when the readings lack what was applied, after a crash. */
async function compare(registry: Registry, clickhouse: StoreAddresses['clickhouse']): Promise<Date | undefined> {
  const care = openMaintenance(clickhouse);
  const stores = await openStores({ registry, care, clock, log: pino({ level: 'silent' }) });
  await stores.stop();
  return stores.found.kind === 'behind' ? stores.found.since : undefined;
}

/** The server comes first. */
function lowerPriority(): void {
  try {
    setPriority(10);
  } catch {
    // Not allowed everywhere, and not needed.
  }
}
