import * as corrections from '@atrium/contract/corrections';
import { correction } from '../src/registry/schema/corrections.ts';
import { type Entry, entry, type Ids } from './access-entry.ts';
import type { World } from './world.ts';

const period = { from: '2025-03-03T09:00:00.000Z', to: '2025-03-03T10:00:00.000Z', kind: 'excluded' as const };

/** The requests of the access matrix about corrections. */
export const correctionEntries: readonly Entry[] = [
  entry(corrections.listCorrections, ({ zoneId }) => ({ query: { zoneId } })),
  entry(corrections.previewCorrection, ({ zoneId }) => ({ body: { ...period, zoneId } })),
  entry(corrections.createCorrection, ({ zoneId }) => ({ body: { ...period, zoneId, reason: 'A test' } }), {
    fresh: noneOfThese,
  }),
  entry(corrections.removeCorrection, ({ correctionId }) => ({ params: { correctionId } }), {
    fresh: async (world, ids) => ({ correctionId: await aCorrection(world, ids) }),
  }),
];

async function noneOfThese(world: World) {
  await world.registry.system(({ sql }) => sql.update(correction).set({ removedAt: new Date() }));
  return {};
}

/** An excluded hour of a zone. */
export async function aCorrection(world: World, { orgId, zoneId }: Pick<Ids, 'orgId' | 'zoneId'>): Promise<string> {
  const stretch = { from: new Date(period.from), to: new Date(period.to), kind: period.kind };
  const [row] = await world.registry.system(({ sql }) =>
    sql
      .insert(correction)
      .values({ orgId, zoneId, ...stretch, reason: 'A test', createdAt: new Date() })
      .returning(),
  );
  return row!.correctionId;
}
