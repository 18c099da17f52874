import { counterNews, type manualOccupancy, type ManualOccupancy } from '@atrium/contract/manual-occupancy';
import type { Space } from '@atrium/contract/spaces';
import { mayCount } from '@atrium/rules/manual-occupancy';
import { spaceFill } from '@atrium/rules/space-fill';
import { notFound } from '../../refusal.ts';
import { plainTraffic } from '../../registry/directory/resolve.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { TopicReader } from '../topic-reader.ts';
import { countersOf, type CounterState } from './store.ts';

/** Spaces that are not deleted, by id. */
export type ReadSpaces = (tx: Transaction, spaceIds: readonly string[]) => Promise<Map<string, Space>>;

interface Dependencies {
  readonly registry: Registry;
  readonly readSpaces: ReadSpaces;
}

/** The number of people in spaces for counters, and what happens to these spaces. */
export function createCounterReader({ registry, readSpaces }: Dependencies): TopicReader<typeof manualOccupancy> {
  /** What a message was made of. */
  const behind = new WeakMap<ManualOccupancy, { space: Space; by: string | null }>();
  const read = (ids: readonly string[]) =>
    registry.system(async (tx) => [await readSpaces(tx, ids), await countersOf(tx, ids)] as const);

  return {
    series: plainTraffic,
    async *read(entities) {
      const [spaces, counters] = await read(entities.map(({ entity }) => entity.entityId));
      for (const { entity } of entities) {
        const space = spaces.get(entity.entityId);
        if (!space) throw notFound('The space');
        const counter = counters.get(entity.entityId);
        const message = messageOf(space, counter);
        behind.set(message, { space, by: counter?.by ?? null });
        yield message;
      }
    },
    async check(scope, spaceId) {
      const [spaces] = await read([spaceId]);
      const space = spaces.get(spaceId.toLowerCase());
      if (!space || !mayCount(scope.capabilities, space)) throw notFound('The space');
    },
    news(before, after) {
      const [was, is] = [behind.get(before), behind.get(after)];
      const { spaceId, stopped } = after;
      return [
        ...(is && before.stopped !== stopped
          ? [{ event: counterNews.intervene.event, message: { spaceId, stopped, by: is.by } }]
          : []),
        ...(is && was?.space.version !== is.space.version
          ? [{ event: counterNews.spaceUpdate.event, message: { space: is.space } }]
          : []),
      ];
    },
    farewell: (spaceId) => ({ event: counterNews.spaceDelete.event, message: { spaceId } }),
    accessNews: (orgId, enabled) => ({ event: counterNews.orgEnabledUpdate.event, message: { orgId, enabled } }),
  };
}

function messageOf({ spaceId, name, maxCapacity }: Space, counter: CounterState | undefined): ManualOccupancy {
  const { stopped = false, updatedAt } = counter ?? {};
  const fill = counter ? spaceFill(counter.value, maxCapacity) : { occupancy: null, remaining: null, percent: null };
  return { spaceId, name, maxCapacity, ...fill, stopped, updatedAt: updatedAt?.toISOString() ?? null };
}
