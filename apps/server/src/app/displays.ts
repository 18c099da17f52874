import type { LiveReading } from '@atrium/contract/live-traffic';
import { bindDisplays } from '../features/displays/routes.ts';
import type { LiveNumbers } from '../features/displays/board.ts';
import { createWaitNow } from '../realtime/expected-wait/wait-reader.ts';
import { createTrafficReader } from '../realtime/traffic/traffic-reader.ts';
import { Refusal } from '../refusal.ts';
import { type Entity, plainTraffic, resolve } from '../registry/directory/resolve.ts';
import type { Core } from './core.ts';

/** Public displays, on the live numbers that sockets have. */
export function openDisplays(core: Core): void {
  const { http, registry, notifications, clock, log, publicUrl } = core;
  const streams = bindDisplays(http, { registry, notifications, clock, log, publicUrl, live: liveNumbers(core) });
  http.fastify.addHook('preClose', async () => streams.close());
}

function liveNumbers(core: Core): LiveNumbers {
  const { directory } = core;
  const reader = createTrafficReader(core, 'public');
  const waitNow = createWaitNow(core);

  const entitiesOf = async (orgId: string, entityType: 'space' | 'zone', entityIds: readonly string[]) => {
    const estate = await directory.estate(orgId);
    const entities = entityIds.flatMap((entityId): Entity[] => {
      try {
        return resolve(estate, everything(orgId), { ...plainTraffic, entityType, entityIds: [entityId] });
      } catch (error) {
        if (error instanceof Refusal && error.code === 'not_found') return [];
        throw error;
      }
    });
    return { estate, entities };
  };

  return {
    async read(orgId, entityType, entityIds) {
      const { estate, entities } = await entitiesOf(orgId, entityType, entityIds);
      const found = new Map<string, LiveReading>();
      if (entities.length === 0) return found;
      for await (const reading of reader.read(
        entities.map((entity) => ({ estate, entity, visibility: everything(orgId) })),
      )) {
        found.set(reading.entityId, reading);
      }
      return found;
    },
    async seriesOf(orgId, zoneId, measure) {
      const { series } = await directory.estate(orgId);
      const now = core.clock().getTime() / 1000;
      return [...series].flatMap(([id, each]) =>
        each.owner === 'zone' && each.zoneId === zoneId && each.measure === measure && each.from <= now && now < each.to
          ? [id]
          : [],
      );
    },
    async seriesBehind(orgId, entityType, entityIds) {
      if (entityType === 'space') {
        const { entities } = await entitiesOf(orgId, entityType, entityIds);
        return entities.flatMap(({ members }) => members.map((member) => member.series));
      }
      const { series } = await directory.estate(orgId);
      return [...series].flatMap(([id, each]) =>
        each.owner === 'zone' && entityIds.includes(each.zoneId) ? [id] : [],
      );
    },
    expectedWait: (orgId, spaceId) => waitNow(everything(orgId), spaceId),
  };
}

/** A display shows what its organization has, whatever single people may see. */
function everything(orgId: string) {
  return { orgId, locationIds: 'all', capabilities: new Set<never>() } as const;
}
