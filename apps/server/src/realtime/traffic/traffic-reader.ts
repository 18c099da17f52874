import type { liveTraffic } from '@atrium/contract/live-traffic';
import type { Facts } from '@atrium/facts/facts-interface';
import { plainTraffic } from '../../registry/directory/resolve.ts';
import type { Registry } from '../../registry/registry.ts';
import type { TopicReader } from '../topic-reader.ts';
import { earlierParts } from './earlier-parts.ts';
import { liveReading } from './live-reading.ts';
import { queueReadings } from './queue-reading.ts';
import { spaceReading } from './space-reading.ts';
import { type Audience, daysOf, spacesNow } from './store.ts';

interface Dependencies {
  readonly registry: Registry;
  readonly facts: Pick<Facts, 'sums'>;
  readonly clock: () => Date;
}

/** Today's ins and outs: one statement for all entities, and the facts only where a weight changed today. */
export function createTrafficReader(
  { registry, facts, clock }: Dependencies,
  audience: Audience = 'members',
): TopicReader<typeof liveTraffic> {
  return {
    series: plainTraffic,
    corrected: (message) => ({ ...message, corrected: true }),
    async *read(entities) {
      const series = new Set(entities.flatMap(({ entity }) => entity.members.map((member) => member.series)));
      const spaceIds = entities.flatMap(({ entity }) => (entity.entityType === 'space' ? [entity.entityId] : []));
      const now = clock().getTime() / 1000;
      const [days, spaces, queues] = await registry.system(
        async (tx) =>
          [
            await daysOf(tx, [...series]),
            await spacesNow(tx, spaceIds),
            await queueReadings(tx, entities, now, audience),
          ] as const,
      );
      for (const { estate, entity } of entities) {
        const earlier = await earlierParts(facts, estate.factOrg, entity, now);
        const reading = liveReading(estate, entity, days, now, earlier);
        const { entityType, entityId } = entity;
        yield entityType === 'space'
          ? { ...reading, ...spaceReading(estate, entityId, spaces.get(entityId)) }
          : { ...reading, ...queues.get(entityId) };
      }
    },
  };
}
