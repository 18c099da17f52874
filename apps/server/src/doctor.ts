import { openMaintenance, type FactsMaintenance } from '@atrium/facts/maintenance';
import { openFacts } from '@atrium/facts/facts';
import { lostParts } from '@atrium/rules/store-match';
import { join } from 'node:path';
import { pino } from 'pino';
import { buildApplying } from './app/applying.ts';
import { type Config, readConfig } from './config.ts';
import { filesIn } from './files/files.ts';
import { countTodo } from './ingestion/todo-store.ts';
import { createDirectory } from './registry/directory/directory.ts';
import { migrateRegistry } from './registry/migrate.ts';
import { listen } from './registry/notifications.ts';
import { runProgram } from './program.ts';
import { reachStores, type StoreAddresses as Addresses } from './reach-stores.ts';
import { openRegistry, type Registry } from './registry/registry.ts';
import { resetStaffFactor } from './accounts/staff-factor-reset.ts';
import { rebuildOfTable } from './stores/damage.ts';
import { listDamage } from './stores/damage-store.ts';
import { expectedParts } from './stores/generation-store.ts';
import { StoresMismatch } from './stores/messages.ts';
import { nodeId } from './stores/node-id.ts';
import { rebuildReadings } from './stores/rebuild.ts';
import { rebuildQuarters } from './stores/rebuild-quarters.ts';
import { damagedAside } from './stores/set-aside.ts';
import { unsoundTables } from './stores/soundness-store.ts';
import { openStores } from './stores/stores.ts';

/**
 * `npm run doctor`: reports what is damaged in the two stores, and rebuilds what can be rebuilt (`--rebuild`). With
 * `--rebuild-quarters [organization]` it rebuilds quarters from minutes, with `--reset-second-factor <email>` it lets a
 * staff user sign in with the password alone.
 */
const clock = () => new Date();
const wantsRebuild = process.argv.includes('--rebuild');
/** The staff user whose second factor is reset. */
const resetFor = valueOf('--reset-second-factor');
const sourceNames = { minute: 'Minutes', level: 'Levels' } as const;
/** The id or name of the organization whose quarters are rebuilt; empty for all. */
const quartersOf = valueOf('--rebuild-quarters');

await runProgram(() => run(readConfig(process.env)));

/** Whether everything is intact at the end. */
async function run(config: Config): Promise<boolean> {
  say('Opening the stores …');
  return reachStores(config, {
    opened: (addresses) => look(addresses, config),
    beside: async (addresses, message) => {
      if (resetFor !== undefined || quartersOf !== undefined) return besideServer(addresses, config);
      say(message);
      if (wantsRebuild) {
        say('Stop the server before you rebuild.');
        return false;
      }
      say('The server is running; this is its current state.');
      return lookOnly(addresses, config);
    },
  });
}

async function look(addresses: Addresses, config: Config): Promise<boolean> {
  if (resetFor !== undefined) return resetFactor(addresses, config);
  const registry = openRegistry(addresses.postgres);
  try {
    const sound = await compare(registry, addresses);
    if (quartersOf !== undefined) return sound && (await makeQuarters(registry, addresses, quartersOf));
    if (wantsRebuild) return await rebuild(registry, addresses, config);
    return sound && (await lookOnly(addresses, config));
  } finally {
    await registry.close();
  }
}

/** Checks that work while the server is running, which compared the stores at its start. */
async function besideServer(addresses: Addresses, config: Config): Promise<boolean> {
  if (quartersOf === undefined) return resetFactor(addresses, config);
  const registry = openRegistry(addresses.postgres);
  try {
    return await makeQuarters(registry, addresses, quartersOf);
  } finally {
    await registry.close();
  }
}

async function resetFactor({ postgres }: Addresses, config: Config): Promise<boolean> {
  const registry = openRegistry(postgres);
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  try {
    const person = await resetStaffFactor(registry, resetFor ?? '', { publicUrl, now: clock() });
    say(
      person
        ? `The second factor of ${person.name} was reset. ${person.email} can sign in with the password alone and add a new one.`
        : `There is no staff user ${resetFor}. Pass the email address after --reset-second-factor.`,
    );
    return person !== undefined;
  } finally {
    await registry.close();
  }
}

async function makeQuarters(registry: Registry, { clickhouse }: Addresses, organization: string): Promise<boolean> {
  const organizations = await factNumbers(registry, organization);
  if (organizations.length === 0) {
    say(`There is no organization ${organization}. Pass its id or its exact name after --rebuild-quarters.`);
    return false;
  }
  const facts = openFacts(clickhouse);
  const care = openMaintenance(clickhouse);
  let saidAt = 0;
  try {
    say('Reading the files of all minutes and levels …');
    const { days, refused } = await rebuildQuarters({
      registry,
      facts,
      care,
      clock,
      organizations,
      onProgress: ({ month, organizations: { done, all }, days: made }) => {
        if (performance.now() - saidAt < 2000) return;
        saidAt = performance.now();
        say(`  … ${monthName(month)}: ${done} of ${all} organizations; quarters of ${made} days rebuilt`);
      },
    });
    for (const { source, month } of refused) {
      say(`${sourceNames[source]} of ${monthName(month)} are damaged, so its quarters were not rebuilt.`);
    }
    say(`Done. The quarters of ${days} days were rebuilt from their minutes.`);
    return refused.length === 0;
  } finally {
    await care.close();
    await facts.close();
  }
}

async function factNumbers(registry: Registry, organization: string): Promise<number[]> {
  const { rows } = await registry.owner.query<{ fact_org: number }>(
    `SELECT fact_org FROM organization WHERE $1 IN ('', org_id::text, name) ORDER BY fact_org`,
    [organization],
  );
  return rows.map((row) => row.fact_org);
}

function monthName(month: string): string {
  return month === 'all' ? 'all months' : `${month.slice(0, 4)}-${month.slice(4)}`;
}

/** Whether the stores belong together; prints the reason if not. */
async function compare(registry: Registry, { clickhouse }: Addresses): Promise<boolean> {
  try {
    const stores = await openStores({
      registry,
      care: openMaintenance(clickhouse),
      clock,
      log: pino({ level: 'silent' }),
    });
    await stores.stop();
    if (stores.found.kind === 'behind')
      say('The readings are missing the last minutes; the next start writes them again.');
    else say('The stores match.');
    return true;
  } catch (error) {
    if (!(error instanceof StoresMismatch)) throw error;
    say(error.message);
    return false;
  }
}

/** Checks without changing anything. */
async function lookOnly(addresses: Addresses, { dataFolder }: Config): Promise<boolean> {
  const registry = openRegistry(addresses.postgres);
  const care = openMaintenance(addresses.clickhouse);
  try {
    const registryFaults = await registryDamage(registry);
    for (const name of registryFaults) say(`Registry: not every row of ${name} can be read. Restore a backup.`);
    const faults = [...(await factsDamage(registry, care)), ...(await fileDamage(registry, dataFolder))];
    for (const fault of faults) say(fault);
    if (registryFaults.length + faults.length === 0) say('Nothing is damaged.');
    return registryFaults.length + faults.length === 0;
  } finally {
    await care.close();
    await registry.close();
  }
}

async function registryDamage(registry: Registry): Promise<string[]> {
  const client = await registry.owner.connect();
  try {
    return await unsoundTables(client, 2 ** 40);
  } finally {
    client.release();
  }
}

async function fileDamage(registry: Registry, dataFolder: string): Promise<string[]> {
  const { rows } = await registry.owner.query<{ known: string | null }>(`SELECT to_regclass('stored_file') AS known`);
  if (!rows[0]?.known) return [];
  const found = await filesIn(join(dataFolder, 'files')).damaged(registry);
  return found.map(
    ({ fileId, originalName, owner }) =>
      `Files: ${originalName}${owner === null ? '' : ` of ${owner}`} (${fileId}) is missing or damaged. Put it back from a backup, or send it again.`,
  );
}

async function factsDamage(registry: Registry, care: FactsMaintenance): Promise<string[]> {
  const parts = await care.parts();
  const isCounting = (await registry.owner.query(`SELECT to_regclass('store_generation') AS known`)).rows[0]?.known;
  const expected = isCounting
    ? (await expectedParts(registry.owner)).map(([table, partition, minBlock, maxBlock, rows]) => ({
        table,
        partition,
        minBlock,
        maxBlock,
        rows,
      }))
    : [];
  const faults = [
    ...(await care.missingTables()).map((table) => `Readings: the table ${table} is missing. ${remedy(table)}`),
    ...(await damagedAside(registry.owner, care)).map(
      ({ table, partition, reason }) =>
        `Readings: files of ${table}, month ${partition}, were set aside (${reason || 'unreadable'}). ${remedy(table)}`,
    ),
    ...lostParts(expected, parts).map(
      ({ table, partition, rows }) =>
        `Readings: files of ${table}, month ${partition}, are missing (${rows} rows). ${remedy(table)}`,
    ),
  ];
  for (const { table, partition, name } of parts) {
    if (await care.check(table, name).catch(() => false)) continue;
    faults.push(`Readings: files of ${table}, month ${partition}, cannot be read. ${remedy(table)}`);
  }
  const known = isCounting ? await registry.system(({ client }) => listDamage(client)) : [];
  for (const { table, partition, foundAt, rebuiltAt } of known) {
    const state = rebuiltAt ? `rebuilt ${rebuiltAt.toISOString()}` : `known since ${foundAt.toISOString()}`;
    say(`Readings: damage of ${table}, month ${partition}, ${state}.`);
  }
  return faults;
}

function remedy(table: string): string {
  switch (rebuildOfTable(table)) {
    case 'automatic':
      return 'It is rebuilt automatically.';
    case 'from-received':
      return 'Readings received in the last 30 days can be rebuilt with --rebuild; older ones only from a backup.';
    case 'no':
      return 'It can only be restored from a backup.';
  }
}

/** Accepts the state from which it can continue, reapplies the inbox, and rebuilds readings from received bodies. */
async function rebuild(registry: Registry, { postgres, clickhouse }: Addresses, config: Config): Promise<boolean> {
  const log = pino({ level: 'warn' }, pino.destination(2));
  const accept = new Set(['registry-older', 'facts-lost', 'facts-older', 'facts-unnamed'] as const);
  const facts = openFacts(clickhouse);
  const care = openMaintenance(clickhouse);
  const closing = [() => facts.close(), () => care.close()];
  try {
    const stores = await openStores({ registry, care: openMaintenance(clickhouse), clock, log, accept });
    closing.push(() => stores.stop());
    await Promise.all([migrateRegistry(registry.owner), facts.migrate()]);
    await stores.begin();
    const notifications = await listen(postgres);
    closing.push(() => notifications.close());
    const directory = createDirectory(registry, notifications, clock);
    const onProgress = ({ bodies, records }: { bodies: number; records: number }) =>
      say(`  … ${bodies} received bodies read, ${records} records written`);
    const made = await rebuildReadings({ registry, directory, facts, care, clock, onProgress });
    if (made.unnamed > 0) say(`  ${made.unnamed} bodies do not name their device and were left out.`);
    const node = { id: await nodeId(config.dataFolder), alone: config.databaseUrl === undefined };
    const applying = await buildApplying({ registry, facts, directory, notifications, clock, log, node });
    closing.push(() => applying.stop());
    await untilApplied(registry, applying.idle());
    const left = (await stores.damage()).filter(({ table, rebuild: way }) => way === 'no' && table !== 'raw');
    for (const { table, month } of left)
      say(`Only a backup can restore the lost data of ${table}, ${month ?? 'all months'}.`);
    say('Done. Start the server; data that is still missing appears as lower completeness.');
    return true;
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

async function untilApplied(registry: Registry, idle: Promise<void>): Promise<void> {
  const timer = setInterval(() => {
    registry
      .system(({ client }) => countTodo(client))
      .then((left) => say(`  … ${left} bodies of the inbox left`))
      .catch(() => {});
  }, 2000);
  await idle;
  clearInterval(timer);
}

/** The value after a flag: empty when there is none, undefined without the flag. */
function valueOf(flag: string): string | undefined {
  const at = process.argv.indexOf(flag);
  if (at < 0) return undefined;
  const next = process.argv[at + 1] ?? '';
  return next.startsWith('--') ? '' : next;
}

function say(line: string): void {
  console.log(line);
}
