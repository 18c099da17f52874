import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const checkout = fileURLToPath(new URL('..', import.meta.url));

/** TypeScript files below these folders of the checkout, as relative paths. A missing folder has none. */
export function sourcesBelow(...folders: readonly string[]): string[] {
  return folders.flatMap((folder) => {
    if (!existsSync(join(checkout, folder))) return [];
    return readdirSync(join(checkout, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : sourcesBelow(path);
      return /\.tsx?$/.test(entry.name) ? [path] : [];
    });
  });
}

const skipped = new Set(['node_modules', 'dist']);
