import type { Part } from '@atrium/facts/maintenance';
import { lostParts } from '@atrium/rules/store-match';
import type { Registry } from '../registry/registry.ts';
import type { DamagedPart } from './damage-store.ts';
import { expectedParts } from './generation-store.ts';

/** Bodies are kept for 30 days and then dropped. */
const receivedDays = 29;

/** The files of the last run that are missing now. */
export async function lostFiles(registry: Registry, present: readonly Part[], now: Date): Promise<DamagedPart[]> {
  const expected = (await registry.system(({ client }) => expectedParts(client))).map(
    ([table, partition, minBlock, maxBlock, rows]) => ({ table, partition, minBlock, maxBlock, rows }),
  );
  const since = new Date(now.getTime() - receivedDays * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  return lostParts(expected, present)
    .filter(({ table, partition }) => table !== 'raw' || partition >= since)
    .map(({ table, partition, minBlock, maxBlock, rows }) => ({
      table,
      partition,
      part: `${partition}_${minBlock}_${maxBlock}`,
      reason: 'missing',
      rows,
    }));
}
