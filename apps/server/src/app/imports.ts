import { createImports, type Imports } from '../features/imports/imports.ts';
import { createPreview } from '../features/imports/preview.ts';
import { bindImports } from '../features/imports/routes.ts';
import { startImportWorkers } from '../features/imports/worker.ts';
import { filesIn } from '../files/files.ts';
import { inboxOfImports } from '../ingestion/import-commands.ts';
import type { Ingestion } from '../ingestion/ingestion.ts';
import type { Core } from './core.ts';
import type { EstateOptions } from './estate.ts';

/** Files of sales, staff hours and counts: taken here, read in the background. */
export function openImports(core: Core, { filesFolder }: EstateOptions, ingestion: Ingestion): Imports {
  const { http, registry, directory, facts, clock, log, onClose } = core;
  const files = filesIn(filesFolder);
  const inbox = inboxOfImports(registry, ingestion, clock);
  const workers = startImportWorkers({ registry, files, inbox, directory, facts, clock, log });
  onClose(() => workers.stop());
  const isOpen = () => ingestion.isOpen();
  const imports = createImports({ registry, files, clock, isOpen, onQueued: () => workers.wake() });
  bindImports(http, imports, createPreview(directory, clock));
  return imports;
}
