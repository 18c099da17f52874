import { createImports, type ImportLimits, type Imports } from '../features/imports/imports.ts';
import { createPreview } from '../features/imports/preview.ts';
import { bindImports } from '../features/imports/routes.ts';
import { filesIn } from '../files/files.ts';
import type { Ingestion } from '../ingestion/ingestion.ts';
import type { Core } from './core.ts';
import type { EstateOptions } from './estate.ts';

export interface ImportSettings {
  /** Overrides of the default limits of an organization. */
  readonly importLimits?: Partial<ImportLimits>;
}

/** Files of sales, staff hours and counts: taken here, read where readings are applied (`applying.ts`). */
export function openImports(
  core: Core,
  { filesFolder, importLimits: limits }: Pick<EstateOptions, 'filesFolder'> & ImportSettings,
  ingestion: Ingestion,
): Imports {
  const { http, registry, directory, clock } = core;
  const files = filesIn(filesFolder);
  const isOpen = () => ingestion.isOpen();
  const imports = createImports({ registry, files, clock, isOpen, limits });
  bindImports(http, imports, createPreview(directory, clock));
  return imports;
}
