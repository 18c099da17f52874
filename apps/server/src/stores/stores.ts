import { randomBytes, randomUUID } from 'node:crypto';
import type { FactsMaintenance } from '@atrium/facts/maintenance';
import { matchStores, type Mismatch, type StoreMatch } from '@atrium/rules/store-match';
import { beginExportLine } from '../ingestion/change-store.ts';
import { markAgain, markDays } from '../ingestion/mark-store.ts';
import { applyAgain, repeatedMinutes } from '../ingestion/todo-store.ts';
import { startWorker } from '../jobs/worker.ts';
import type { Log } from '../log.ts';
import { generateOnce } from '../registry/installation.ts';
import type { Registry } from '../registry/registry.ts';
import { refuseUnfinished } from '../registry/unfinished-restore.ts';
import { createDamageWatch, type Damage } from './damage.ts';
import {
  beginGeneration,
  confirmGeneration,
  lastSequence,
  raiseNumbers,
  readRegistrySide,
} from './generation-store.ts';
import { RegistryDamaged, StoresMismatch } from './messages.ts';
import { isDamage, unsoundTables } from './soundness-store.ts';

export interface StoresOptions {
  readonly registry: Registry;
  /** Closed with the stores. */
  readonly care: FactsMaintenance;
  readonly clock: () => Date;
  readonly log: Log;
  /** What the operator has decided to continue with. */
  readonly accept?: ReadonlySet<Mismatch>;
}

/** Keeps the registry and the facts consistent: compares them at startup, increments the generation in both, and watches the files. */
export interface Stores {
  /** After both were migrated: identifies them, repairs what can be repaired and checks for damage. */
  begin(): Promise<void>;
  /** Damage in the facts, for operators. Table by table and month by month. */
  damage(): Promise<Damage[]>;
  /** Months (`YYYYMM`, or `all`) whose minutes are incomplete because files were lost. */
  monthsWithoutMinutes(): ReadonlySet<string>;
  /** A statement found unreadable files: determines which, and sets them aside. */
  suspect(): void;
  /** From the engine of the facts; rejects while it does not respond. */
  factsVersion(): Promise<string | null>;
  /** The state in which the stores were found. */
  readonly found: StoreMatch;
  stop(): Promise<void>;
}

const beatEvery = 60_000;

/** Throws `StoresMismatch` before anything was written. */
export async function openStores(options: StoresOptions): Promise<Stores> {
  const { registry, care } = options;
  try {
    await refuseUnfinished(registry.owner);
    await refuseDamaged(registry);
    const identity = await care.identity();
    const extent = identity ? null : await care.extent();
    const registrySide = await readRegistrySide(registry.owner, identity?.generation ?? null);
    // The numbers matter only where nothing else identifies the owner of the readings; reading them takes a while.
    const numbers = extent ?? (registrySide.installation === null ? await care.extent() : { org: 1, series: 1 });
    const found = matchStores(registrySide, { identity, numbers });
    if (found.kind === 'mismatch' && !options.accept?.has(found.reason)) {
      throw new StoresMismatch(found.reason, found.since);
    }
    return keepTogether({ ...options, found, above: identity?.generation ?? 0n });
  } catch (error) {
    await care.close();
    throw error;
  }
}

async function refuseDamaged(registry: Registry): Promise<void> {
  let tables: string[] = [];
  try {
    const client = await registry.owner.connect();
    try {
      tables = await unsoundTables(client);
    } finally {
      client.release();
    }
  } catch (error) {
    if (isDamage(error)) throw new RegistryDamaged([]);
    throw error;
  }
  if (tables.length > 0) throw new RegistryDamaged(tables);
}

interface Parts extends StoresOptions {
  readonly found: StoreMatch;
  /** The generation of the facts. */
  readonly above: bigint;
}

function keepTogether({ registry, care, found, above, clock, log }: Parts): Stores {
  const watch = createDamageWatch({ registry, care, clock, log });
  let installation = '';
  let worker: ReturnType<typeof startWorker> | undefined;

  const beat = async (ended: boolean) => {
    const nonce = randomBytes(8).readBigUInt64BE() >> 2n;
    const next = await registry.system(({ client }) => beginGeneration(client, above, nonce, clock()));
    await care.beat({ installation, ...next });
    const parts = await watch.parts();
    await registry.system(({ client }) => confirmGeneration(client, next, { parts, ended, now: clock() }));
  };

  return {
    found,
    async begin() {
      installation = await generateOnce(registry, 'id', () => randomUUID());
      if (found.kind === 'unnamed' || found.kind === 'mismatch') {
        const extent = await care.extent();
        const before = await registry.system(({ client }) => lastSequence(client));
        await raiseNumbers(registry.owner, extent);
        if (extent.seq > before && found.kind === 'mismatch') {
          const days = await care.daysReceivedAfter(before);
          await registry.system(({ client }) => markDays(client, days));
        }
      }
      if (found.kind === 'mismatch') await registry.system(({ client }) => beginExportLine(client));
      const since = repeatFrom(found);
      if (since) {
        const bodies = await registry.system(async ({ client }) => {
          await markAgain(client, since);
          return applyAgain(client, since);
        });
        log.warn({ since, bodies }, 'The readings are missing the latest writes; writing them again from the inbox');
      }
      await watch.look({ atStart: true });
      await beat(false);
      worker = startWorker({
        name: 'stores',
        log,
        pause: beatEvery,
        // A worker runs at once; the first heartbeat was written above.
        run: skippingFirst(async () => {
          await watch.look({});
          await beat(false);
          return false;
        }),
      });
    },
    damage: () => watch.damage(),
    monthsWithoutMinutes: () => watch.monthsWithoutMinutes(),
    suspect: () => watch.suspect(),
    factsVersion: () => care.version(),
    async stop() {
      await worker?.stop();
      await watch.stop();
      // While one of them is unavailable the next start finds them as after a crash.
      if (worker) await beat(true).catch((error: unknown) => log.debug({ err: error }, 'No last generation'));
      await care.close();
    },
  };
}

function repeatFrom(found: StoreMatch): Date | null {
  if (found.kind === 'behind') return new Date(found.since.getTime() - repeatedMinutes * 60_000);
  if (found.kind !== 'mismatch') return null;
  return found.reason === 'facts-older' || found.reason === 'facts-lost'
    ? new Date((found.since?.getTime() ?? 0) - (found.since ? repeatedMinutes * 60_000 : 0))
    : null;
}

function skippingFirst(run: () => Promise<boolean>): () => Promise<boolean> {
  let isFirst = true;
  return async () => {
    if (!isFirst) return run();
    isFirst = false;
    return false;
  };
}
