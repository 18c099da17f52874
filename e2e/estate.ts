import { socketFolder } from '@atrium/engines/socket-folder';
import { join } from 'node:path';
import { openRegistry, type Registry } from '../apps/server/src/registry/registry.ts';
import { openSecrets } from '../apps/server/src/accounts/secret-key.ts';
import { createEstate, type Estate } from '../apps/server/test/estate.ts';

/** What a story cannot make by hand, such as the past of a sensor, straight in the registry of the demo server. */
export async function withEstate<T>(work: (estate: Estate) => Promise<T>): Promise<T> {
  return withRegistry(async (registry) => {
    const secrets = await openSecrets(registry, { file: join(process.env.ATRIUM_STORY_DATA ?? '', 'secret.key') });
    return work(createEstate(registry, secrets, () => new Date()));
  });
}

export async function withRegistry<T>(work: (registry: Registry) => Promise<T>): Promise<T> {
  const host = await socketFolder(process.env.ATRIUM_STORY_DATA ?? '');
  const registry = openRegistry({ host, port: 5432, user: 'atrium', database: 'postgres' });
  try {
    return await work(registry);
  } finally {
    await registry.close();
  }
}
