import { startImportWorkers } from '../features/imports/worker.ts';
import { filesIn } from '../files/files.ts';
import { type Applying, type ApplyingOptions, startApplying } from '../ingestion/applying.ts';
import type { OnFolded } from '../ingestion/folded.ts';
import { inboxOfImports } from '../ingestion/import-commands.ts';

/** Work that joins the transaction in which today's sums change, in this order. */
const joining: readonly OnFolded[] = [];

type Options = Omit<ApplyingOptions, 'onFolded'>;

/** Applies readings, in this thread or in a separate one: both are composed here, so that they do the same. */
export function buildApplying(options: Options): Promise<Applying> {
  return startApplying({
    ...options,
    async onFolded(tx, changes) {
      for (const join of joining) await join(tx, changes);
    },
  });
}

/** Reads imported files too, beside the pump: a gigabyte of CSV must not slow down requests. */
export async function buildApplyingAndImports(options: Options & { readonly filesFolder: string }): Promise<Applying> {
  const { registry, facts, directory, notifications, clock, log, reach } = options;
  const applying = await buildApplying(options);
  const files = filesIn(options.filesFolder);
  const inbox = inboxOfImports(registry, applying, clock);
  const alone = options.node.alone;
  const workers = await startImportWorkers({ registry, files, inbox, directory, facts, clock, log, reach, alone });
  const unsubscribe = [notifications.on('imports', () => workers.wake()), notifications.onResync(() => workers.wake())];
  return {
    ...applying,
    async stop() {
      unsubscribe.forEach((end) => end());
      await workers.stop();
      await applying.stop();
    },
  };
}
