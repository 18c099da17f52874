import { isMine } from '../ingestion/lane-store.ts';
import type { Registry } from '../registry/registry.ts';

/** Never in parallel with the server's own computation of quarters: of two at once the older one could write last. */
export async function alone(registry: Registry, work: () => Promise<void>): Promise<void> {
  for (;;) {
    const isDone = await registry.system(async ({ client }) => {
      if (!(await isMine(client, 'rollups'))) return false;
      await work();
      return true;
    });
    if (isDone) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
