import * as imports from '@atrium/contract/imports';
import { importFile } from '../src/registry/schema/imports.ts';
import { type Entry, entry, type Ids } from './access-entry.ts';
import type { World } from './world.ts';

/** The requests of the access matrix about imported files. */
export const importEntries: readonly Entry[] = [
  entry(imports.listImports, () => ({})),
  entry(imports.getImport, ofImport),
  entry(imports.importFiles, () => ({ form: aFile })),
  entry(imports.undoImport, ofImport, {
    fresh: async (world, { orgId }) => ({ importStatusId: await anImport(world, orgId) }),
  }),
  entry(imports.getSftpAccess, () => ({})),
  entry(imports.previewCounts, () => ({
    body: { text: 'zone,timestamp,in,out\n', columns: { ins: 'in', minutes: 60 as const } },
  })),
];

function ofImport({ importStatusId }: Ids) {
  return { params: { importStatusId } };
}

function aFile(): FormData {
  const form = new FormData();
  form.append('file', new Blob(['x']), 'unknown.txt');
  return form;
}

/** A finished import that brought something. */
export async function anImport(world: World, orgId: string): Promise<string> {
  const values = { orgId, fileName: 'counts.csv', sha256: '', bytes: 1, type: 'counts', source: 'api' } as const;
  const [row] = await world.registry.system(({ sql }) =>
    sql
      .insert(importFile)
      .values({ ...values, status: 'ok', rowCount: 1 })
      .returning(),
  );
  return row!.importStatusId;
}
