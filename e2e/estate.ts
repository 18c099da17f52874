import { socketFolder } from '@atrium/engines/socket-folder';
import { join } from 'node:path';
import { openRegistry, type Registry } from '../apps/server/src/registry/registry.ts';
import { openSecrets } from '../apps/server/src/accounts/secret-key.ts';
import { createEstate, type Estate } from '../apps/server/test/estate.ts';

/** What a story cannot make by hand, such as the past of a sensor, straight in the registry of the demo server, or of the one with this data folder. */
export async function withEstate<T>(work: (estate: Estate) => Promise<T>, folder = demoFolder()): Promise<T> {
  return withRegistry(async (registry) => {
    const secrets = await openSecrets(registry, { file: join(folder, 'secret.key') });
    return work(createEstate(registry, secrets, () => new Date()));
  }, folder);
}

export async function withRegistry<T>(work: (registry: Registry) => Promise<T>, folder = demoFolder()): Promise<T> {
  const host = await socketFolder(folder);
  const registry = openRegistry({ host, port: 5432, user: 'atrium', database: 'postgres' });
  try {
    return await work(registry);
  } finally {
    await registry.close();
  }
}

function demoFolder(): string {
  return process.env.ATRIUM_STORY_DATA ?? '';
}
