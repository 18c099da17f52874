import { createEvaluation } from '../features/alarms/evaluation.ts';
import { startImportWorkers } from '../features/imports/worker.ts';
import { filesIn } from '../files/files.ts';
import { type Applying, type ApplyingOptions, startApplying } from '../ingestion/applying.ts';
import type { OnLevels } from '../ingestion/live-levels.ts';
import { inboxOfImports } from '../ingestion/import-commands.ts';

/** What joins the transaction in which the number of people somewhere changes. */
export function watchLevels(core: Pick<ApplyingOptions, 'directory' | 'clock'>): OnLevels {
  const alarms = createEvaluation(core);
  return (tx, changes) => alarms.onLevels(tx, changes);
}

type Options = Omit<ApplyingOptions, 'onLevels'>;

/** Applies readings, in this thread or in a separate one: both are composed here, so that they do the same. */
export function buildApplying(options: Options): Promise<Applying> {
  const watch = watchLevels(options);
  return startApplying({
    ...options,
    async onLevels(tx, changes) {
      await watch(tx, changes);
      await options.reach?.('alarms.after-fold');
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
