import { openMaintenance } from '@atrium/facts/maintenance';
import { openTransfer } from '@atrium/facts/transfer';
import { join, resolve } from 'node:path';
import { keyFileName } from './accounts/secret-key.ts';
import { steadily } from './backup/progress.ts';
import { findBackup, refuseFullDisk } from './backup/backup-folder.ts';
import { missingFromBackup } from './backup/manifest.ts';
import { openBackup, restoreBackup, type VerifiedBackup } from './backup/restore-backup.ts';
import { type Config, readConfig } from './config.ts';
import { makePrivate } from './private-folder.ts';
import { runProgram } from './program.ts';
import { reachStores, type StoreAddresses } from './reach-stores.ts';
import { openRegistry } from './registry/registry.ts';

/** `npm run restore -- DIR`: fills an empty installation from a backup. */
const usage = `npm run restore -- DIR

Fills an empty data folder (ATRIUM_DATA), or empty databases of your own (DATABASE_URL, CLICKHOUSE_URL), from the backup
in DIR, or from the newest one below DIR. Every byte of the backup is checked before anything is changed. The server must
not be running. Exit code 0: it is complete, and the server can be started.`;

/** What the databases need before anything is in them. */
const emptyDatabases = 100 * 1024 ** 2;

await runProgram(run);

async function run(): Promise<boolean> {
  const [from, ...rest] = process.argv.slice(2);
  if (from === undefined || from.startsWith('-') || rest.length > 0) {
    console.error(usage);
    return false;
  }
  const config = readConfig(process.env);
  const folder = await findBackup(resolve(from));
  say(`Checking ${folder} …`);
  const backup = await openBackup(folder);
  await makePrivate(config.dataFolder);
  await refuseFullDisk(config.dataFolder, bytesNeeded(backup, config), 'what is restored');
  return reachStores(config, {
    opened: async (addresses) => {
      await restore(backup, config, addresses);
      return true;
    },
    beside: async (_addresses, message) => {
      console.error(`${message} Stop it first; a backup is restored into an empty installation only.`);
      return false;
    },
  });
}

/** At least so much is written on this disk: files, and whatever databases come with Atrium. */
function bytesNeeded({ manifest }: VerifiedBackup, { databaseUrl, clickhouseUrl }: Config): number {
  const isElsewhere = (path: string) =>
    (path.startsWith('registry/') && databaseUrl !== undefined) ||
    (path.startsWith('facts/') && clickhouseUrl !== undefined);
  const bundled = databaseUrl === undefined || clickhouseUrl === undefined ? emptyDatabases : 0;
  return manifest.files.reduce((sum, { path, bytes }) => sum + (isElsewhere(path) ? 0 : bytes), bundled);
}

async function restore(
  backup: VerifiedBackup,
  config: Config,
  { postgres, clickhouse }: StoreAddresses,
): Promise<void> {
  const registry = openRegistry(postgres);
  const facts = openTransfer(clickhouse);
  const care = openMaintenance(clickhouse);
  try {
    const bodies = await restoreBackup(backup, {
      registry,
      facts,
      care,
      filesFolder: join(config.dataFolder, 'files'),
      sftpFolder: join(config.dataFolder, 'sftp'),
      key: { key: config.secretKey, file: join(config.dataFolder, keyFileName) },
      clock: () => new Date(),
      say: steadily(say),
    });
    const { registryAt, program } = backup.manifest;
    const warning = missingFromBackup(backup.manifest);
    if (warning !== undefined) console.error(warning);
    say(`Done: everything as of ${registryAt}, from Atrium ${program}.`);
    say(`Start the server. It applies ${bodies} bodies of the last minutes before the backup again.`);
  } finally {
    await care.close();
    await facts.close();
    await registry.close();
  }
}

function say(line: string): void {
  console.log(line);
}
